"""What is known of the blocks of a function before they are written as one of the host.

This module knows which registers who reads. It does not know how anything is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradcli.language.machine.closures import cells_of, code_of, numbers, past
from gradcli.language.machine.code import ALL, Block, Code, Register
from gradcli.language.machine.written import GO_ON, INNER, LATER, OUTER, needs_frame, written_by


class Facts:
    """What is known of the blocks of a code.

    ``blocks`` are those that are written, of ``every``. ``references`` says how many lead to one,
    and ``heads`` are those that the machine may enter by. ``kept`` are registers that hold what is
    being handled; ``through`` those that functions inside read, or None if that may be any.
    ``framed`` tells that a frame is needed from the beginning, ``open`` that all is kept there, and
    ``loops`` that something runs again. ``later`` are the blocks that registers may hold.
    """

    def __init__(self, code: Code, first: Block, whole: bool) -> None:
        self.code = code
        every = [block for block in code.blocks if hasattr(block, "end")]
        self.every = every
        self.later: dict[Register, list[Block]] = {}  # where to go on that registers hold
        for step in (step for block in every for step in block.steps if code_of(step) is LATER):
            cells = cells_of(step)
            self.later.setdefault(cells["target"], []).append(cells["block"])
        self.blocks = dict.fromkeys(every if whole else self.reached(first))
        self.references: dict[Block, int] = {}
        self.heads: list[Block] = []
        self.kept: set[Any] = set()
        self.through: set[Any] | None = None if code.lazy else set()
        self.framed = code.lazy
        self.open = ALL in code.shared
        self.loops = False
        self.assigned: set[Any] = set()  # the names that steps write
        self.lives: dict[Block, set[Any]] | None = None
        for block in self.blocks:
            self.look(block)
        if self.kept or self.through is None or self.through or code.shared:
            self.framed = True

    def reached(self, first: Block) -> list[Block]:
        """Return the blocks of loops that one leads to, and itself."""
        found = {first: None}
        pending = [first]
        while pending:
            for to in self.after(pending.pop()):
                if to.again and to not in found and hasattr(to, "end"):
                    found[to] = None
                    pending.append(to)
        return list(found)

    def close(self) -> None:
        """Know a generator that nobody else goes on with."""
        self.through = set()
        for block in self.blocks:
            for step in block.steps:
                self.captured(step, cells_of(step))

    def look(self, block: Block) -> None:
        """Note what the steps of a block ask for, and which blocks it leads to."""
        region = block.region
        while region is not None:
            self.kept |= {region.register, region.handled} - {None}
            if region.handler is not None:
                self.heads.append(region.handler)
            region = region.outer
        for step in (*block.steps, block.end):
            cells = cells_of(step)
            if needs_frame(step):
                self.framed = True
            self.assigned |= {cells.get("target"), *cells.get("targets", ())}
            self.captured(step, cells)
            for value in cells.values():
                for to in _leading(value):
                    self.lead(to)

    def lead(self, to: Block) -> None:
        """Note that a block is led to."""
        block = past(to)
        self.references[block] = self.references.get(block, 0) + 1
        if block is not to:
            self.heads.append(block)
            self.loops = True

    def captured(self, step: Any, cells: dict[str, Any]) -> None:
        """Note what functions inside read."""
        inner = [value for value in cells.values() if isinstance(value, Code)]
        if inner and code_of(step) is not INNER:
            self.through = None
        for code in inner:
            self.framed = True
            names = _outside(code, 1)
            if self.through is not None:
                self.through = None if names is None else self.through | names

    def inside(self, block: Block, small: int) -> bool:
        """Tell whether a block is to stand where it is led to."""
        if block in self.heads:
            return False
        return self.references.get(block) == 1 or len(block.steps) <= small

    def live(self, block: Block) -> set[Any]:
        """Return the registers that may be read from a block on before they are written."""
        return self.lives_known().get(block, set())

    def lives_known(self) -> dict[Block, set[Any]]:
        """Return what is read from each block on."""
        if self.lives is None:
            self.lives = self._lives()
        return self.lives

    def needed_at(self, block: Block) -> frozenset[Any] | None:
        """Return the registers that the machine needs to go on at a block, None if that is all."""
        if block not in self.lives_known():
            return None
        return frozenset(self.live(block))

    def needed(self, end: Any, cells: dict[str, Any]) -> frozenset[Any] | None:
        """Return the same for an end."""
        own = {r for name, value in cells.items() if name != "f" for r in _registers(value)}
        if None in own or any(to not in self.lives_known() for to in self.leading(cells)):
            return None
        return frozenset(own.union(*[self.live(block) for block in self.leading(cells)]))

    def leading(self, cells: dict[str, Any]) -> list[Block]:
        """Return the blocks that something leads to, by what it was made with."""
        return [past(to) for value in cells.values() for to in _leading(value)]

    def _lives(self) -> dict[Block, set[Any]]:
        first = {block: _exposed(block) for block in self.every}
        to = {block: self.after(block) for block in self.every}
        lives = {block: set(read) for block, (read, _) in first.items()}
        changed = True
        while changed:
            changed = False
            for block in reversed(self.every):
                read, written = first[block]
                after: set[Any] = set().union(*[lives.get(b, set()) for b in to[block]])
                found = read | (after - written)
                if found != lives[block]:
                    lives[block], changed = found, True
        return lives

    def after(self, block: Block) -> list[Block]:
        """Return the blocks that one leads to."""
        cells = cells_of(block.end)
        if code_of(block.end) is GO_ON:
            return [past(later) for later in self.later.get(cells["register"], ())]
        return self.leading(cells)


def _leading(value: Any) -> Iterator[Block]:
    """Yield the blocks that a value is made of, as they are."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _leading(part)


def _registers(value: Any) -> Iterator[Any]:
    """Yield the registers that a value may be made of; None stands for all of them."""
    if value.__class__ is str:
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _registers(part)
    else:
        yield from numbers(value)


def _exposed(block: Block) -> tuple[set[Any], set[Any]]:
    """Return what a block reads before it writes it, and what it writes."""
    read: set[Any] = set()
    written: set[Any] = set()
    for step in (*block.steps, block.end):
        cells = cells_of(step)
        made = written_by(step, cells) if step is not block.end else set()
        values = [value for name, value in cells.items() if name not in ("target", "targets")]
        plain = [value for value in values if value.__class__ in (int, str, tuple, list)]
        for register in {r for value in plain for r in _registers(value)} - {None}:
            if register not in written:
                read.add(register)
        written |= made
    return read, written


def _outside(code: Code, distance: int) -> set[Register] | None:
    """Return the names that a function inside reads at a distance; None if that may be any."""
    found: set[Register] = set()
    for block in code.blocks:
        for step in (*block.steps, *([block.end] if hasattr(block, "end") else [])):
            cells = cells_of(step)
            kind = code_of(step)
            if kind is OUTER and len(cells["further"]) + 1 == distance:
                found.add(cells["name"])
            inner = [value for value in cells.values() if isinstance(value, Code)]
            if inner and kind is not INNER:
                return None
            for within in inner:
                names = _outside(within, distance + 1)
                if names is None:
                    return None
                found |= names
    return found
