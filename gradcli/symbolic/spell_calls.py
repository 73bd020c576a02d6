"""How calls of some operators are written that are no function calls in a text.

Parts of tensors are subscripts, transposes attributes, and what only derivatives are made of is
written with the functions that users have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from gradcli.symbolic.algebra import plain
from gradcli.symbolic.constants import is_constant
from gradcli.symbolic.expr import Expr, is_call, is_number
from gradcli.symbolic.translate_parts import slice_of
from gradcli.symbolic.tree import (
    NOWHERE,
    binary,
    called,
    constant,
    indexed,
    is_none,
    literal,
    method,
)
from gradcli.syntax import nodes


class Spells(Protocol):
    """What writes the parts of a call; ``names`` and ``sizes`` say what is written by a name."""

    names: dict[Expr, str]
    sizes: Mapping[int, str]

    def of(self, expr: Expr) -> nodes.Expr:
        """Return the tree of a part."""

    def size(self, size: int) -> nodes.Expr:
        """Return a size, by its name where it has one."""

    def like(self, shape: tuple[int, ...]) -> nodes.Expr | None:
        """Return an input of a shape."""

    def attribute(self, value: Any, expr: Expr) -> nodes.Expr:
        """Return an attribute of a call."""

    def reduced(self, expr: Expr, dims: tuple[int, ...], keepdim: bool) -> nodes.Expr:
        """Return a reduction along dimensions."""


_DIMENSIONS: Final = ("dim", "dims", "shifts", "kernel_size", "stride", "padding", "dilation")


def operand(speller: Spells, expr: Expr, accepts: str = "Array") -> nodes.Expr:
    """Return an operand; a number is made a tensor where a program may not pass a number."""
    if accepts != "Array" or not is_constant(expr):
        return speller.of(expr)
    exact = is_number(expr) and not isinstance(expr.data[0], complex)
    return called("tensor", [literal(float(expr.data[0])) if exact else speller.of(expr)])


def alone(key: str, value: Any) -> Any:
    """Return a dimension by itself, where only one is given."""
    single = key in _DIMENSIONS and isinstance(value, tuple) and len(value) == 1
    return value[0] if single else value


def _select(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    colon = nodes.Slice(NOWHERE, None, None, None)
    (inner,) = expr.args
    dim = attrs.get("dim", 0) % len(inner.shape)
    index = [colon] * dim + [literal(attrs.get("index", 0))]
    whole = inner.args[0] if is_call(inner, "select") else inner
    row = dim == 0 and whole is not inner and (whole.head == "symbol" or whole in speller.names)
    if row and dict(inner.data[2]).get("dim", 0) % len(inner.args[0].shape) == 0:
        index.insert(0, literal(inner.attr("index")))  # as an element of a matrix is known
        (inner,) = inner.args
    return indexed(speller.of(inner), index)


def _slice(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    dim = attrs.get("dim", 0) % len(expr.args[0].shape)
    bounds = [attrs.get(key) for key in ("start", "end", "step")]
    size = expr.args[0].shape[dim]
    start, end, step = bounds
    parts = (
        "slice",
        _place(speller, start, size) or None,
        None if end is None or end >= size else _place(speller, end, size),
        None if step in (None, 1) else step,
    )
    (inner,) = expr.args
    own = speller.of(inner)
    before: Sequence[nodes.Expr] = ()
    if is_call(inner, "slice") and inner not in speller.names and isinstance(own, nodes.Subscript):
        before = own.index.elements if isinstance(own.index, nodes.Tuple) else [own.index]
        if len(before) <= dim:  # one bracket for the parts along several dimensions
            own = own.value
        else:
            before = ()
    colons = [nodes.Slice(NOWHERE, None, None, None)] * (dim - len(before))
    return indexed(own, [*before, *colons, literal(parts)])


def _place(speller: Spells, place: int | None, size: int) -> int | None:
    """Return where a part begins or ends, from the nearer end where the size is any."""
    is_open = isinstance(speller.size(size), nodes.Name)
    return place - size if place and is_open and 2 * place > size else place


def _batched(speller: Spells, expr: Expr) -> nodes.Expr:
    return binary(speller.of(expr.args[0]), "@", speller.of(expr.args[1]))


def _permuted(speller: Spells, expr: Expr) -> nodes.Expr:
    dims = expr.attr("dims")
    count = len(dims)
    inner = speller.of(expr.args[0])
    if dims == (*range(count - 2), count - 1, count - 2):
        return nodes.Attribute(NOWHERE, inner, "mT", NOWHERE)
    return method(inner, "permute", [literal(d) for d in dims])


def _mean(speller: Spells, expr: Expr) -> nodes.Expr | None:
    dims = expr.attr("dim")
    whole = tuple(range(len(expr.args[0].shape)))
    return speller.reduced(expr, whole if dims is None else dims, False)


def _flip(speller: Spells, expr: Expr) -> nodes.Expr:
    return method(speller.of(expr.args[0]), "flip", [literal(d) for d in expr.attr("dims")])


def _cumsum(speller: Spells, expr: Expr) -> nodes.Expr:
    return method(speller.of(expr.args[0]), "cumsum", [literal(expr.attr("dim"))])


def _put(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write values at an index among zeros: a row of an identity, or a scatter."""
    attrs = dict(expr.data[2])
    (inner,) = expr.args[:1]
    shape, index = expr.shape, attrs.get("index", ())
    if len(shape) == 1 and inner.shape == () and index and isinstance(index[0], int):
        unit = indexed(called("eye", [speller.size(shape[0])]), [literal(index[0])])
        return unit if is_number(inner, 1) else binary(speller.of(inner), "*", unit)
    index = tuple(part for part in index if part is not ...)
    dims = [d for d, part in enumerate(index) if part != ("slice", None, None, None)]
    if len(dims) != 1:
        return None
    (dim,) = dims
    model = speller.like(shape)
    zeros = (
        called("zeros_like", [model])
        if model
        else called("zeros", [speller.size(s) for s in shape])
    )
    part = index[dim]
    if isinstance(part, int):
        return called("select_scatter", [zeros, speller.of(inner), literal(dim), literal(part)])
    if isinstance(part, tuple) and part[:1] == ("slice",):
        start, end, step = part[1:]
        if step in (None, 1):
            return _padded(speller, expr)
        size = shape[dim]
        if len(shape) == 1 and end in (None, size) and plain(inner).shape == ():
            return _every(speller, plain(inner), size, start or 0, step)
        bounds = [literal(dim), literal(_place(speller, start, size) or 0)]
        whole = end is None or end == size
        bounds += [speller.size(size) if whole else literal(_place(speller, end, size))]
        bounds += [literal(step)] if step not in (None, 1) else []
        return called("slice_scatter", [zeros, speller.of(inner), *bounds])
    return None


