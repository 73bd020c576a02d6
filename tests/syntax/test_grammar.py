"""The grammar is the whole reference: lark reads every program with it, and to the same tree.

Lark's LALR parser gets the file, its own contextual lexer and its own indenter. What gradcli adds
in code (its lexer, the running of the tables) is compared with that, tree by tree and token by
token. What the trees mean is compared with Python's (``test_against_python``).
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import lark
import pytest
from lark.indenter import PythonIndenter

from gradcli.errors import GradcliError
from gradcli.syntax.automaton import Automaton
from gradcli.syntax.lexing import Lexer, Token
from gradcli.syntax.parse import parse
from gradcli.syntax.tables import grammar_path, load_tables
from tests.ops.reference import PROOFS
from tests.syntax.test_against_python import TEXTS, standard_library
from tests.syntax.test_limits import DEEP
from tests.syntax.test_print import PYTHON_3, STATEMENTS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"

Shape = list[object]
"""A tree in the order of the text: the names of its rules, its tokens, and where each rule ends."""

END = ")"


SAID = io.StringIO()
"""What lark has said of the grammar while it made a parser of it."""


@cache
def reference() -> lark.Lark:
    """Return lark's parser, made of the file and nothing else."""
    lark.logger.addHandler(logging.StreamHandler(SAID))
    lark.logger.setLevel(logging.DEBUG)
    return lark.Lark(
        Path(grammar_path()).read_text(encoding="utf-8"),
        parser="lalr",
        start="program",
        postlex=PythonIndenter(),
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


class Tree(NamedTuple):
    """What the parser hands to an action, and the action's name."""

    data: str
    children: list[Any]


class Trees(dict[str, Callable[[list[Any]], Any]]):
    """In place of the actions: each returns the tree that it was called for."""

    def __missing__(self, name: str) -> Callable[[list[Any]], Any]:
        return lambda children: Tree(name, children)


@cache
def own() -> tuple[Lexer, Automaton]:
    """Return gradcli's parser, with trees in place of nodes."""
    tables = load_tables()
    lexer = Lexer(tables.literals, tables.patterns, tables.ignored)
    return lexer, Automaton(tables, Trees())


def shape(tree: Any) -> Shape:
    """Return the shape of a tree of either parser."""
    found: Shape = []
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, Tree | lark.Tree):
            found.append(str(part.data))
            pending += [END, *reversed(part.children)]
        elif isinstance(part, Token):
            found.append(token(part.type, *part.span))
        elif isinstance(part, lark.Token):
            found.append(token(part.type, part.start_pos or 0, part.end_pos or 0))
        else:
            found.append(part)
    return found


def token(type: str, start: int, end: int) -> object:
    """Return a token with its place; ends of lines and indentation have none that matters."""
    return type if type.startswith("_") else (type, start, end)


