"""The programs of a Markdown file: its fenced blocks, and what each is documented to print.

This module knows doctest's prompts, and what blocks are for; Markdown itself is markdown-it's. It
does not know how programs run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt

CODE = frozenset({"python", "py", "python3", "grad", "gradcli", "pycon", "doctest"})
CONSOLE = frozenset({"console", "shell-session", "sh-session"})
OUTPUT = frozenset({"output", "stdout", "out", "result", "gradcli-output"})
ERROR = frozenset({"error", "stderr", "traceback"})
PLAIN = frozenset({"", "text", "txt", "plaintext", "plain"})

_MARKDOWN = MarkdownIt("commonmark")
_DIRECTIVE = re.compile(r"(?:<!--|\.\.|%)\s*gradcli:\s*(skip|reset)\b")
_FOLDER = re.compile(r"(?:<!--|\.\.|%)\s*gradcli:\s*in\s+(\S+)")
_PROMPT = re.compile(r"^([ \t]*)>>> ?(.*)$")
_OPTION = re.compile(r"#\s*doctest:\s*(.+)$", flags=re.MULTILINE)
_RAISED = re.compile(r"^(?:[\w.]*\.)?([A-Z]\w*(?:Error|Exception|Interrupt|Iteration)): ?(.*)$")
_TRACEBACK = "Traceback (most recent call last):"


class Raised(NamedTuple):
    """An error that is expected: the name of its class, and the first line of its message."""

    kind: str
    message: str


class Example(NamedTuple):
    """A piece of program, and what it is expected to print, if that is written down.

    ``line`` and ``column`` say where it stands, counted from 0, ``expected_line`` where what is
    expected begins. ``shows`` tells that the value of the last expression is printed, as at
    Python's prompt; None, that it may be. ``options`` are doctest's. ``reset`` asks for new
    variables first.
    """

    source: str
    line: int
    column: int = 0
    expected: str | None = None
    expected_line: int = 0
    raised: Raised | None = None
    shows: bool | None = None
    options: frozenset[str] = frozenset()
    reset: bool = False
    folder: str | None = None


class Block(NamedTuple):
    """A fenced block: the words behind its fence, its lines, and where those begin."""

    words: tuple[str, ...]
    lines: list[str]
    line: int
    indent: int
    before: str

    @property
    def language(self) -> str:
        """Return the first word behind the fence, as in ``{.python}`` or ``python``."""
        return self.words[0].strip("{}.").lower() if self.words else ""

    @property
    def text(self) -> str:
        """Return what the block holds."""
        return "\n".join(self.lines) + "\n" if self.lines else ""

    @property
    def skipped(self) -> bool:
        """Tell whether the document says not to run the block."""
        return "skip" in self.words[1:] or "skip" in _DIRECTIVE.findall(self.before)


def examples(blocks: Iterable[Block]) -> list[Example]:
    """Return the programs of a document in order."""
    found: list[Example] = []
    open_ = False  # whether the last program may still get its output
    folder = "."
    for block in blocks:
        folder = (_FOLDER.findall(block.before) or [folder])[-1]
        if block.language in CONSOLE:
            if not block.skipped:
                found.append(Example(block.text, block.line, block.indent, folder=folder))
            open_ = False
        elif open_ and found and _belongs(block):
            found[-1] = _with_output(found[-1], block)
            open_ = False
        elif block.language in CODE or (not block.words and _is_session(block)):
            runs = [] if block.skipped else list(_programs(block))
            found += runs
            open_ = bool(runs) and not _is_session(block)
        else:
            open_ = False
    return found


def _programs(block: Block) -> Iterator[Example]:
    reset = "reset" in _DIRECTIVE.findall(block.before)
    if _is_session(block):
        for number, example in enumerate(sessions(block.lines, block.line)):
            if "SKIP" not in example.options:
                yield example._replace(reset=reset and number == 0)
    elif block.text.strip():
        yield Example(block.text, block.line, block.indent, reset=reset)


def _is_session(block: Block) -> bool:
    first = next((line for line in block.lines if line.strip()), "")
    return bool(_PROMPT.match(first))


def _belongs(block: Block) -> bool:
    """Tell whether a block is the output of the program before it."""
    if block.language in OUTPUT | ERROR:
        return True
    between = block.before.strip()
    close = not between or ("\n" not in between and between.endswith(":"))
    return block.language in PLAIN and close and not _is_session(block) and not block.skipped


def _with_output(example: Example, block: Block) -> Example:
    raised = raised_in(block.text) if block.language not in OUTPUT else None
    if block.language in ERROR and raised is None:
        raised = Raised("", block.text.strip().split("\n")[-1])
    expected = "" if raised is not None else block.text
    return example._replace(expected=expected, expected_line=block.line, raised=raised)


def raised_in(text: str) -> Raised | None:
    """Return the error that an output shows, in the form of Python's traceback or its last line."""
    lines = text.strip().split("\n")
    if lines[0].strip() == _TRACEBACK:
        lines = [line for line in lines[1:] if _RAISED.match(line)][-1:]
    elif len(lines) > 1:
        return None
    match = _RAISED.match(lines[-1]) if lines else None
    return None if match is None else Raised(match[1], match[2])


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a Markdown document, and prompts outside fences as blocks."""
    lines = text.split("\n")
    before = 0
    for token in _MARKDOWN.parse(text):
        if token.map is None or token.map[0] < before:
            continue
        first, end = token.map
        fenced = token.type == "fence"
        words: tuple[str, ...] = ()
        if not fenced:  # a prompt begins a block of code or, with three signs, a quotation
            if token.type not in ("code_block", "blockquote_open") or not _PROMPT.match(
                lines[first]
            ):
                continue
            inside = [*lines[first:end], *_rest_of_session(lines, end)]
            end, indent = first + len(inside), 0
        else:
            inside = token.content.removesuffix("\n").split("\n") if token.content else []
            words = tuple(token.info.replace(",", " ").split())
            indent = lines[first].find(token.markup)
        start = first + fenced
        yield Block(words, inside, start, indent, "\n".join(lines[before:first]))
        before = end


def _rest_of_session(lines: list[str], start: int) -> list[str]:
    """Return the lines of a session that Markdown takes for paragraphs, up to a line of prose."""
    number = start
    while number < len(lines) and not lines[number].lstrip().startswith(("```", "~~~")):
        behind = number
        while behind < len(lines) and not lines[behind].strip():
            behind += 1
        if behind > number and not (behind < len(lines) and _PROMPT.match(lines[behind])):
            break
        number = max(behind, number + 1)
    return lines[start:number]


def sessions(lines: list[str], line: int) -> Iterator[Example]:
    """Yield the examples of a session at Python's prompt, which begins at a line."""
    number = 0
    while number < len(lines):
        prompt = _PROMPT.match(lines[number])
        if not prompt:
            number += 1
            continue
        margin, source, first = prompt[1], [prompt[2]], number
        number += 1
        while number < len(lines) and re.match(rf"{margin}\.\.\.( |$)", lines[number]):
            source.append(lines[number][len(margin) + 4 :])
            number += 1
        start = number
        while number < len(lines) and lines[number].strip() and not _PROMPT.match(lines[number]):
            number += 1
        shown = [text.removeprefix(margin) for text in lines[start:number]]
        yield _example(
            "\n".join(source) + "\n", shown, (line + first, len(margin) + 4, line + start)
        )


def _example(source: str, shown: list[str], place: tuple[int, int, int]) -> Example:
    text = "\n".join("" if part.strip() == "<BLANKLINE>" else part for part in shown)
    raised = raised_in(text) if text else None
    options = _OPTION.findall(source)
    return Example(
        source,
        place[0],
        place[1],
        "" if raised else text,
        place[2],
        raised,
        True,
        frozenset(
            word for part in options for word in part.replace("+", " ").replace(",", " ").split()
        ),
    )
