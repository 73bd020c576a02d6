"""Documents of other kinds than Markdown: their blocks that are marked as gradcli's.

This module knows where blocks stand in reStructuredText, Quarto and LaTeX. What is Python's there
is left alone; blocks named ``gradcli``, ``gradcli-output`` and ``console`` are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent

from gradcli.checks.markdown import CONSOLE, OUTPUT, Block, blocks

_MARKED = {"gradcli", "grad"} | CONSOLE | OUTPUT
_DIRECTIVE = re.compile(r"^( *)\.\. (?:code-block|code|sourcecode|highlight)::[ \t]*(\S*)[ \t]*$")
_BEGIN = re.compile(
    r"^( *)\\begin\{(?:(?P<own>gradcli(?:-output)?)|lstlisting|minted|Verbatim)\}(?P<rest>.*)$"
)
_END = re.compile(r"^ *\\end\{(?:gradcli(?:-output)?|lstlisting|minted|Verbatim)\}")
_NAMED = re.compile(r"language=([\w-]+)|\{([\w-]+)\}")


def quarto(text: str) -> Iterator[Block]:
    """Yield the blocks of Quarto's Markdown."""
    return map(_own, blocks(text))


def _own(block: Block) -> Block:
    """Return a block; one that is not marked as gradcli's is text that nothing belongs to."""
    return block if block.language in _MARKED else block._replace(words=("other",))


def restructured(text: str) -> Iterator[Block]:
    """Yield the blocks that directives of reStructuredText begin."""
    lines = text.split("\n")
    number = before = 0
    while number < len(lines):
        match = _DIRECTIVE.match(lines[number])
        number += 1
        if not match:
            continue
        first, deeper = number, len(match[1]) + 1
        while number < len(lines) and _margin(lines[number]) >= deeper:
            number += 1
        content = lines[first:number]
        while content and (not content[0].strip() or content[0].lstrip().startswith(":")):
            content, first = content[1:], first + 1
        while content and not content[-1].strip():
            content = content[:-1]
        indent = _margin(content[0]) if content else 0
        inside = dedent("\n".join(content)).split("\n") if content else []
        yield _own(Block((match[2],), inside, first, indent, _joined(lines, before, first)))
        before = number


def tex(text: str) -> Iterator[Block]:
    """Yield the blocks of LaTeX: environments of gradcli, listings and minted that name it."""
    lines = text.split("\n")
    number = before = 0
    while number < len(lines):
        match = _BEGIN.match(lines[number])
        number += 1
        if not match:
            continue
        first = number
        while number < len(lines) and not _END.match(lines[number]):
            number += 1
        named = _NAMED.search(match["rest"])
        word = match["own"] or (named and (named[1] or named[2])) or "other"
        block = Block((word,), lines[first:number], first, 0, _joined(lines, before, first - 1))
        yield _own(block)
        number += 1
        before = number


def _margin(line: str) -> int:
    """Return the indentation of a line; an empty one is as deep as one likes."""
    return len(line) - len(line.lstrip(" ")) if line.strip() else 1 << 30


def _joined(lines: list[str], start: int, end: int) -> str:
    return "\n".join(lines[start:end])
