"""The parser agrees with Python's own: same tree, same places, for everything in the language."""

from __future__ import annotations

import ast
import itertools
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli.errors import GradcliError
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

HERE = Path(__file__).parent

_OPERATORS: dict[str, type[ast.AST]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "//": ast.FloorDiv, "%": ast.Mod,
    "**": ast.Pow, "@": ast.MatMult, "&": ast.BitAnd, "|": ast.BitOr, "^": ast.BitXor,
    "<<": ast.LShift, ">>": ast.RShift,
}  # fmt: skip
_SIGNS: dict[str, type[ast.AST]] = {
    "+": ast.UAdd, "-": ast.USub, "~": ast.Invert, "not": ast.Not,
}  # fmt: skip
_COMPARISONS: dict[str, type[ast.AST]] = {
    "<": ast.Lt, "<=": ast.LtE, "==": ast.Eq, "!=": ast.NotEq, ">=": ast.GtE, ">": ast.Gt,
    "in": ast.In, "not in": ast.NotIn, "is": ast.Is, "is not": ast.IsNot,
}  # fmt: skip


def dump(tree: nodes.Module) -> str:
    """Return our tree in the form of ``ast.dump``."""
    return ast.dump(_convert(tree), indent=1)


def dump_python(text: str) -> str:
    """Return Python's tree of a text, without what our tree does not keep."""
    return ast.dump(_Plain().visit(ast.parse(text)), indent=1)


