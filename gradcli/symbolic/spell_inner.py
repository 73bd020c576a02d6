"""How operators that no program can name are written by functions that it can.

Most put values at places among zeros, as the derivatives of whatever picks elements do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from gradcli.core.table import OPS
from gradcli.symbolic.expr import Expr
from gradcli.symbolic.spell_calls import Spells
from gradcli.symbolic.tree import (
    NOWHERE,
    binary,
    called,
    constant,
    indexed,
    is_none,
    literal,
    method,
    numeral,
)
from gradcli.syntax import nodes

Spelling = Callable[[Spells, Expr], nodes.Expr | None]


def zeros(speller: Spells, shape: tuple[int, ...]) -> nodes.Expr:
    """Return zeros of a shape, by an input that has it."""
    model = speller.like(shape)
    if model is not None:
        return called("zeros_like", [model])
    return called("zeros", [speller.size(size) for size in shape] or [literal(())])


def _added(function: str) -> Spelling:
    """Add values to zeros at an index along a dimension."""

    def spell(speller: Spells, expr: Expr) -> nodes.Expr | None:
        values, index = expr.args
        dim = literal(dict(expr.data[2]).get("dim", 0))
        return called(
            function, [zeros(speller, expr.shape), dim, speller.of(index), speller.of(values)]
        )

    return spell


def _vector_norm(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write the norms along one dimension as that of a vector."""
    attrs = dict(expr.data[2])
    dim = attrs.get("dim")
    if attrs.get("ord", 2) == 2 and isinstance(dim, tuple) and len(dim) == 1:
        kept = [("keepdim", constant(True))] if attrs.get("keepdim") else []
        return called("norm", [speller.of(expr.args[0])], [("dim", literal(dim[0])), *kept])
    return _named("torch.linalg.vector_norm", ord=2, keepdim=False)(speller, expr)


def _put_where(speller: Spells, expr: Expr) -> nodes.Expr | None:
    values, mask = expr.args
    base = zeros(speller, expr.shape)
    return called("masked_scatter", [base, speller.of(mask), speller.of(values)])


def _gathered(speller: Spells, expr: Expr) -> nodes.Expr:
    """Write the elements that a mask picks, and zeros behind them."""
    values, mask = map(speller.of, expr.args)
    size = prod(expr.shape)
    parts = [called("masked_select", [values, mask]), called("zeros", [literal(size)])]
    joined = called("cat", [nodes.Tuple(NOWHERE, parts)])
    found = indexed(joined, [nodes.Slice(NOWHERE, None, literal(size), None)])
    if len(expr.shape) == 1:
        return found
    return method(found, "reshape", [speller.size(size) for size in expr.shape])


