"""What steps and ends are made of: the values that their functions were made with.

A step is a function within a function (``steps``, ``ends``): its code says which one it is, and its
cells with which registers, literals and blocks it was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from gradcli.language.limits import Guards
from gradcli.language.machine import ends
from gradcli.language.machine.code import Block, Code, Site
from gradcli.syntax import nodes

Cells = dict[str, Any]


def code_of(function: Any) -> CodeType | None:
    """Return the code of a function of Python, and None for anything else."""
    return function.__code__ if isinstance(function, FunctionType) else None


def cells_of(function: Any) -> Cells:
    """Return what a step, or an end, was made with, by the names that its maker has for it."""
    code = code_of(function)
    if code is None or not code.co_freevars:
        return {}
    cells = [cell.cell_contents for cell in function.__closure__]
    return dict(zip(code.co_freevars, cells, strict=True))


_PLAIN = (str, float, complex, bool, type(None), type(...), nodes.Node, Block, Code, Site, Guards)


def numbers(value: Any) -> Iterator[int | None]:
    """Yield the integers that a value is made of, any of which may be a register.

    None stands for all of them, where a value is of a type that is not known here.
    """
    if value.__class__ is int:
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, FunctionType):
        for part in cells_of(value).values():
            yield from numbers(part)
    elif not isinstance(value, _PLAIN) and not callable(value):
        yield None


def blocks(value: Any) -> Iterator[Block]:
    """Yield the blocks that a value is made of."""
    if isinstance(value, Block):
        yield past(value)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from blocks(part)


_WARMING = code_of(ends.warming(Code("", None), Block(), None).end)


def past(block: Block) -> Block:
    """Return a block, or the one that it leads to if all that it does is count."""
    while code_of(getattr(block, "end", None)) is _WARMING:
        block = cells_of(block.end)["to"]
    return block