def _every(speller: Spells, inner: Expr, size: int, start: int, step: int) -> nodes.Expr:
    """Write one value at every few places among zeros."""
    place = called("arange", [speller.size(size)])
    picked: nodes.Expr = nodes.Compare(
        NOWHERE, binary(place, "%", literal(step)), ["=="], [literal(start % step)]
    )
    if start >= step:
        picked = binary(picked, "&", nodes.Compare(NOWHERE, place, [">="], [literal(start)]))
    return binary(constant(1.0) if is_number(inner, 1) else speller.of(inner), "*", picked)


def _padded(speller: Spells, expr: Expr) -> nodes.Expr:
    """Write values among zeros, along several dimensions at once."""
    ndim = len(expr.shape)
    around = [0] * 2 * ndim
    inner = expr
    while is_call(inner, "_put") and (inner is expr or inner not in speller.names):
        found = slice_of(inner)
        if found is None or any(around[2 * (ndim - 1 - found[0]) :][:2]):
            break
        dim, first, after = found
        place = 2 * (ndim - 1 - dim)
        around[place : place + 2] = first, inner.shape[dim] - after
        (inner,) = inner.args
    while around[-2:] == [0, 0]:
        del around[-2:]
    return called("F.pad", [speller.of(inner), literal(tuple(around))])


