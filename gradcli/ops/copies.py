"""The view operators once more, as operators that copy: ``narrow_copy`` and its relatives.

What a copy is made of, and its derivative, are those of the view.
"""

from __future__ import annotations

from typing import Any

from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Dims, Ints, op
from gradcli.operators.samples import across, error, sample
from gradcli.ops.complex import view_as_real
from gradcli.ops.index import alias, select, slice_
from gradcli.ops.join import _split_evenly, check_split, split_with_sizes
from gradcli.ops.shape import expand, permute, squeeze, t, transpose, unbind, unsqueeze, view

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"
_V = "linspace(-1, 1, 3)"


def _copied(xp: Any, found: Array) -> Array:
    return xp.array(found, copy=True)


def _samples(name: str, *calls: tuple[str, str]) -> list[Any]:
    """Sample calls, their value and their square."""
    return [
        sample(f"torch.{name}(x{', ' if args else ''}{args}){power}", x=x)
        for args, x in calls
        for power in ("", " ** 2")
    ]


@op(
    vjp=alias.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="AliasBackward0_copy",
    samples=_samples("alias_copy", ("", _A), ("", "tensor(2.0)"), ("", "zeros(0)")),
)
def alias_copy(xp: Any, x: Array, /) -> Array:
    """The tensor, copied."""
    return _copied(xp, x)


@op(
    vjp=expand.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="ExpandBackward0_copy",
    samples=_samples("expand_copy", ("(2, 3)", _V), ("(-1, 3)", _A), ("(2, 2)", "tensor(2.0)")),
)
def expand_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """Dimensions of size 1 repeated; -1 keeps a size."""
    return _copied(xp, expand.body(xp, x, size))


@op(
    vjp=permute.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="PermuteBackward0_copy",
    samples=_samples("permute_copy", ("(1, 0)", _A), ("(2, 0, 1)", _T), ("()", "tensor(2.0)")),
)
def permute_copy(xp: Any, x: Array, /, dims: Ints) -> Array:
    """Dimensions in another order."""
    return _copied(xp, permute.body(xp, x, dims))


@op(
    vjp=view.rules[0].vjp,
    linear=True,
    overloaded=True,
    where=["torch"],
    node="ViewBackward0_copy",
    samples=_samples("view_copy", ("(3, 2)", _A), ("(-1,)", _T), ("()", "tensor([2.0])")),
)
def view_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """The same elements under another shape; one size may be -1."""
    return _copied(xp, view.body(xp, x, size))