def check(text: str) -> None:
    """Compare the two trees of a program; lark's indenter ends no line that has no end."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = text + "\n" if text.strip() else text
    lexer, automaton = own()
    assert shape(automaton.run(lexer.tokens(text))) == shape(reference().parse(ended))


def is_program(text: str) -> bool:
    """Tell whether gradcli reads a text."""
    try:
        parse(text)
    except GradcliError:
        return False
    return True


# The corpus: what is recorded, documented and shown, as far as it consists of programs.


def recorded() -> Iterator[str]:
    """Yield every fourth of the recorded programs, which are much alike, and the examples."""
    recorded = sorted((TESTS / "data/programs").glob("*.py"))[::4]
    for path in [*recorded, *(ROOT / "examples").rglob("*.*")]:
        if path.suffix in (".py", ".grad"):
            yield path.read_text(encoding="utf-8")


def samples() -> Iterator[str]:
    """Yield the samples of all operators, their inputs and their wrong calls."""
    for proof in PROOFS.values():
        yield from proof.wrong
        for sample in proof.samples:
            yield from (sample.expr, *sample.inputs.values())


def documented() -> Iterator[str]:
    """Yield what documents hold: blocks of code, and what is quoted for a shell."""
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *TESTS.rglob("spec/**/*.md")]:
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
        for block in re.findall(r"^```console\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE):
            yield from re.findall(r"'([^'\n]+)'", block)


def written() -> Iterator[str]:
    """Yield the programs of the other tests of the syntax."""
    yield from (*chain.from_iterable(TEXTS.values()), *PYTHON_3, *standard_library())
    yield from (text for text, *_ in STATEMENTS)
    yield from (TESTS / "syntax/fstrings.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("source", "least"), [(recorded, 150), (samples, 5000), (documented, 200), (written, 1400)]
)
def test_lark_reads_what_gradcli_reads(source: Callable[[], Iterator[str]], least: int) -> None:
    """Every program of the corpus is a program to lark, with the same tree."""
    programs = [text for text in dict.fromkeys(source()) if is_program(text)]
    assert len(programs) >= least
    for text in programs:
        check(text)


@pytest.mark.parametrize("name", sorted(DEEP.keys() - {"bomb"}))
def test_depth(name: str) -> None:
    """What is long or deep has the same tree, too."""
    check(DEEP[name])


FSTRINGS = [
    "f''", "f'{{}}'", "f'{{{a}}}'", "f'{a}{b}'", "f'a{b}c' 'd' f'e'", "f'{a!r:>{w}.{p}}}}'",
    "f'{a=}'", "f'{a = !s:x}'", "f'{ {1: 2}[a] }'", "f'{f(a=1)}'", "f'{a == b}'", "f'{a != b}'",
    "f'{x[\"a\"]:{y[\"b\"]}}'", "f'#{a:#x}# b'", "f'\\N{BULLET}{a}\\n\\{b}'", "rf'\\N{a}\\{b}\\''",
    'f"\'{a}\'"', "Rf'''a\n'{b}''{c:\n}'''", 'fR"""a"{b}""{c}\\""""', "F'{f\"{f'''{a}'''}\"}'",
    "f'{(lambda x: 1)}'", "f'{a:{b:{c}}}'", "f'{*a, b}'", "f'{a,}'", "f'{a if b else c:d}'",
    "f'''{\na\n}'''", "f'{a}' # b", "print f'{a}'", "f'a{{b}}c{d:e}f{{'",
]  # fmt: skip


@pytest.mark.parametrize("text", FSTRINGS)
def test_fstrings(text: str) -> None:
    """Text and fields of f-strings are told apart in the same places."""
    assert is_program(text)
    check(text)


def test_there_is_no_conflict() -> None:
    """No rule wins over another by an order that the file does not show."""
    reference()
    assert "Unused terminals" in SAID.getvalue()
    assert "onflict" not in SAID.getvalue()


def bracketed(tree: Any) -> str:
    """Return an expression with brackets around every operation that lark's parser found in it."""
    words: list[object] = []
    pending = [tree]
    while pending:
        part = pending.pop()
        if not isinstance(part, lark.Tree):
            words += [part] if part != "\n" else []
        elif part.data in ("unary", "binary", "compare", "logical", "conditional", "lambda_"):
            pending += [")", *reversed(part.children), "("]
        else:
            pending += reversed(part.children)
    return " ".join(map(str, words)).replace("( ", "(").replace(" )", ")")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a - b + c", "((a - b) + c)"),
        ("-a ** -b ** c", "(- (a ** (- (b ** c))))"),
        ("a | b ^ c & d << e + f @ ~g", "(a | (b ^ (c & (d << (e + (f @ (~ g)))))))"),
        ("a < b + c is not d not in e", "(a < (b + c) is not d not in e)"),
        ("not a == b and c and d or e", "(((not (a == b)) and c and d) or e)"),
        ("a if b or c else d if e else f", "(a if (b or c) else (d if e else f))"),
        ("lambda: a if b else lambda: c", "(lambda : (a if b else (lambda : c)))"),
    ],
)
def test_the_file_says_what_binds_how(text: str, expected: str) -> None:
    """Lark's own tree has the levels of Python's operators: no code of gradcli makes them."""
    assert bracketed(reference().parse(text + "\n")) == expected