def _kron(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write the product of two identities, of sizes that are known, as one."""
    sizes = [arg.shape[0] for arg in expr.args if is_call(arg, "eye")]
    if len(sizes) != 2 or any(not isinstance(speller.size(n), nodes.Constant) for n in sizes):
        return None
    return called("eye", [literal(sizes[0] * sizes[1])])


def _one_hot(speller: Spells, expr: Expr) -> nodes.Expr:
    count = speller.size(expr.attr("num_classes"))
    return called("F.one_hot", [speller.of(expr.args[0]), count])


def _put_along(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    model = speller.like(expr.shape)
    sizes = [speller.size(size) for size in expr.shape]
    zeros = called("zeros_like", [model]) if model else called("zeros", sizes)
    index = speller.of(expr.args[attrs["indices"].place])
    return called(
        "scatter_add", [zeros, literal(attrs.get("dim", 0)), index, speller.of(expr.args[0])]
    )


def _put_diagonal(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = [(key, value) for key, value in expr.data[2] if key != "shape"]
    model = speller.like(expr.shape)
    sizes = [speller.size(size) for size in expr.shape]
    zeros = called("zeros_like", [model]) if model else called("zeros", sizes)
    given = [(key, literal(value)) for key, value in attrs]
    return called("diagonal_scatter", [zeros, speller.of(expr.args[0])], given)


def _diagonal(speller: Spells, expr: Expr) -> nodes.Expr | None:
    plain = len(expr.args[0].shape) == 2 and not expr.data[2]
    return called("diag", [speller.of(expr.args[0])]) if plain else None


def _clamp(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    low, high = attrs.get("min"), attrs.get("max")
    x = speller.of(expr.args[0])
    if low is not None and high is not None:
        return called("clamp", [x, literal(low), literal(high)])
    given = [(key, literal(value)) for key, value in (("min", low), ("max", high))]
    return called("clamp", [x], [pair for pair in given if not is_none(pair[1])])


def _index_put(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Add values to zeros at an index along one dimension, or at tensors of indices."""
    indices = expr.attr("indices")
    model = speller.like(expr.shape)
    sizes = [speller.size(size) for size in expr.shape]
    zeros = called("zeros_like", [model]) if model else called("zeros", sizes)
    values = speller.of(expr.args[0])
    *before, last = indices
    if all(part == _WHOLE for part in before) and isinstance(last, tuple) and len(last) == 1:
        index = expr.args[last[0]]
        if len(index.shape) == 1 and index.kind == "i":
            return called("index_add", [zeros, literal(len(before)), speller.of(index), values])
    places = _all_places(speller, expr, indices)
    return None if places is None else method(zeros, "index_put", [places, values, constant(True)])


def _all_places(speller: Spells, expr: Expr, indices: Sequence[Any]) -> nodes.Expr | None:
    """Return tensors of indices, with all places along the dimensions that are taken whole.

    Values have those dimensions at their place where the tensors stand side by side, else last.
    """
    tensors = [d for d, part in enumerate(indices) if len(part) == 1]
    if any(part != _WHOLE for d, part in enumerate(indices) if d not in tensors):
        return None
    if len(tensors) == len(indices):
        return speller.attribute(indices, expr)
    together = tensors[-1] - tensors[0] == len(tensors) - 1
    rank = max(len(expr.args[indices[d][0]].shape) for d in tensors)
    whole = len(indices) - len(tensors)
    found = []
    for d, part in enumerate(indices):
        if d in tensors:
            node, after = speller.attribute(part, expr), 0 if together else whole
            own = expr.args[part[0]].shape
        else:
            node, own = called("arange", [speller.size(expr.shape[d])]), (expr.shape[d],)
            whole_after = sum(other not in tensors for other in range(d + 1, len(indices)))
            after = whole_after + (rank if together else 0)
        first = nodes.Slice(NOWHERE, None, None, None) if len(own) == 1 else constant(...)
        found.append(indexed(node, [first, *[constant(None)] * after]) if after else node)
    return nodes.Tuple(NOWHERE, found)


_WHOLE: Final = ("slice", None, None, None)


def _index(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    parts = speller.attribute(attrs["indices"], expr)
    assert isinstance(parts, nodes.Tuple)
    colon = nodes.Slice(NOWHERE, None, None, None)
    return indexed(
        speller.of(expr.args[0]), [colon if is_none(part) else part for part in parts.elements]
    )


def _floored(speller: Spells, expr: Expr) -> nodes.Expr:
    return called("clamp", [speller.of(expr.args[0])], [("min", literal(expr.attr("least")))])


def _stack(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write rows below each other; a number among them is a tensor."""
    if expr.data[2]:
        return None
    return called("stack", [nodes.Tuple(NOWHERE, [operand(speller, arg) for arg in expr.args])])


def _norm(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write the norm of everything, or that of every row or column."""
    attrs = {key: value for key, value in expr.data[2] if value is not None}
    x, ord_, dim = speller.of(expr.args[0]), attrs.get("ord", 2), attrs.get("dim")
    if set(attrs) - {"ord", "dim", "keepdim"}:
        return None
    if dim is None:
        return None if attrs.get("keepdim") else called("norm", [x, literal(ord_)])
    dims = dim if isinstance(dim, tuple) else (dim,)
    if ord_ != 2 or len(dims) != 1:
        return None
    kept = [("keepdim", constant(True))] if attrs.get("keepdim") else []
    return called("norm", [x], [("dim", literal(dims[0])), *kept])


def _polygamma(speller: Spells, expr: Expr) -> nodes.Expr:
    return called("polygamma", [literal(expr.attr("n")), speller.of(expr.args[0])])


def _eye(speller: Spells, expr: Expr) -> nodes.Expr:
    return called("eye", [speller.size(expr.attr("n"))])


CALLS: Final[dict[str, Callable[[Spells, Expr], nodes.Expr | None]]] = {
    "select": _select,
    "slice": _slice,
    "matmul": _batched,
    "permute": _permuted,
    "mean": _mean,
    "flip": _flip,
    "cumsum": _cumsum,
    "_put": _put,
    "eye": _eye,
    "_polygamma": _polygamma,
    "linalg_vector_norm": _norm,
    "stack": _stack,
    "one_hot": _one_hot,
    "kron": _kron,
    "_put_along": _put_along,
    "_add_along": _put_along,
    "_put_diagonal": _put_diagonal,
    "diagonal": _diagonal,
    "_clamp_numbers": _clamp,
    "_index_put": _index_put,
    "index": _index,
    "_floored": _floored,
}