def _written(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    places = speller.attribute(attrs["indices"], expr)
    more = [constant(True)] if attrs.get("accumulate") else []
    x, values = map(speller.of, expr.args[:2])
    return method(x, "index_put", [places, values, *more])


def _cleared(speller: Spells, expr: Expr) -> nodes.Expr:
    places = speller.attribute(expr.attr("indices"), expr)
    nothing = called("tensor", [constant(0.0)])
    return method(speller.of(expr.args[0]), "index_put", [places, nothing])


def _rows_added(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Add rows to zeros where a table was looked up."""
    attrs = dict(expr.data[2])
    if attrs.get("padding_idx", -1) != -1 or attrs.get("scale_grad_by_freq"):
        return None
    values, index = expr.args
    flat = speller.of(index)
    if len(index.shape) != 1:
        flat = method(flat, "reshape", [literal(-1)])
    rows = speller.of(values)
    if len(values.shape) != 2:
        rows = method(rows, "reshape", [literal(-1), literal(expr.shape[1])])
    return called("index_add", [zeros(speller, expr.shape), literal(0), flat, rows])


def _fold(speller: Spells, expr: Expr) -> nodes.Expr:
    """Add windows where they were taken, element by element of their numbers."""
    attrs = {"dimension": 0, "size": 1, "step": 1, **dict(expr.data[2])}
    dim = attrs["dimension"] % len(expr.shape)
    size, step, length = attrs["size"], attrs["step"], expr.shape[dim]
    numbers = called("arange", [literal(length)])
    windows = method(numbers, "unfold", [literal(0), literal(size), literal(step)])
    values = speller.of(expr.args[0])
    if dim < len(expr.shape) - 1:
        values = method(values, "movedim", [literal(-1), literal(dim + 1)])
    return called(
        "index_add",
        [
            zeros(speller, expr.shape),
            literal(dim),
            method(windows, "flatten"),
            method(values, "flatten", [literal(dim), literal(dim + 1)]),
        ],
    )


def _flat(speller: Spells, expr: Expr, rows: int) -> nodes.Expr:
    """Return a tensor as rows, one for each plane that places are counted in."""
    found = speller.of(expr)
    if len(expr.shape) == 2 and expr.shape[0] == rows:
        return found
    return method(found, "reshape", [literal(rows), literal(-1)])


def _at_places(function: str) -> Spelling:
    """Put values at places that are counted over the last axes at once."""

    def spell(speller: Spells, expr: Expr) -> nodes.Expr:
        attrs = dict(expr.data[2])
        rows = prod(expr.shape[: len(expr.shape) - attrs.get("dims", 1)])
        index = expr.args[attrs["indices"].place]
        base = called("zeros", [literal(rows), literal(prod(expr.shape) // max(rows, 1))])
        parts = [_flat(speller, part, rows) for part in (index, expr.args[0])]
        found = called(function, [base, literal(1), *parts])
        return method(found, "reshape", [speller.size(size) for size in expr.shape])

    return spell


def _from_places(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    (x, index) = expr.args[0], expr.args[attrs["indices"].place]
    rows = prod(expr.shape[: len(expr.shape) - attrs.get("dims", 1)])
    found = called("gather", [_flat(speller, x, rows), literal(1), _flat(speller, index, rows)])
    return method(found, "reshape", [speller.size(size) for size in expr.shape])


def _largest(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write a pooling, or where its elements come from, by the function that was called."""
    function, size, *options = expr.attr("written") or ("", ())
    if not function:
        return None
    usual = {"stride": size, "padding": 0, "dilation": 1, "ceil_mode": False}
    given = zip(usual, map(_short, options), strict=False)
    keywords = [(key, literal(value)) for key, value in given if value != _short(usual[key])]
    args = [speller.of(expr.args[0]), literal(_short(size))]
    if expr.data[1] == 0:
        return called(function, args, keywords)
    found = called(function, args, [*keywords, ("return_indices", constant(True))])
    return indexed(found, [literal(expr.data[1])])


# Convolutions and transforms


def _convolution(speller: Spells, expr: Expr) -> nodes.Expr:
    attrs = dict(expr.data[2])
    dims = len(expr.shape) - 2
    present = attrs.get("_present", (True, True, True))
    args = iter(expr.args)
    given = [speller.of(next(args)) if here else constant(None) for here in present]
    turned = attrs.get("transposed", False)
    usual = {"stride": 1, "padding": 0, "dilation": 1, "output_padding": 0, "groups": 1}
    keywords = [
        (key, literal(_short(attrs[key])))
        for key, value in usual.items()
        if key in attrs and _short(attrs[key]) != value
    ]
    if not present[2]:
        given.pop()
    return called(f"F.conv{'_transpose' if turned else ''}{dims}d", given, keywords)


def _short(value: Any) -> Any:
    """Return one number for equal ones along all axes."""
    return value[0] if isinstance(value, tuple) and len(set(value)) == 1 else value


def _by_kernel(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write the gradient of a kernel: the input convolved with the gradient, channel by channel."""
    attrs = {"stride": (1,), "padding": (0,), "dilation": (1,), **dict(expr.data[2])}
    x, g = expr.args
    groups = attrs.get("groups", 1)
    seen = _by_channel(speller.of(x), x.shape, groups)
    gradient = _exchanged(speller.of(g), g.shape)
    usual = {"stride": 1, "padding": 0, "dilation": 1}
    swapped = {"stride": attrs["dilation"], "padding": attrs["padding"]}
    swapped["dilation"] = attrs["stride"]
    keywords = [
        (key, literal(_short(value)))
        for key, value in swapped.items()
        if _short(value) != usual[key]
    ]
    keywords += [("groups", literal(groups))] if groups != 1 else []
    found = called(f"F.conv{len(expr.shape) - 2}d", [seen, gradient], keywords)
    found = _exchanged(found, expr.shape)
    sizes = expr.shape[2:]
    made = _made_by(expr, attrs)
    if made == sizes:
        return found
    cut = [nodes.Slice(NOWHERE, None, literal(size), None) for size in sizes]
    return indexed(found, [constant(...), *cut])


def _exchanged(node: nodes.Expr, shape: tuple[int, ...]) -> nodes.Expr:
    """Return a batch with its samples as channels, which of one sample of one channel is itself."""
    return node if shape[:2] == (1, 1) else method(node, "transpose", [literal(0), literal(1)])


def _by_channel(node: nodes.Expr, shape: tuple[int, ...], groups: int) -> nodes.Expr:
    """Return a batch with a channel of every group as a sample, all samples as its channels."""
    if groups == 1:
        return _exchanged(node, shape)
    count, channels, *sizes = shape
    channels //= groups
    if channels == 1:
        moved = node if count == 1 else method(node, "transpose", [literal(0), literal(1)])
    else:
        apart = method(node, "reshape", [literal(n) for n in (count, groups, channels, *sizes)])
        order = (2, 1, 0, *range(3, 3 + len(sizes)))
        moved = method(apart, "permute", [literal(d) for d in order])
    if count == channels == 1:
        return moved
    return method(moved, "reshape", [literal(n) for n in (channels, groups * count, *sizes)])


def _made_by(expr: Expr, attrs: dict[str, Any]) -> tuple[int, ...]:
    """Return the size of the kernel's gradient before what a stride leaves over is cut off."""
    x, g = (arg.shape[2:] for arg in expr.args)
    dims = len(x)
    stride, padding, dilation = (
        tuple(attrs[key]) * (dims if len(attrs[key]) == 1 else 1)
        for key in ("stride", "padding", "dilation")
    )
    return tuple(
        (x[d] + 2 * padding[d] - stride[d] * (g[d] - 1) - 1) // dilation[d] + 1 for d in range(dims)
    )


_NORMS: Final = {True: ("backward", "ortho", "forward"), False: ("forward", "ortho", "backward")}


def _transformed(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Write a discrete Fourier transform."""
    attrs = dict(expr.data[2])
    if not attrs.get("dim"):
        return None
    forward = attrs.get("forward", expr.name != "_fft_c2r")
    short = "fft" if forward else "ifft"
    sizes: list[tuple[str, nodes.Expr]] = []
    if expr.name == "_fft_r2c" and attrs.get("onesided", True):
        short = "rfft"
    elif expr.name == "_fft_c2r":
        short = "irfft"
        sizes = [("n", literal(attrs["last_dim_size"]))]
    dims = attrs["dim"]
    last = len(expr.shape) - 1
    keywords = (
        sizes
        if len(dims) == 1
        else [("s", literal(tuple(expr.shape[d] for d in dims))) for _ in sizes]
    )
    if len(dims) > 1:
        short += "n"
        whole = dims == tuple(range(len(expr.shape)))
        keywords += [] if whole else [("dim", literal(dims))]
    elif dims[0] not in (-1, last):
        keywords.append(("dim", literal(dims[0])))
    norm = _NORMS[forward][attrs.get("normalization", 0)]
    keywords += [("norm", constant(norm))] if norm != "backward" else []
    return called(f"torch.fft.{short}", [speller.of(expr.args[0])], keywords)


# Other names


def _named(function: str, *words: str, **usual: Any) -> Spelling:
    """Call a function with the operands, and with attributes that are not as usual.

    The last operands are those that may be missing, and given by their ``words``.
    """

    def spell(speller: Spells, expr: Expr) -> nodes.Expr:
        args, keywords = _operands(speller, expr, words)
        attrs = [(k, v) for k, v in expr.data[2] if k != "_present" and usual.get(k) != v]
        keywords += [(key, speller.attribute(value, expr)) for key, value in attrs]
        found = called(function, args, keywords)
        return found if expr.data[1] is None else indexed(found, [literal(expr.data[1])])

    return spell


def _operands(
    speller: Spells, expr: Expr, words: Sequence[str]
) -> tuple[list[nodes.Expr], list[tuple[str, nodes.Expr]]]:
    """Return the operands of a call that have no word, and those that have one with it."""
    count = OPS[expr.name].parameters.operand_count
    present = dict(expr.data[2]).get("_present", (True,) * count)
    parts = iter(expr.args)
    given = [speller.of(next(parts)) if here else constant(None) for here in present]
    first = len(given) - len(words)
    named = zip(words, given[first:], strict=True)
    return given[:first], [(word, node) for word, node in named if not is_none(node)]


def _layer_norm(speller: Spells, expr: Expr) -> nodes.Expr:
    args, keywords = _operands(speller, expr, ("weight", "bias"))
    sizes = nodes.Tuple(NOWHERE, [speller.size(s) for s in expr.shape[-expr.attr("count") :]])
    return called("F.layer_norm", [*args, sizes], keywords + _own_eps(expr))


def _group_norm(speller: Spells, expr: Expr) -> nodes.Expr:
    args, keywords = _operands(speller, expr, ("weight", "bias"))
    return called(
        "F.group_norm", [*args, literal(expr.attr("num_groups"))], keywords + _own_eps(expr)
    )


def _own_eps(expr: Expr) -> list[tuple[str, nodes.Expr]]:
    eps = expr.attr("eps")
    return [] if eps == _EPS else [("eps", literal(eps))]


def _batch_norm(speller: Spells, expr: Expr) -> nodes.Expr:
    """Write a normalisation; one in training needs no moments, and would change them."""
    attrs = dict(expr.data[2])
    args, keywords = _operands(speller, expr, ("weight", "bias"))
    if attrs["training"]:
        args += [constant(None)] * 2
        keywords.append(("training", constant(True)))
    else:
        args += [speller.attribute(attrs[f"running_{m}"], expr) for m in ("mean", "var")]
    return called("F.batch_norm", args, keywords + _own_eps(expr))


_EPS: Final = 1e-05


def _summed(speller: Spells, expr: Expr) -> nodes.Expr:
    return called("einsum", [constant(expr.attr("equation")), *map(speller.of, expr.args)])


def _power_of(speller: Spells, expr: Expr) -> nodes.Expr:
    return binary(numeral(expr.attr("base")), "**", speller.of(expr.args[0]))


def _cast(speller: Spells, expr: Expr) -> nodes.Expr:
    return method(speller.of(expr.args[0]), "to", [literal(expr.attr("dtype"))])


def _looked_up(speller: Spells, expr: Expr) -> nodes.Expr:
    return called("F.embedding", [speller.of(expr.args[1]), speller.of(expr.args[0])])


def _permutation(speller: Spells, expr: Expr) -> nodes.Expr:
    """Write rows exchanged, or put back, by the matrix that does it."""
    x = speller.of(expr.args[0])
    pivots = speller.attribute(expr.attr("pivots"), expr)
    matrix = indexed(called("lu_unpack", [x, pivots]), [literal(0)])
    if expr.name == "rows_exchanged":
        matrix = nodes.Attribute(NOWHERE, matrix, "mT", NOWHERE)
    return binary(matrix, "@", x)


INNER: Final[dict[str, Spelling]] = {
    "_added_into": _added("scatter_add"),
    "_added_slices": _added("index_add"),
    "_put_where": _put_where,
    "_gathered_source": _gathered,
    "_write_at": _written,
    "_cleared": _cleared,
    "_gather_rows": _rows_added,
    "_fold": _fold,
    "_put_flat": _at_places("scatter_add"),
    "_unpooled": _at_places("scatter"),
    "_take_flat": _from_places,
    "_largest": _largest,
    "_convolution": _convolution,
    "_weight_gradient": _by_kernel,
    "_fft_c2c": _transformed,
    "_fft_r2c": _transformed,
    "_fft_c2r": _transformed,
    "_trilinear": _summed,
    "_number_pow": _power_of,
    "_to_copy": _cast,
    "_rows": _looked_up,
    "_cross": _named("torch.linalg.cross", dim=-1),
    "_cdist": _named("cdist", p=2.0),
    "_norm": _vector_norm,
    "_median_of_all": _named("median"),
    "_nanmedian_of_all": _named("nanmedian"),
    "_median_along": _named("median", keepdim=False),
    "_nanmedian_along": _named("nanmedian", keepdim=False),
    "_triangular_solve": _named(
        "triangular_solve", upper=True, transpose=False, unitriangular=False
    ),
    "_take_along": _named("take_along_dim"),
    "_clamp_tensors": _named("clamp", "min", "max"),
    "_nll": _named("F.nll_loss", "weight", reduction="mean", ignore_index=-100, spatial=True),
    "_bce": _named("F.binary_cross_entropy", "weight", reduction="mean"),
    "_bce_with_logits": _named(
        "F.binary_cross_entropy_with_logits", "weight", "pos_weight", reduction="mean"
    ),
    "_mse_loss": _named("F.mse_loss", reduction="mean"),
    "_huber_loss": _named("F.huber_loss", reduction="mean", delta=1.0),
    "_smooth_l1_loss": _named("F.smooth_l1_loss", reduction="mean", beta=1.0),
    "_soft_margin_loss": _named("F.soft_margin_loss", reduction="mean"),
    "_group_norm": _group_norm,
    "_layer_norm": _layer_norm,
    "_batch_norm": _batch_norm,
    "rows_exchanged": _permutation,
    "rows_returned": _permutation,
}
