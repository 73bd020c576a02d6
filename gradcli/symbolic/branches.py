"""Branches that values decide: which way a program goes, and two ways as one expression.

A program asks a tensor for its truth where it branches. Here the answer can be another one than the
values give, so that every way is followed; what each computes is then chosen by the condition. What
else a program makes of values in Python (a number, an index) has no expression and is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from gradcli.errors import OpError, op_error
from gradcli.symbolic.algebra import expand, kind_of, plain, reshape
from gradcli.symbolic.expr import Expr, call, in_order, number
from gradcli.symbolic.rewrites import settled

_MOST: Final = 5  # branches on one way through a program

Followed = tuple["Branches", Sequence[Expr] | Exception]
"""What came of a way through a program: expressions, or the error that it ended with."""


class Branches:
    """One way through a program: ``forced`` answers come first, then those that values give.

    ``picks`` takes the masks by which elements are picked; where it is None that is refused.
    """

    __slots__ = ("forced", "picks", "taken", "varying")

    def __init__(
        self,
        varying: Iterable[str],
        forced: Sequence[bool] = (),
        picks: list[Expr] | None = None,
    ) -> None:
        self.varying = frozenset(varying)
        self.forced = tuple(forced)
        self.picks = picks
        self.taken: list[tuple[Expr, bool]] = []

    def depends(self, expr: Expr) -> bool:
        """Tell whether an expression's values depend on inputs that have no fixed values."""
        return any(p.head == "symbol" and p.data[0] in self.varying for p in in_order(expr))

    def decide(self, test: Expr, value: bool) -> bool:
        """Return which way to go at a branch, given what the values say."""
        if not self.depends(test):
            return value
        for known, before in self.taken:
            if known is test:
                return before
        place = len(self.taken)
        if place == _MOST:
            raise self.refuse(
                "the derivative depends on values by way of this branch, in too many ways",
                "write the choice with where(condition, a, b), or a loop of a fixed length",
            )
        value = self.forced[place] if place < len(self.forced) else value
        self.taken.append((test, value))
        return value

    def refuse(self, message: str, help: str) -> OpError:
        """Return the error for what has no expression, for the caller to raise."""
        return op_error(NotImplementedError, message, code="no-expression", help=help)


def every_way(follow: Callable[[Sequence[bool]], Followed]) -> Sequence[Expr]:
    """Return what a program computes, chosen by its branches, given how to follow one way of it.

    A way that ends with an error of the program is left out; if all do, the first is raised.
    """
    found = _from(follow, ())
    if isinstance(found, Exception):
        raise found
    return found


def _from(
    follow: Callable[[Sequence[bool]], Followed], forced: Sequence[bool]
) -> Sequence[Expr] | Exception:
    branches, found = follow(forced)
    for place in reversed(range(len(forced), len(branches.taken))):
        test, value = branches.taken[place]
        before = [answer for _, answer in branches.taken[:place]]
        other = _from(follow, [*before, not value])
        yes, no = (found, other) if value else (other, found)
        if isinstance(yes, Exception):
            found = no
        elif not isinstance(no, Exception):
            found = [_choice(test, a, b) for a, b in zip(yes, no, strict=True)]
        else:
            found = yes
    return found


def _choice(test: Expr, yes: Expr, no: Expr) -> Expr:
    """Return one of two expressions by a condition of one element."""
    if yes is no:
        return yes
    if yes.shape != no.shape:
        shapes = " and ".join(str(tuple(side.shape)) for side in (yes, no))
        message = f"the derivatives of a program's branches have different shapes: {shapes}"
        raise op_error(NotImplementedError, message, code="no-expression")
    test = reshape(test, ())
    if test.kind != "b":
        test = settled(call("ne", (test, number(Fraction(0))), (), (), "b"))
    a, b = plain(yes), plain(no)
    shape = a.shape if len(a.shape) >= len(b.shape) else b.shape
    if {a.shape, b.shape} - {(), shape}:
        a, b, shape = yes, no, yes.shape
    return expand(settled(call("where", (test, a, b), (), shape, kind_of([a, b]))), yes.shape)