class _Plain(ast.NodeTransformer):
    """Drops annotations, contexts and the marks that only Python's compiler needs."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.Pass()
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_arg(self, node: ast.arg) -> Any:
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.generic_visit(node)
        return ast.FunctionDef(node.name, node.args, node.body, node.decorator_list, None)

    def visit_Constant(self, node: ast.Constant) -> Any:
        return ast.Constant(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        # Python 3.12 leaves empty texts beside the values.
        parts = [part for part in node.values if getattr(part, "value", None) != ""]
        return self.generic_visit(ast.JoinedStr(parts))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if hasattr(node, "ctx"):
            node.ctx = ast.Load()
        return node


def _all(items: Any) -> list[Any]:
    return [_convert(item) for item in items]


def _arguments(parameters: Any) -> ast.arguments:
    result = ast.arguments([], [], None, [], [], None, [])
    for parameter in parameters:
        argument = ast.arg(parameter.name)
        default = parameter.default and _convert(parameter.default)
        if parameter.kind == "*":
            result.vararg = argument
        elif parameter.kind == "**":
            result.kwarg = argument
        elif parameter.keyword_only:
            result.kwonlyargs.append(argument)
            result.kw_defaults.append(default)
        else:
            (result.posonlyargs if parameter.positional_only else result.args).append(argument)
            result.defaults += [default] if default else []
    return result


def _convert(node: Any) -> Any:
    """Convert a node of any kind, or None."""
    load = ast.Load()
    match node:
        case None:
            return None
        case nodes.Module():
            return ast.Module(_all(node.body), [])
        case nodes.Name():
            return ast.Name(node.id, load)
        case nodes.Constant():
            return ast.Constant(node.value)
        case nodes.JoinedStr():
            return ast.JoinedStr(_all(node.parts))
        case nodes.FormattedValue():
            conversion = ord(node.conversion) if node.conversion else -1
            return ast.FormattedValue(_convert(node.value), conversion, _convert(node.spec))
        case nodes.List():
            return ast.List(_all(node.elements), load)
        case nodes.Tuple():
            return ast.Tuple(_all(node.elements), load)
        case nodes.Set():
            return ast.Set(_all(node.elements))
        case nodes.Dict():
            return ast.Dict(_all(node.keys), _all(node.values))
        case nodes.UnaryOp():
            return ast.UnaryOp(_SIGNS[node.op](), _convert(node.operand))
        case nodes.BinOp():
            return ast.BinOp(_convert(node.left), _OPERATORS[node.op](), _convert(node.right))
        case nodes.BoolOp():
            return ast.BoolOp(ast.And() if node.op == "and" else ast.Or(), _all(node.values))
        case nodes.Compare():
            operators = [_COMPARISONS[op]() for op in node.ops]
            return ast.Compare(_convert(node.left), operators, _all(node.comparators))
        case nodes.IfExp():
            return ast.IfExp(_convert(node.test), _convert(node.body), _convert(node.orelse))
        case nodes.Lambda():
            return ast.Lambda(_arguments(node.parameters), _convert(node.body))
        case nodes.Starred():
            return ast.Starred(_convert(node.value), load)
        case nodes.Keyword():
            return ast.keyword(node.name, _convert(node.value))
        case nodes.Call():
            return ast.Call(_convert(node.func), _all(node.args), _all(node.keywords))
        case nodes.Attribute():
            return ast.Attribute(_convert(node.value), node.name, load)
        case nodes.Subscript():
            return ast.Subscript(_convert(node.value), _convert(node.index), load)
        case nodes.Slice():
            return ast.Slice(_convert(node.lower), _convert(node.upper), _convert(node.step))
        case nodes.ComprehensionFor():
            return ast.comprehension(
                _convert(node.target), _convert(node.iter), _all(node.conditions), 0
            )
        case nodes.NamedExpr():
            return ast.NamedExpr(_convert(node.target), _convert(node.value))
        case nodes.Yield():
            return ast.Yield(_convert(node.value))
        case nodes.YieldFrom():
            return ast.YieldFrom(_convert(node.value))
        case nodes.Comprehension(kind="dict"):
            return ast.DictComp(_convert(node.key), _convert(node.element), _all(node.clauses))
        case nodes.Comprehension():
            kinds = {"list": ast.ListComp, "set": ast.SetComp, "generator": ast.GeneratorExp}
            return kinds[node.kind](_convert(node.element), _all(node.clauses))
        case nodes.Pattern():
            return _convert_pattern(node)
    return _convert_statement(node)


def _convert_pattern(node: Any) -> Any:
    """Convert a pattern."""
    match node:
        case nodes.MatchValue(value=nodes.Constant(value=None | True | False as value)):
            return ast.MatchSingleton(value)
        case nodes.MatchValue():
            return ast.MatchValue(_convert(node.value))
        case nodes.MatchSequence():
            return ast.MatchSequence(_all(node.patterns))
        case nodes.MatchStar():
            return ast.MatchStar(node.name)
        case nodes.MatchMapping():
            return ast.MatchMapping(_all(node.keys), _all(node.patterns), node.rest)
        case nodes.MatchClass():
            names = [keyword.name for keyword in node.keywords]
            values = [_convert(keyword.pattern) for keyword in node.keywords]
            return ast.MatchClass(_convert(node.cls), _all(node.patterns), names, values)
        case nodes.MatchAs():
            return ast.MatchAs(_convert(node.pattern), node.name)
        case nodes.MatchOr():
            return ast.MatchOr(_all(node.patterns))


def _convert_statement(node: Any) -> Any:
    """Convert a statement."""
    match node:
        case nodes.ExprStmt():
            return ast.Expr(_convert(node.value))
        case nodes.Assign():
            return ast.Assign(_all(node.targets), _convert(node.value))
        case nodes.Declare():
            return ast.Pass()
        case nodes.AugAssign():
            operator = _OPERATORS[node.op]()
            return ast.AugAssign(_convert(node.target), operator, _convert(node.value))
        case nodes.If():
            return ast.If(_convert(node.test), _all(node.body), _all(node.orelse))
        case nodes.While():
            return ast.While(_convert(node.test), _all(node.body), _all(node.orelse))
        case nodes.For():
            return ast.For(
                _convert(node.target), _convert(node.iter), _all(node.body), _all(node.orelse)
            )
        case nodes.ExceptHandler():
            return ast.ExceptHandler(_convert(node.type), node.name, _all(node.body))
        case nodes.Try():
            parts = (node.body, node.handlers, node.orelse, node.finalbody)
            return ast.Try(*map(_all, parts))
        case nodes.Raise():
            return ast.Raise(_convert(node.exc), _convert(node.cause))
        case nodes.MatchCase():
            pattern, guard = _convert(node.pattern), _convert(node.guard)
            return ast.match_case(pattern, guard, _all(node.body))
        case nodes.Match():
            return ast.Match(_convert(node.subject), _all(node.cases))
        case nodes.Global():
            return ast.Global(list(node.names))
        case nodes.Nonlocal():
            return ast.Nonlocal(list(node.names))
        case nodes.WithItem():
            return ast.withitem(_convert(node.context), _convert(node.target))
        case nodes.With():
            return ast.With(_all(node.items), _all(node.body))
        case nodes.FunctionDef():
            return ast.FunctionDef(
                node.name,
                _arguments(node.parameters),
                _all(node.body),
                _all(node.decorators),
                None,
            )
        case nodes.Return():
            return ast.Return(_convert(node.value))
        case nodes.Assert():
            return ast.Assert(_convert(node.test), _convert(node.message))
        case nodes.Delete():
            return ast.Delete(_all(node.targets))
        case nodes.Alias():
            return ast.alias(node.name, node.asname)
        case nodes.Import():
            return ast.Import(_all(node.names))
        case nodes.ImportFrom():
            module = node.module.lstrip(".")
            return ast.ImportFrom(module or None, _all(node.names), len(node.module) - len(module))
        case nodes.Break():
            return ast.Break()
        case nodes.Continue():
            return ast.Continue()
        case nodes.Pass():
            return ast.Pass()
    raise AssertionError(f"no form of Python's for {node!r}")


# What is compared

INFIX = [
    *("or", "and", "<", "<=", "==", "!=", ">=", ">", "in", "is", "not in", "is not"),
    *("|", "^", "&", "<<", ">>", "+", "-", "*", "/", "//", "%", "@", "**"),
]
PREFIX = ["not ", "+", "-", "~"]

PROGRAMS = [
    "", "\n", "# comment", "# comment\n", "   \n\t\n", "pass", "x\n\n\n", "a;b;c", "a; b;\n",
    "x = 1", "x = y = z = 1", "a, b = b, a", "a, *b = c", "*a, = b", "(a, b), [c, *d] = e",
    "[] = x", "() = x", "a.b = c[d] = e", "x = *a, b",
    "a.b += c", "a[b] -= c", *(f"x {op}= 1, 2" for op in INFIX[12:]),
    "if a: b", "if a: b; c\nelse: d", "if a:\n b\nelif c:\n d\nelif e:\n f\nelse:\n g\nh",
    "if a:\n  if b:\n    c\nelse:\n  d", "if a:\n  b\nelse:\n  if c:\n    d\n  else:\n    e",
    "while a: b\nelse: c", "while a:\n  if b: break\n  else: continue\nelse:\n  c",
    "for a in b: c", "for a, b in c, d: e", "for a, in b:\n  c\nelse:\n  d",
    "for (a, b), *c in d: e", "for a.b in c: d", "for a[0], in b: c", "for x in *a, b: c",
    "with a: b", "with a as b: c", "with a as b, c as (d, e): f", "with (a as b, c as d): e",
    "with (a as b, c as d,): e", "with (a, b): c", "with (a): b", "with (a) as b: c",
    "with (a, b) as c: d", "with (a).b as c: d", "with (a), b: c", "with a(), (b): c",
    "with (a, b), c: d", "with (a)(b): c", "with (a) + b: c", "with (a\n  as b): c",
    "with ((a, b)): c", "with ((a for b in c)): d", "with (a for b in c): d", "with (): a",
    "with (*a, b): c", "with ((a), b): c", "with (a, b as c, d): e", "with a as b, (c): d",
    "def f(): pass", "def f(a, b=1, *c, d, e=2, **g): return a", "def f(*, a): pass",
    "def f(a,): pass", "def f(\n  a,  # first\n  b):\n  return a, *b", "def f(a, *, b, **c): pass",
    "def f():\n  def g(): return 1\n  return g", "def f():\n  return",
    "assert a", "assert a, b", "assert (a, b)",
    "del a", "del a, b", "del (a, b)", "del a.b, c[d], (e, [f])", "del (a)", "del a,",
    "import a", "import a.b.c", "import a as b, c.d as e", "from a import b",
    "from a.b import c as d, e", "from a import (b, c as d,)", "from a import *",
    "from . import a", "from .a import b", "from ...a.b import c", "from .... import a",
    "from __future__ import print_function",
    "x = (1 +\n     2)", "x = 1 + \\\n  2", "x = [  # comment\n  1,\n\n  2  # more\n]",
    "if a:\n  # comment\n\n  b\n # odd\nc", "if a:\n\tb\n\tc", "if a:\n\tif b:\n\t    c",
    "def f():\n\n\n  pass\n\n\n\nx", "f(\n)\n", "'a' \\\n 'b'", "x = '''a\\\nb'''",
    "x = 'a\\\nb'", "x = '''\n  a\n'''", "print(a)", "print(a, b, sep='')", "print = 1",
    "def print(a): pass", "for print in a: print(print)", "import print as p", "print.x = 1",
    "try: a\nexcept: b", "try: a\nexcept A: b\nexcept (B, C) as d: e\nelse: f\nfinally: g",
    "try:\n  a\nfinally:\n  b", "try:\n  try: a\n  except: b\nfinally: c",
    "raise", "raise a", "raise a(b) from c", "global a, b", "def f():\n  global a, b\n  a = 1",
    "def f(a):\n  def g():\n    nonlocal a\n  return g",
    "def f(a, /, b): pass", "def f(a, b=1, /): pass", "lambda a, /, *, b: a",
    "def f(a, /, *b, c=1, **d): pass",
    "def f(): yield", "def f(): yield a, *b", "def f(): x = yield from a", "def f(): x += yield a",
    "def f():\n  a = b = yield\n  c = (yield d) + (yield)\n  return (yield)",
    "def f(): return lambda: (yield)", "def f(): f'{yield a}{(yield)}'", "def f(): x: int = yield",
    "(a := 1)", "x = (a := 1), (b := 2)", "if a := b: c\nelif d := e: f", "while a := b: c",
    "[a := 1, b]", "{a := 1}", "f(a := 1, b=(c := 2))", "a[b := 1]", "a[b:=1, c]", "(a, b := 1)",
    "[a := b for b in c if (d := b)]", "(a := b for b in c)", "f(a := b for b in c)",
    "lambda: (a := 1)", "@(a := b)\ndef f(): pass", "assert (a := b), c",
    "x = a if (b := c) else d",
    "match a:\n case 1: b\n case -1.5 | 2j | 1 - 2j | 'a' 'b' | None | True: c",
    "match a, b:\n case [c, *d]: e\n case c, *_: e\n case (c, ): e\n case []: f\n case (): g",
    "match *a, b:\n case (c, d) | [d, c]: e\n case (1): d\n case (_): f",
    "match (a):\n  case {}: b\n  case {'a': 1, b.c: d, -1: _, **e}: f\n  case {**g}: h",
    "match {a: b}:\n  case A(): b\n  case A.B(c, 1, d=2, e=[f]): g\n  case A(b=c,): d",
    "match a:\n  case (1 | b.c) as d if e: f\n  case [1 as b, 2 | 3 as c]: d",
    "match a:\n  case (1 as a) | (2 as a): b",
    "match a:\n  case _ as b if b: c\n  case ((d)): e",
    "match -a:\n  case b if (c := b): d\nmatch(a)\nmatch[b] = c\nmatch.a(b)",
    "match a:\n\n  # b\n  case 1:  # c\n    case = 2\n    match b:\n      case 3: d\n  case 4: e",
    "match [a]:\n  case [b]:\n    case(c)\n    if d:\n      case[e]\n  case f: match = case",
    "match (\n  a, b\n):\n  case (\n    c,\n    d\n  ): e",
    "match match:\n  case case: case", "match not a:\n  case True: b",
    "match = 1\ncase = 2\ntype = match", "match(a)\nmatch[b]\nmatch.c", "x if y else(z)",
    "if(a):b", "a;b\nc;", "if a: pass;", "async_ = awaited = 1", "a = lambda: (yield_)",
]  # fmt: skip

ANNOTATED = [
    "x: int = 1", "x: int", "x.y: int = 1, 2", "(x): int = 1", "print: int = 1",
    "def f(a: int, *b: c, d: e = 1, **g: h) -> i: return a",
]  # fmt: skip

# Our tree has no annotations. Python counts the call's brackets to a generator that is alone in it,
# and a semicolon to a block; decorators not to their function, and constants not to the expressions
# where they are patterns.
OTHER_PLACES = {
    *ANNOTATED,
    "f(x for x in y)",
    "if a: pass;",
    "f(a := b for b in c)",
    "@(a := b)\ndef f(): pass",
    "def f(): f'{yield a}{(yield)}'",
    "match a:\n case 1: b\n case -1.5 | 2j | 1 - 2j | 'a' 'b' | None | True: c",
    "match not a:\n  case True: b",
}


def lines(name: str) -> list[str]:
    """Return the lines of a file beside this one."""
    return (HERE / name).read_text("utf-8").splitlines()


def signs(infix: str) -> Iterator[str]:
    """Yield expressions in which each sign stands beside an infix one."""
    for sign in PREFIX:
        yield f"{sign}a {infix} b"
        if sign != "not " or infix in ("and", "or"):
            yield f"a {infix} {sign}b {infix} c"


TEXTS = {
    "expressions": lines("expressions.txt"),
    "programs": PROGRAMS,
    "annotated": ANNOTATED,
    **{infix: [f"a {infix} b {second} c" for second in INFIX] for infix in INFIX},
    **{f"signs beside {infix}": [*signs(infix)] for infix in INFIX},
}


def agree(text: str) -> None:
    """Compare the tree of a text, and that of the text written anew, with Python's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = dump_python(text)
        assert dump(parse(text)) == expected
        again = unparse(parse(text))
        assert dump(parse(again)) == expected
        assert dump_python(again) == expected


