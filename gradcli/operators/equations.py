"""What an equation of einsum says: whose dimensions its letters are, and where they go.

This module knows letters, shapes and PyTorch's words about them. It computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

from gradcli.operators.refusals import invalid, value_error

ELLIPSIS = "."
"""What stands for an ellipsis."""

USE = (
    "einsum(): must specify the equation string and at least one operand, or at least one operand "
    "and its subscripts list"
)


def refuse(text: str) -> Exception:
    """Return the error of an equation."""
    return invalid(f"einsum(): {text}", code="einsum")


def letters(values: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return the equation and the operands of a call that lists dimensions as numbers."""

    def spelled(dims: Any) -> str:
        text = ""
        if not isinstance(dims, (tuple, list)):
            raise value_error(
                f"einsum(): the operands' dimensions are lists, not {type(dims).__name__}; {USE}"
            )
        for d in dims:
            if d is Ellipsis:
                text += "..."
            elif isinstance(d, int) and 0 <= d < 52:
                text += (ascii_letters[26:] + ascii_letters[:26])[d]
            else:
                raise value_error(
                    f"einsum(): subscript {d} found in sublist format is not within the valid "
                    "range [0, 52)"
                )
        return text

    operands, lists = list(values[0:-1:2]), [spelled(dims) for dims in values[1::2]]
    equation = ",".join(lists)
    if len(values) % 2:
        equation += "->" + spelled(values[-1])
    return equation, operands


def operand_labels(text: str, count: int) -> list[str]:
    """Return the subscripts of every operand, the ellipsis as one point."""
    labels = [""]
    index = 0
    while index < len(text):
        letter = text[index]
        operand = len(labels) - 1
        if letter == ELLIPSIS:
            if ELLIPSIS in labels[-1]:
                raise refuse(
                    f"found '.' for operand {operand} for which an ellipsis was already found"
                )
            if text[index : index + 3] != "...":
                raise refuse(f"found '.' for operand {operand} that is not part of any ellipsis")
            index += 2
            labels[-1] += letter
        elif letter == ",":
            labels.append("")
            if len(labels) > count:
                raise refuse("fewer operands were provided than specified in the equation")
        elif letter in ascii_letters:
            labels[-1] += letter
        elif letter != " ":
            raise refuse(
                f"invalid subscript given at index {index} in the equation string, subscripts "
                "must be in [a-zA-Z]"
            )
        index += 1
    if len(labels) != count:
        raise refuse("more operands were provided than specified in the equation")
    return labels


def output_labels(text: str, start: int, known: str) -> str:
    """Return the subscripts of the result, which begin at ``start`` of the equation."""
    found = ""
    index = 0
    while index < len(text):
        letter = text[index]
        if letter == ELLIPSIS:
            if letter in found:
                raise refuse("found '.' for output but an ellipsis (...) was already found")
            if text[index : index + 3] != "...":
                raise refuse("found '.' for output that is not part of any ellipsis (...)")
            index += 2
            found += letter
        elif letter in ascii_letters:
            if letter in found:
                raise refuse(f"output subscript {letter} appears more than once in the output")
            if letter not in known:
                raise refuse(
                    f"output subscript {letter} does not appear in the equation for any input "
                    "operand"
                )
            found += letter
        elif letter != " ":
            raise refuse(
                f"invalid subscript given at index {start + index} in the equation string, "
                "subscripts must be in [a-zA-Z]"
            )
        index += 1
    return found


def check_counts(labels: list[str], operands: Sequence[Any]) -> int:
    """Return how many dimensions the widest ellipsis covers."""
    widest = 0
    for index, (text, x) in enumerate(zip(labels, operands, strict=True)):
        ndim, covers = len(x.shape), ELLIPSIS in text
        count = len(text) - covers
        if count > ndim or (not covers and count != ndim):
            relation = "is more than" if covers else "does not match"
            rest = "" if covers else " and no ellipsis was given"
            raise refuse(
                f"the number of subscripts in the equation ({count}) {relation} the number of "
                f"dimensions ({ndim}) for operand {index}{rest}"
            )
        if covers:
            widest = max(widest, ndim - count)
    return widest


def _ordered(letters: str) -> list[str]:
    return sorted(set(letters) - {ELLIPSIS})


def places_of(labels: list[str], output: str | None, widest: int) -> tuple[dict[Any, int], int]:
    """Return where each label goes in the aligned operands, and how many of them are kept."""
    together = "".join(labels)
    if output is None:
        output = ELLIPSIS + "".join(x for x in _ordered(together) if together.count(x) == 1)
    kept: list[Any] = []
    for letter in output:
        kept += [(ELLIPSIS, k) for k in range(widest)] if letter == ELLIPSIS else [letter]
    rest: list[Any] = [] if ELLIPSIS in output else [(ELLIPSIS, k) for k in range(widest)]
    rest += [letter for letter in _ordered(together) if letter not in output]
    return {label: place for place, label in enumerate([*kept, *rest])}, len(kept)


class Sizes:
    """The sizes of labels seen so far; an operand whose size differs is refused."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def see(self, label: Any, size: int, dim: int, operand: int) -> None:
        """Note the size of a label in an operand."""
        if size == 1:
            return
        known = self.known.setdefault(label, size)
        if known == size:
            return
        if isinstance(label, tuple):
            raise refuse(
                f"dimension {dim} covered by ellipsis in operand {operand}has size {size} which "
                f"does not broadcast with previously seen ellipsis with size {known} for the "
                "respective dimension"
            )
        raise refuse(
            f"subscript {label} has size {size} for operand {operand} which does not broadcast "
            f"with previously seen size {known}"
        )
