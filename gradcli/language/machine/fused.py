"""What runs often, as one function of the host: the same steps without a call for each.

This module knows when something is written, and how the machine comes to it. It does not know how
it is written (``writing``).
"""

from __future__ import annotations

from gradcli.language.machine.bodies import ClassFrame
from gradcli.language.machine.calling import Place
from gradcli.language.machine.closures import cells_of, code_of, past
from gradcli.language.machine.code import Block, Code, Frame, Site
from gradcli.language.machine.writing import LARGEST, Line, Writer
from gradcli.language.machine.written import DELEGATE, TICK, YIELD, writes

_OFTEN = 6  # times that something of a code is written


def fuse(code: Code, first: Block, frame: Frame) -> None:
    """Make a function of a block and of those of its code that follow it, as ``frame`` runs it."""
    if past(code.entry) is first:
        code.entry = first
    possible = first.fused is None and len(first.steps) <= LARGEST
    if possible and code.written < _OFTEN and not isinstance(frame, ClassFrame):
        code.written += 1
        Writer(code, first, frame).make()
        if code.lazy and code.direct is None:
            writer = Hosted(code, past(code.entry), frame)
            if writer.is_possible():
                writer.make()


class Hosted(Writer):
    """Writes a generator of the program as one of the host, for the host to go over."""

    hosted = True

    def __init__(self, code: Code, first: Block, frame: Frame) -> None:
        super().__init__(code, first, frame)
        self.facts.close()
        ends = [block.end for block in self.facts.blocks if code_of(block.end) is YIELD]
        self.resumed = [code.entry, *[cells_of(end)["then"] for end in ends]]
        for block in map(past, self.resumed):
            self.labels.setdefault(block, len(self.labels))
        self.waiting = list(self.labels)

    def entries(self) -> list[Block]:
        """Return the labels that it may be entered by: the beginning, and where it may rest."""
        return list(dict.fromkeys(map(past, self.resumed)))

    def is_possible(self) -> bool:
        """Tell whether all of it is known, and nothing of it handles errors.

        What a ``yield from`` hands out counts as steps of the machine, where those are counted.
        """
        return not self.facts.open and all(
            block.region is None
            and len(block.steps) <= LARGEST
            and writes(block.end) is not None
            and not (code_of(block.end) is DELEGATE and TICK in map(code_of, block.steps))
            and all(writes(step) is not None for step in block.steps)
            for block in self.facts.blocks
        )

    def head(self) -> list[Line]:
        """Return what comes before the first label."""
        place = Place(self.block, Site(None), None)
        texts = [(0, "def b(o, n, f, s):"), (1, "try:")]
        for block in self.entries():
            texts.append((2, f"if s == {self.labels[block]}:"))
            texts += [(3, text) for text in self.fetched(block)]
        texts += [(2, text) for text in self.used.values()]
        texts.append((2, "while True:"))
        return [Line(indent, text, place) for indent, text in texts]