def python_places(text: str) -> set[tuple[int, int]]:
    """Return where Python sees expressions and statements, counted in characters."""
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    starts = [0, *itertools.accumulate(map(len, lines))]

    def offset(line: int | None, column: int | None) -> int:
        return len(text.encode()[: starts[(line or 0) - 1] + (column or 0)].decode())

    return {
        (offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.expr | ast.stmt)
    }


def places(text: str) -> set[tuple[int, int]]:
    """Return where our expressions and statements stand."""
    kinds = nodes.Expr | nodes.Stmt
    return {tuple(node.span) for node in walk(parse(text)) if isinstance(node, kinds)}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    """Reads texts as Python does, writes them so that Python reads them the same, finds places."""
    for text in TEXTS[name]:
        agree(text)
        assert text in OTHER_PLACES or places(text) == python_places(text)


def test_fstrings() -> None:
    """Reads the parts of f-strings as Python does."""
    for text in lines("fstrings.txt"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = dump_python(text)
        assert dump(parse(text)) == expected
        assert dump(parse(unparse(parse(text)))) == expected


names = st.sampled_from(["a", "b", "print", "match", "1", "2.5", "'s'", "None", "...", "1j"])


def combined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return how expressions are made of smaller ones."""
    forms = [
        "({})", "-{}", "not {}", "~{}", "{} + {}", "{} ** {}", "{} < {}", "{} and {}", "{} or {}",
        "{} not in {}", "{} if {} else {}", "lambda x, y={}: {}", "[{}, *({})]", "({},)", "{{{}}}",
        "{{{}: {}}}", "({})({}, *{}, k={}, **{})", "({})[{}]", "({})[{}:{}, ::{}]", "({}).attr",
        "[{} for x in ({}) if ({})]", "{} @ {} - {}", "{} is not {}", "{} << {} | {}", "({}, {})",
        "(z for y, in ({}) for z in ({}))", "{{{}: {} for x in ({})}}", "f'a{{({})!r:>{{({})}}}}'",
    ]  # fmt: skip
    return st.one_of(
        *(
            st.tuples(*[parts] * form.format(*["\0"] * 9).count("\0")).map(
                lambda items, form=form: form.format(*items)
            )
            for form in forms
        )
    )


@given(st.recursive(names, combined, max_leaves=12))
def test_generated_expressions(text: str) -> None:
    """Agrees with Python on expressions that nobody thought of, valid or not."""
    try:
        expected = dump_python(text)
    except SyntaxError:
        if "f'" not in text:  # Python 3.12 allows more inside f-strings than 3.11
            with pytest.raises(GradcliError):
                parse(text)
        return
    assert dump(parse(text)) == expected
    assert dump(parse(unparse(parse(text)))) == expected


def standard_library() -> Iterator[str]:
    """Yield the functions of some modules of Python's library."""
    for name in ("argparse", "ast", "bdb", "calendar", "difflib", "fractions", "heapq", "shlex"):
        text = (Path(os.__file__).parent / f"{name}.py").read_text("utf-8")
        lines = text.splitlines(keepends=True)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and not node.decorator_list:
                source = "".join(lines[node.lineno - 1 : node.end_lineno])
                yield f"if 1:\n{source}" if node.col_offset else source


def test_standard_library() -> None:
    """Reads real functions as Python does, and refuses what Python refuses."""
    same, refused = 0, set()
    for text in standard_library():
        try:
            tree = parse(text)
        except GradcliError as error:
            refused.add(error.diagnostic.code)  # for a name of the function around it
            with pytest.raises(SyntaxError, match=re.escape(error.message)):
                compile(text, "file.py", "exec")
            continue
        assert dump(tree) == dump_python(text)
        assert dump(parse(unparse(tree))) == dump_python(text)
        same += 1
    assert same > 200
    assert refused == {"syntax"}
