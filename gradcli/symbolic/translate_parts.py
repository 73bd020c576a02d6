"""From operators to expressions: parts of tensors, picked likelihoods, largest and smallest."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Final

from gradcli.symbolic.algebra import (
    expand,
    multiply,
    product,
    reshape,
    scalars_out,
    scaled,
    split,
    subtract,
    terms,
    total,
)
from gradcli.symbolic.constants import unit_vector
from gradcli.symbolic.expr import Expr, Shape, call, is_call, number
from gradcli.symbolic.matrices import outer, sum_over
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.translate import Attrs, translates

_ONE: Final = Fraction(1)
_WHOLE: Final = ("slice", None, None, None)


@translates("_nll_slope")
def _nll_slope(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    """Write the gradient of a picked likelihood with the picked classes as rows of an identity."""
    reduction, ignored = attrs.get("reduction"), attrs.get("ignore_index", -100)
    if len(shape) > 2 or ignored >= 0:
        return None
    g, target, *weights = args
    if len(shape) == 1 and target.shape != ():
        return None
    rows = call("one_hot", (target,), (("num_classes", shape[-1]),), shape, "i")
    g = reshape(g, (*g.shape, 1)) if g.shape else g
    pairs = [(g, _ONE), (rows, _ONE), *[(weight, _ONE) for weight in weights]]
    mean = reduction == "mean" and len(shape) == 2
    if mean and weights:
        chosen = product(_ONE, pairs[1:], shape)
        pairs.append((sum_over(chosen, (0, 1)), -_ONE))
    return product(Fraction(-1, shape[0] if mean and not weights else 1), pairs, shape)


@translates("_added_into")
def _one_of_each(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    """Write what is added to one element of each row as the rows of an identity, multiplied."""
    x, index = args
    rows = index.shape[:-1]
    along = attrs.get("dim", 0) % max(len(shape), 1)
    if not rows or index.shape != (*shape[:-1], 1) or along != len(rows):
        coefficient, rest = split(x)
        return scaled(coefficient, call("_added_into", (rest, index), attrs.items(), shape, kind))
    places = reshape(index, rows)
    chosen = call("one_hot", (places,), (("num_classes", shape[-1]),), shape, "i")
    return product(_ONE, [(x, _ONE), (chosen, _ONE)], shape) if kind == "f" else None


@translates("_bce_slope")
def _bce_slope(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    """Write the gradient of a cross entropy of probabilities without the guard at 0 and 1."""
    g, x, target, *weights = args
    spread = multiply(x, subtract(number(1), x))
    count = prod(shape) if attrs.get("reduction") == "mean" else 1
    pairs = [(g, _ONE), (subtract(x, target), _ONE), (spread, -_ONE)]
    pairs += [(weight, _ONE) for weight in weights]
    return product(Fraction(1, count), pairs, shape)


@translates("select", "slice", "unbind")
def _part(args: list[Expr], attrs: Attrs, shape: Shape, output: Any) -> Expr | None:
    """Take a part of a tensor."""
    place = {} if output is None else {"dim": attrs.get("dim", 0), "index": output}
    return part_of(args[0], place or attrs, shape)


def part_of(whole: Expr, attrs: Attrs, shape: Shape) -> Expr:
    """Take a part of a tensor; 0-d factors stay outside, and parts of joined tensors come back."""
    kind = whole.kind
    name = "select" if "index" in attrs else "slice"
    before, rest = scalars_out(whole) if kind in "fc" else ([], whole)
    if is_call(rest, "eye") and name == "select":
        unit = unit_vector(shape[0], attrs["index"] % shape[0])
        return product(_ONE, [*before, (unit, _ONE)], shape)
    inner = _of_each(rest, attrs, shape) if name == "select" else None
    if inner is not None:
        return product(_ONE, [*before, (inner, _ONE)], shape)
    if rest.head == "expand":
        repeated = _of_repeated(rest, attrs, shape)
        return product(_ONE, [*before, (repeated, _ONE)], shape)
    padded = _of_padded(rest, attrs, shape) if is_call(rest, "_put") else None
    if padded is not None:
        return product(_ONE, [*before, (padded, _ONE)], shape)
    if (
        is_call(rest, "view_as_real")
        and name == "select"
        and attrs.get("dim", 0) in (-1, len(shape))
    ):
        made = settled(call(("real", "imag")[attrs["index"]], rest.args, (), shape))
        return product(_ONE, [*before, (made, _ONE)], shape)
    given = tuple((key, value) for key, value in attrs.items() if value is not None)
    made = settled(call(name, (rest,), given, shape, kind))
    return product(_ONE, [*before, (made, _ONE)], shape) if before else made


def _of_each(expr: Expr, attrs: Attrs, shape: Shape) -> Expr | None:
    """Return an element of an outer product or a sum, where that of its parts is no longer."""
    dim, index = attrs.get("dim", 0) % len(expr.shape), attrs["index"]
    if expr.head == "outer":
        sides = list(expr.args)
        sides[dim] = part_of(sides[dim], {"dim": 0, "index": index}, ())
        return multiply(*sides)
    if expr.head != "sum":
        return None
    parts = [(c, part_of(expand(term, expr.shape), attrs, shape)) for c, term in terms(expr)]
    found = total(parts, shape)
    return found if found.size <= expr.size else None


def _of_repeated(expr: Expr, attrs: Attrs, shape: Shape) -> Expr:
    """Return a part of what is repeated: it repeated less often, or a part of it repeated."""
    (inner,) = expr.args
    lead = len(expr.shape) - len(inner.shape)
    dim = attrs.get("dim", 0) % len(expr.shape) - lead
    if dim < 0:
        return expand(inner, shape)
    small = inner.shape[dim] == 1
    size = () if "index" in attrs else (1 if small else shape[dim + lead],)
    own = (*inner.shape[:dim], *size, *inner.shape[dim + 1 :])
    if small:
        return expand(reshape(inner, own), shape)
    return expand(part_of(inner, {**attrs, "dim": dim}, own), shape)


def _of_padded(expr: Expr, attrs: Attrs, shape: Shape) -> Expr | None:
    """Return a part of what stands among zeros: of it, it among fewer zeros, or zeros."""
    along, (inner,) = attrs.get("dim", 0) % len(expr.shape), expr.args[:1]
    unit = expr.attr("index")[0]
    if inner.shape == () and len(expr.shape) == 1 and isinstance(unit, int) and "index" in attrs:
        same = (unit - attrs["index"]) % expr.shape[0] == 0
        return inner if same else number(0)
    found = slice_of(expr)
    if found is None or attrs.get("step", 1) not in (None, 1):
        return None
    dim, first, after = found
    size = expr.shape[dim]
    if along != dim:
        lead = dim - ("index" in attrs and along < dim)
        kept = (*shape[:lead], inner.shape[dim], *shape[lead + 1 :])
        return among_zeros(part_of(inner, attrs, kept), lead, first, size)
    if "index" in attrs:
        place = attrs["index"] % size - first
        if not 0 <= place < after - first:
            return expand(number(0), shape)
        return part_of(inner, {"dim": dim, "index": place}, shape)
    start, end, _ = slice(attrs.get("start"), attrs.get("end"), 1).indices(size)
    low, high = max(start, first), min(end, after)
    if low >= high:
        return expand(number(0), shape)
    kept = (*inner.shape[:dim], high - low, *inner.shape[dim + 1 :])
    bounds = {"dim": dim, "start": low - first, "end": high - first, "step": 1}
    part = inner if kept == inner.shape else part_of(inner, bounds, kept)
    return among_zeros(part, dim, low - start, end - start)


def slice_of(expr: Expr) -> tuple[int, int, int] | None:
    """Return the dimension along which something stands among zeros, and from where to where."""
    index = [part for part in expr.attr("index") if part is not ...]
    dims = [dim for dim, part in enumerate(index) if part != _WHOLE]
    if len(dims) != 1 or index[dims[0]].__class__ is not tuple or index[dims[0]][:1] != _WHOLE[:1]:
        return None
    start, end, step = slice(*index[dims[0]][1:]).indices(expr.shape[dims[0]])
    return (dims[0], start, end) if step == 1 else None


def among_zeros(expr: Expr, dim: int, first: int, size: int) -> Expr:
    """Return an expression from a place on among zeros along a dimension of another size."""
    own = expr.shape[dim]
    shape = (*expr.shape[:dim], size, *expr.shape[dim + 1 :])
    if shape == expr.shape:
        return expr
    index = (*[_WHOLE] * dim, ("slice", first, first + own, 1), ...)
    made = _put([expr], {"shape": shape, "index": index}, shape, expr.kind)
    assert made is not None
    return made


@translates("constant_pad_nd")
def _padded(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    """Write padding with zeros as a part of the result, and less than nothing as a part."""
    (x,), pad = args, attrs["pad"]
    if attrs.get("value", 0) != 0 or kind not in "fc":
        return None
    for place in range(len(pad) // 2):
        dim = len(shape) - 1 - place
        before, after = pad[2 * place : 2 * place + 2]
        start, end = max(-before, 0), x.shape[dim] - max(-after, 0)
        if end - start < x.shape[dim]:
            own = (*x.shape[:dim], end - start, *x.shape[dim + 1 :])
            x = part_of(x, {"dim": dim, "start": start, "end": end, "step": 1}, own)
        x = among_zeros(x, dim, max(before, 0), shape[dim])
    return x


@translates("_get")
def _get(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    """Take a part along the first dimension as ``select`` and ``slice`` do."""
    first, *rest = attrs["index"]
    if rest != [...] or not isinstance(first, (int, tuple)):
        return None
    if isinstance(first, int):
        return part_of(args[0], {"dim": 0, "index": first}, shape)
    bounds = dict(zip(("start", "end", "step"), first[1:], strict=True))
    return part_of(args[0], {"dim": 0, **bounds}, shape)


def _renamed(name: str) -> None:
    @translates(f"_{name}_all", f"_{name}_dim")
    def translate(
        args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any
    ) -> Expr | None:
        given = tuple((key, value) for key, value in attrs.items() if value is not False)
        return settled(call(name, args, given, shape, kind, output))


_renamed("max")
_renamed("min")


def _of_all(name: str) -> None:
    @translates(f"a{name}")
    def translate(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
        """Write the extreme along no dimensions, which is that of all elements, as that."""
        whole = attrs.get("dim") in ((), None) and not attrs.get("keepdim", False)
        return settled(call(name, args, (), shape, kind)) if whole else None


_of_all("max")
_of_all("min")


@translates("_put")
def _put(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    (x,) = args
    if kind not in "fc":
        return None
    if prod(shape) == prod(x.shape) and all(
        part == _WHOLE or part == 0 or part is ... for part in attrs.get("index", ())
    ):
        return reshape(x, shape)  # among no zeros
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
