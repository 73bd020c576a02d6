"""From operators to expressions: parts of tensors, picked likelihoods, largest and smallest."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Final

from gradcli.symbolic.algebra import multiply, product, scalars_out, scaled, split, subtract
from gradcli.symbolic.constants import unit_vector
from gradcli.symbolic.expr import Expr, Shape, call, is_call, number
from gradcli.symbolic.matrices import outer
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.translate import TRANSLATIONS, Attrs, Translation, translates

_ONE: Final = Fraction(1)


@translates("_nll_slope")
def _nll_slope(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Write the gradient of a picked likelihood with the picked classes as rows of an identity."""
    present = attrs.get("_present", (True, True, True))
    if present != (True, True, False) or len(shape) > 2 or attrs.get("reduction") == "none":
        return None
    g, target = args
    if len(shape) == 1 and target.shape != ():
        return None
    rows = call("one_hot", (target,), (("num_classes", shape[-1]),), shape, "i")
    mean = attrs.get("reduction") == "mean" and len(shape) == 2
    return product(Fraction(-1, shape[0] if mean else 1), [(g, _ONE), (rows, _ONE)], shape)


@translates("_bce_slope")
def _bce_slope(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Write the gradient of a cross entropy of probabilities without the guard at 0 and 1."""
    if attrs.get("_present", ())[3:] == (True,):
        return None
    g, x, target = args
    spread = multiply(x, subtract(number(1), x))
    count = prod(shape) if attrs.get("reduction") == "mean" else 1
    pairs = [(g, _ONE), (subtract(x, target), _ONE), (spread, -_ONE)]
    return product(Fraction(1, count), pairs, shape)


@translates("select", "slice", "unbind")
def _part(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Take a part of a tensor; 0-d factors stay outside, and parts of joined tensors come back."""
    if output is not None:
        attrs = {"dim": attrs.get("dim", 0), "index": output}
    name = "select" if "index" in attrs else "slice"
    before, rest = scalars_out(args[0]) if kind in "fc" else ([], args[0])
    if is_call(rest, "eye") and name == "select":
        unit = unit_vector(shape[0], attrs["index"] % shape[0])
        return product(_ONE, [*before, (unit, _ONE)], shape)
    if rest.head == "expand" and rest.args[0].shape == ():
        return product(_ONE, [*before, (rest.args[0], _ONE)], shape)
    if (
        is_call(rest, "view_as_real")
        and name == "select"
        and attrs.get("dim", 0) in (-1, len(shape))
    ):
        made = settled(call(("real", "imag")[attrs["index"]], rest.args, (), shape))
        return product(_ONE, [*before, (made, _ONE)], shape)
    given = tuple((key, value) for key, value in attrs.items() if value is not None)
    made = settled(call(name, (rest,), given, shape, kind, output))
    return product(_ONE, [*before, (made, _ONE)], shape) if before else made


@translates("_get")
def _get(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Take a part along the first dimension as ``select`` and ``slice`` do."""
    first, *rest = attrs["index"]
    if rest != [...] or not isinstance(first, (int, tuple)):
        return None
    if isinstance(first, int):
        return _part(args, {"dim": 0, "index": first}, shape, kind, None)
    bounds = dict(zip(("start", "end", "step"), first[1:], strict=True))
    return _part(args, {"dim": 0, **bounds}, shape, kind, None)


_RENAMED: Final = {"_max_all": "max", "_min_all": "min", "_max_dim": "max", "_min_dim": "min"}


def _renamed(name: str) -> Translation:
    def translate(
        args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any
    ) -> Expr | None:
        given = tuple((key, value) for key, value in attrs.items() if value is not False)
        return settled(call(name, args, given, shape, kind, output))

    return translate


TRANSLATIONS.update({name: _renamed(new) for name, new in _RENAMED.items()})


@translates("_put")
def _put(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    (x,) = args
    if kind not in "fc":
        return None
    given = tuple(attrs.items())
    if x.shape == ():
        made = call("_put", (number(1),), given, shape, kind)
        return product(_ONE, [(x, _ONE), (made, _ONE)], shape)
    line = _line_of(attrs.get("index", ()), shape)
    if line is not None and len(x.shape) == 1:
        dim, place = line
        unit = unit_vector(shape[dim], place)
        return outer(unit, x) if dim == 0 else outer(x, unit)
    coefficient, rest = split(x)
    return scaled(coefficient, call("_put", (rest,), given, shape, kind))


def _line_of(index: tuple[Any, ...], shape: Shape) -> tuple[int, int] | None:
    """Return the dimension and the place of the row or column of a matrix that an index means."""
    parts = [part for part in index if part is not ...]
    dims = [d for d, part in enumerate(parts) if part != ("slice", None, None, None)]
    if len(shape) != 2 or len(dims) != 1 or parts[dims[0]].__class__ is not int:
        return None
    return dims[0], parts[dims[0]] % shape[dims[0]]
