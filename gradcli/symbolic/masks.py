"""Elements that a mask picks: sums over them as sums over all, by a choice in the others' place.

How many elements a mask picks depends on values, so nothing of that size can be written down. What
is computed of them element by element can: everywhere, and then chosen where the mask is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gradcli.core.table import OPS
from gradcli.symbolic.algebra import expand, factors, multiply, plain, power, product, terms, total
from gradcli.symbolic.expr import Expr, call, in_order, is_call, is_number, number
from gradcli.symbolic.matrices import sum_over
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import settled

_PUTS: Final = ("_index_put", "_put_where")

Masked = tuple[Expr, Expr]
"""A mask, and what elements are before it picks some."""


def without_masks(roots: Sequence[Expr]) -> list[Expr] | None:
    """Return expressions in which no mask picks elements; None where that cannot be written."""
    picked: dict[Expr, Masked] = {}
    new: dict[Expr, Expr] = {}
    for expr in in_order(*roots):
        masked = [picked[arg] for arg in expr.args if arg in picked]
        found = _picked(expr, new)
        if found is None and masked and len({mask for mask, _ in masked}) == 1:
            put = _put(expr, picked, new)
            if put is not None:
                new[expr] = put
                continue
            found = _element_by_element(expr, picked, new)
        if found is not None:
            picked[expr] = found
        elif masked:
            return None
        else:
            put = _put(expr, picked, new)
            new[expr] = rebuilt(expr, [new[arg] for arg in expr.args]) if put is None else put
    return None if any(root in picked for root in roots) else [new[root] for root in roots]


def _mask(expr: Expr) -> Expr | None:
    """Return the one mask by which a call picks elements, or puts them in their places."""
    if len(expr.args) != 2 or expr.args[1].kind != "b":
        return None
    shape = expr.args[0].shape if is_call(expr, "index", "masked_select") else expr.shape
    return expr.args[1] if expr.args[1].shape == shape else None


def _picked(expr: Expr, new: dict[Expr, Expr]) -> Masked | None:
    if not is_call(expr, "index", "masked_select") or expr.args[0] not in new:
        return None
    mask = _mask(expr)
    return None if mask is None else (new[mask], new[expr.args[0]])


def _put(expr: Expr, picked: dict[Expr, Masked], new: dict[Expr, Expr]) -> Expr | None:
    """Return what is made of picked elements and is of another size than they are."""
    if is_call(expr, *_PUTS):
        mask, value = _mask(expr), plain(expr.args[0])
        if mask is None or (value.shape != () and expr.args[0] not in picked):
            return None
        if expr.args[0] in picked:
            kept, value = picked[expr.args[0]]
            return _chosen(kept, value) if kept is new[mask] else None
        return _chosen(new[mask], new.get(value, value))
    if expr.head == "total" and expr.shape == () and expr.args[0] in picked:
        return _summed(*picked[expr.args[0]])
    if expr.head == "matmul" and expr.shape == () and all(arg in picked for arg in expr.args):
        (mask, a), (_, b) = (picked[arg] for arg in expr.args)
        return _summed(mask, multiply(a, b))
    return None


def _chosen(mask: Expr, value: Expr) -> Expr:
    """Return a value where a mask is true, and 0 elsewhere."""
    if is_number(value):
        return product(value.data[0], [(mask, 1)], mask.shape)
    return settled(call("where", (mask, value, number(0)), (), mask.shape, "f"))


def _summed(mask: Expr, value: Expr) -> Expr:
    return sum_over(_chosen(mask, value), tuple(range(len(mask.shape))))


def _element_by_element(
    expr: Expr, picked: dict[Expr, Masked], new: dict[Expr, Expr]
) -> Masked | None:
    """Return what an operation makes of picked elements as what it makes of all."""
    mask = next(picked[arg][0] for arg in expr.args if arg in picked)
    sides = [picked[arg][1] if arg in picked else plain(new[arg]) for arg in expr.args]
    if any(
        arg not in picked and side.shape != () for arg, side in zip(expr.args, sides, strict=True)
    ):
        return None
    shape = mask.shape
    if expr.head == "sum":
        pairs = [(c, side) for (c, _), side in zip(terms(expr), sides, strict=False)]
        return mask, total([*pairs, (expr.data[-1], number(1))], shape)
    if expr.head == "product":
        powers = [(side, e) for (_, e), side in zip(factors(expr), sides, strict=True)]
        return mask, product(expr.data[0], powers, shape)
    if expr.head == "power":
        return mask, expand(power(*sides), shape)
    if expr.head == "call" and getattr(OPS.get(expr.name), "broadcasts", False):
        return mask, settled(call(expr.name, sides, expr.data[2], shape, expr.kind))
    return None
