"""What others wrote never commands a terminal or a log: texts, names, files, arguments, reports."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import unicodedata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gradcli.report.glyphs import harmless, printed, visible

if sys.platform != "linux":
    pytest.skip("terminals are opened as on Linux", allow_module_level=True)

from gradcli.commands.main import main
from tests.hostile.forked import forked

NASTY = "\x1b]0;owned\x07\x1b[31m\x9b31m\r\x08\u202e\u2066\u200f\x00\ue000\ufffe"
FORMATS = ("human", "concise", "json", "jsonl", "junit", "github", "gitlab", "sarif", "tap")


def gradcli(*words: str, folder: Path | None = None, stdin: str = "") -> tuple[int | None, str]:
    """Run the command in a process that is split off; return its status and all that it wrote."""

    def work() -> int:
        if folder is not None:
            os.chdir(folder)
        given = os.memfd_create("stdin")
        os.write(given, stdin.encode("utf-8", "surrogatepass"))
        os.lseek(given, 0, os.SEEK_SET)
        os.dup2(given, 0)
        return int(main(words))

    ended = forked(work, 60)
    return ended.status, ended.stdout + ended.stderr


def raw(text: str) -> set[str]:
    """Return what of a text could command a terminal."""
    return {c for c in text if unicodedata.category(c)[0] == "C"} - {"\n", "\t"}


SOURCES = [
    f"undefined_name  # {NASTY}",
    f"'{NASTY}' + 1",
    f"assert False, '{NASTY}'",
    f"x['{NASTY}']",
    f"{{}}['{NASTY}']",
    f"import {NASTY}",
    f"getattr(1, '{NASTY}')",
    f"torch.{NASTY}",
    f"'{NASTY}'",
    f"['{NASTY}', {{'{NASTY}': 1}}]",
    f"int('{NASTY}')",
    f"f = lambda: '{NASTY}'\nf() + f",
    f"x * 2 + 0 * len('{NASTY}')",
]


@pytest.mark.parametrize("source", SOURCES, ids=range(len(SOURCES)))
def test_no_text_of_a_program_commands_a_terminal(source: str) -> None:
    """Results, messages, graphs and explanations show control characters as escapes."""
    source = source.replace("\x00", "")
    for words in (("eval",), ("eval", "--format", "json"), ("explain",), ("diff",)):
        status, text = gradcli(
            *words, "-f", "-", *(("-D", "x=2") * (words != ("diff",))), stdin=source
        )
        assert status in (0, 2, 3)
        assert not raw(text)


@pytest.mark.parametrize("form", ["tree", "chain", "dot", "mermaid", "json", "svg"])
def test_no_graph_commands_a_terminal(form: str) -> None:
    """Neither does what stands in a picture, which is well-formed whatever a program holds."""
    source = f"x * 2 + 0 * len('</title><script>{NASTY}]]>')".replace("\r", "").replace("\x00", "")
    status, text = gradcli("graph", "-f", "-", "-D", "x=2", "--format", form, stdin=source)
    assert status == 0
    assert not raw(text)
    if form == "svg":
        tags = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(text).iter()}
        assert "script" not in tags


READ = r"\input{x}}\end{align*}$\write18{y}"
IN_FORMULAS = [
    "len({0})",
    "{{'a': 3}}.get({0}, 2)",
    "len({{{0}: 1}})",
    "(lambda a, b={0}: 2)(x)",
    "(x if {0} else 2)",
    "[{0}, 2][1]",
    "len(f{0})",
    "len(b{0})",
    "{{{0}: 2}}[{0}]",
    "float('{{}}'.format({0}).upper() > 'a')",
]


@pytest.mark.parametrize("part", IN_FORMULAS)
@pytest.mark.parametrize("form", ["latex", "markdown"])
def test_no_text_of_a_program_is_markup(part: str, form: str) -> None:
    """What a program has between quotes stands in a page as it is, and never as its markup."""
    text = READ if form == "latex" else "`</td><script>|\n\n# "
    text = text.replace("{", "{{").replace("}", "}}") if "f{0}" in part else text
    source = f"y = x * {part.format(repr(text))}\ny + {part.format(repr(text))}"
    status, page = gradcli("explain", "-f", "-", "-D", "x=2", "--format", form, stdin=source)
    assert status == 0, page
    if form == "latex":
        assert "\\input" not in page and "\\write18" not in page
        assert page.count("\\end{align*}") == page.count("\\begin{align*}")
    else:
        assert "\n# " not in page
        for line in page.splitlines():
            ticks = line.count("``")
            assert "<script>" not in line or ticks >= 2


@pytest.mark.parametrize(
    "words",
    [
        ("eval", f"--{NASTY}"),
        ("eval", "1", "-f", NASTY),
        ("eval", "-f", NASTY),
        ("eval", "x", "-D", f"x={NASTY}"),
        ("eval", "x", "-D", f"{NASTY}=1"),
        ("eval", "1", "--get", NASTY),
        ("eval", "x", "-D", "x=1", "--wrt", NASTY),
        ("eval", "1", "--max-steps", NASTY),
        ("eval", "1", "--format", NASTY),
        (NASTY,),
        ("check", NASTY),
        ("check", ".", "--report", NASTY),
        ("check", ".", "-k", NASTY),
        ("ops", NASTY),
        ("diff", "x", "--shape", NASTY),
    ],
    ids=range(15),
)
def test_no_argument_commands_a_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    """What is said of wrong arguments shows them with escapes."""
    status, text = gradcli(*(word.replace("\x00", "") for word in words), folder=tmp_path)
    assert status != 70
    assert not raw(text)


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_or_output_commands_a_log(form: str, tmp_path: Path) -> None:
    """Reports hold file names, expectations and printed text, none of which is a command."""
    clean = NASTY.replace("\x00", "")
    texts = (
        "::error::owned",
        "  ::stop-commands::x",
        "##[error]owned",
        "a ##[add-mask]b",
        "]]>",
        "%0A::error::x",
    )
    program = f"print('{clean}')  # expect: 1\nassert False, '{clean}]]>'\n"
    names = (f"a{clean}.grad", "::error::b.grad", "-x.grad", "c\n::error::d.grad", "]]>.grad")
    for name in names:
        (tmp_path / name).write_text(program, encoding="utf-8")
    lines = "\n".join(texts)
    (tmp_path / "m.md").write_text(
        f"```python\nprint('''{lines}''')\n```\n```output\nelse\n{lines}\n```\n"
        f"```python\nprint('''{lines}''')  # expect: 2\n```\n",
        encoding="utf-8",
    )
    status, text = gradcli("check", ".", "--report", form, folder=tmp_path)
    assert status in (1, 3)
    assert not raw(text)
    commands = [x for x in text.splitlines() if x.lstrip().startswith("::") or "##[" in x]
    if form == "github":
        commands = [c for c in commands if not c.startswith(("::error file=", "::notice "))]
    assert commands == []
    if form == "junit":
        ElementTree.fromstring(text)


def test_a_file_whose_name_begins_with_a_dash(tmp_path: Path) -> None:
    """Such a file is checked where it is found, and where it is named."""
    (tmp_path / "-x.grad").write_text("assert True\n", encoding="utf-8")
    assert gradcli("check", folder=tmp_path)[0] == 0
    assert gradcli("check", "./-x.grad", folder=tmp_path)[0] == 0
    assert gradcli("check", "--", "-x.grad", folder=tmp_path)[0] == 0
    assert gradcli("eval", "-f", "-x.grad", folder=tmp_path)[0] == 0


def on_a_terminal(*words: str) -> str:
    """Return what a command writes to a terminal."""
    here, side = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "gradcli", *words], stdin=side, stdout=side, stderr=side
    )
    os.close(side)
    written = b""
    while True:
        try:
            part = os.read(here, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    run.wait()
    os.close(here)
    return written.decode("utf-8").replace("\r\n", "\n")


def test_printed_text_on_a_terminal() -> None:
    """A terminal shows what a program prints with escapes; a pipe gets it as it is."""
    source = "print('\\x1b[31m\\u202e é\\xa0中\\tx')"
    assert on_a_terminal("eval", source) == "\\x1b[31m\\u202e é\xa0中\tx\n"
    assert on_a_terminal("eval", "--raw-output", source) == "\x1b[31m\u202e é\xa0中\tx\n"
    assert gradcli("eval", source) == (0, "\x1b[31m\u202e é\xa0中\tx\n")


def test_escapes() -> None:
    """Text that takes room stays as it is."""
    assert printed("a\tb\né\xa0") == "a\tb\né\xa0"
    assert printed("\x1b\x7f\x85\u2028") == "\\x1b\\x7f\\x85\u2028"
    assert visible("\x1b") == "\\x1b"
    assert harmless("a\n  ::error::b\n##[x]\na::b") == "a\n  \\::error::b\n##\\[x]\na::b"
    assert harmless("a ##[b]c ##vso[d] # [e] ##") == "a ##\\[b]c ##vso\\[d] # [e] ##"