@op(
    vjp=transpose.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="TransposeBackward0_copy",
    samples=_samples("transpose_copy", ("0, 1", _A), ("-1, 0", _T), ("0, 0", "tensor(2.0)")),
)
def transpose_copy(xp: Any, x: Array, /, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    return _copied(xp, transpose.body(xp, x, dim0, dim1))


@op(
    vjp=t.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="TBackward0_copy",
    samples=_samples("t_copy", ("", _A), ("", _V), ("", "tensor(2.0)")),
)
def t_copy(xp: Any, x: Array, /) -> Array:
    """A matrix transposed; vectors stay as they are."""
    return _copied(xp, t.body(xp, x))


@op(
    vjp=unsqueeze.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="UnsqueezeBackward0_copy",
    samples=_samples("unsqueeze_copy", ("0", _A), ("-1", _V), ("0", "tensor(2.0)")),
)
def unsqueeze_copy(xp: Any, x: Array, /, dim: int) -> Array:
    """A new dimension of size 1."""
    return _copied(xp, unsqueeze.body(xp, x, dim))


def _squeeze_label(dim: Dims | None = None) -> str:
    return f"SqueezeBackward{0 if dim is None else 1 if isinstance(dim, int) else 2}_copy"


@op(
    vjp=squeeze.rules[0].vjp,
    linear=True,
    overloaded=True,
    where=["torch"],
    node=_squeeze_label,
    samples=_samples(
        "squeeze_copy",
        ("", "ones(1, 3, 1)"),
        ("0", "ones(1, 3, 1)"),
        ("(0, 2)", "ones(1, 3, 1)"),
        ("1", "ones(1, 3, 1)"),
    ),
)
def squeeze_copy(xp: Any, x: Array, /, dim: Dims | None = None) -> Array:
    """Dimensions of size 1 left out: all, or those named."""
    return _copied(xp, squeeze.body(xp, x, dim))


@op(
    vjp=select.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SelectBackward0_copy",
    samples=_samples("select_copy", ("0, 1", _A), ("-1, -1", _T), ("0, 0", _V)),
)
def select_copy(xp: Any, x: Array, /, dim: int, index: int) -> Array:
    """The slice at one index along a dimension."""
    return _copied(xp, select.body(xp, x, dim, index))


@op(
    vjp=slice_.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SliceBackward0_copy",
    samples=_samples("slice_copy", ("0, 1", _A), ("1, 0, 3, 2", _A), ("0, -2", _V)),
)
def slice_copy(
    xp: Any,
    x: Array,
    /,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Array:
    """The slices from start up to end along a dimension, a step apart."""
    return _copied(xp, slice_.body(xp, x, dim, start, end, step))


def _put_narrow(g: Array, x_shape: tuple[int, ...], dim: int, start: int, length: int) -> Array:
    first = start + x_shape[dim] if start < 0 else start
    return slice_.rules[0].vjp(g, x_shape, dim, first, first + length, 1)


def check_narrow(shape: tuple[int, ...], dim: int, start: int, length: int) -> tuple[int, int]:
    """Return the dimension and the start of a part, or raise PyTorch's errors."""
    if not shape:
        raise _refuse("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise _refuse("narrow(): length must be non-negative.")
    axis = arrays.axis(dim, len(shape))
    size = shape[axis]
    if not -size <= start <= size:
        raise op_error(
            IndexError,
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})",
            code="index",
            operands=(0,),
        )
    first = start + size if start < 0 else start
    if first + length > size:
        raise _refuse(f"start ({first}) + length ({length}) exceeds dimension size ({size}).")
    return axis, first


def _refuse(message: str) -> Exception:
    return op_error(RuntimeError, message, code="index", operands=(0,))


_NARROW = [("0, 1, 2", _V), ("-1, -2, 1", _T), ("1, 0, 0", _A)]


@op(
    composite=True,
    samples=[
        *_samples("narrow", *_NARROW),
        sample("x.narrow(0, i, 1)", x=_V, i="tensor(1)"),
        sample("x.narrow(dim=0, start=3, length=0)", x=_V),
        *across("x.narrow(0, 0, 1) ** 2", 2, 2, empty=False),
    ],
    errors=[
        error(
            "ones(3).narrow(0, 1, 5)",
            RuntimeError,
            "start (1) + length (5) exceeds dimension size (3).",
        ),
        error(
            "ones(3).narrow(0, 5, 1)",
            IndexError,
            "start out of range (expected to be in range of [-3, 3], but got 5)",
        ),
        error("ones(3).narrow(0, 0, -1)", RuntimeError, "narrow(): length must be non-negative."),
        error(
            "tensor(1.0).narrow(0, 0, 1)",
            RuntimeError,
            "narrow() cannot be applied to a 0-dim tensor.",
        ),
    ],
)
def narrow(input: Array, /, dim: int, start: Array | int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension; a view."""
    first = start if isinstance(start, int) else int(arrays.of(start))
    axis, first = check_narrow(tuple(input.shape), dim, first, length)
    return slice_(input, dim=axis, start=first, end=first + length)


@op(
    vjp=_put_narrow,
    linear=True,
    samples=_samples("narrow_copy", *_NARROW),
    errors=[
        error(
            "ones(3).narrow_copy(0, 1, 5)",
            RuntimeError,
            "start (1) + length (5) exceeds dimension size (3).",
        )
    ],
)
def narrow_copy(xp: Any, x: Array, /, dim: int, start: int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension."""
    axis, first = check_narrow(x.shape, dim, start, length)
    return _copied(xp, slice_.body(xp, x, axis, first, first + length))


@op(
    vjp=unbind.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="UnbindBackward0_copy",
    samples=[
        sample("torch.unbind_copy(x)[1] ** 2", x=_A),
        sample("torch.unbind_copy(x, 1)[0]", x=_A),
        sample("torch.unbind_copy(x, dim=-1)[3] ** 2", x=_T),
        sample("torch.unbind_copy(x.T)[1] ** 2", x=_A),
        sample("torch.unbind_copy(x)[0] ** 2", x=_V),
    ],
)
def unbind_copy(xp: Any, x: Array, /, dim: int = 0) -> tuple[Array, ...]:
    """The slices along a dimension, one by one."""
    return tuple(_copied(xp, part) for part in unbind.body(xp, x, dim))


@op(
    vjp=split_with_sizes.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SplitWithSizesBackward0_copy",
    samples=[
        sample("torch.split_with_sizes_copy(x, (1, 2))[1] ** 2", x=_V),
        sample("torch.split_with_sizes_copy(x, [1, 2], 1)[0]", x=_A),
        sample("torch.split_with_sizes_copy(x, (2, 2), dim=-1)[1] ** 2", x=_T),
        sample("torch.split_with_sizes_copy(x, (0, 3))[1] ** 2", x=_V),
        sample("torch.split_with_sizes_copy(x.T, (1, 2))[0] ** 2", x=_A),
    ],
)
def split_with_sizes_copy(
    xp: Any, x: Array, /, split_sizes: Ints, dim: int = 0
) -> tuple[Array, ...]:
    """Pieces of given sizes along a dimension."""
    return tuple(_copied(xp, part) for part in split_with_sizes.body(xp, x, split_sizes, dim))


@op(
    vjp=_split_evenly.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SplitBackward0_copy",
    samples=[
        sample("torch.split_copy(x, 2)[1] ** 2", x=_V),
        sample("torch.split_copy(x, 2, 1)[0]", x=_A),
        sample("torch.split_copy(x, 3, dim=-1)[1] ** 2", x=_T),
        sample("torch.split_copy(x, 5)[0]", x=_V),
        sample("torch.split_copy(x, 2)[0]", x="zeros(0, 3)"),
    ],
    errors=[
        error(
            "torch.split_copy(ones(2), -1)",
            RuntimeError,
            "split expects split_size be non-negative, but got split_size=-1",
        )
    ],
)
def split_copy(xp: Any, x: Array, /, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """Pieces of one size along a dimension, the last one perhaps smaller."""
    check_split(x.shape, split_size, dim)
    return tuple(_copied(xp, part) for part in _split_evenly.body(xp, x, split_size, dim))


@op(
    vjp=view_as_real.rules[0].vjp,
    where=["torch"],
    node="ViewAsRealBackward0_copy",
    samples=[
        sample("torch.view_as_real_copy(x * (1 + 2j))", x=_V),
        sample("torch.view_as_real_copy(x * (1 + 2j)) ** 2", x=_A),
        sample("torch.view_as_real_copy((x * 1j).T) ** 2", x=_A),
        sample("torch.view_as_real_copy(x * 1j)", x="tensor(2.0)"),
        sample("torch.view_as_real_copy(x * 1j).shape", x="zeros(0, 2)"),
    ],
)
def view_as_real_copy(xp: Any, x: Array, /) -> Array:
    """Real and imaginary parts along a new last dimension."""
    return _copied(xp, view_as_real.body(xp, x))
