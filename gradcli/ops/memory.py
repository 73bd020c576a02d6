"""Changes in place, and views replayed from their base."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.op import Array, Ints, Number, op
from gradcli.core.rules import zeros
from gradcli.core.samples import sample
from gradcli.core.views import follow
from gradcli.errors import op_error
from gradcli.ops.index import index


@op(
    d=0,
    where=["in-place"],
    inplace=True,
    node="ZeroBackward0",
    samples=[sample("y = x * 2\ny.zero_()\ny + x", x="ones(2)")],
)
def zero(xp: Any, x: Array, /) -> Array:
    """Zeros in place of the elements."""
    return xp.zeros_like(x)


@op(
    d=(0, 1),
    where=["in-place"],
    inplace=True,
    node="FillBackward2",
    samples=[
        sample("y = x * 2\ny.fill_(3.0)\ny * x", x="ones(2)"),
        sample("y = x * 2\ny[0] = b\ny ** 2", x="tensor([1.0, 2.0])", b="tensor(3.0)"),
        sample("y = x * 2\ny[0] = 5.0\ny ** 2", x="tensor([1.0, 2.0])"),
        sample("y = zeros(3)\ny.fill_(b)\ny ** 2", b="tensor(3.0)"),
    ],
)
def fill(xp: Any, x: Array, value: Array | Number, /) -> Array:
    """One value in place of every element."""
    return xp.full_like(x, value)


@op(
    d=(0, 1),
    where=["in-place"],
    inplace=True,
    node="CopyBackwards",
    samples=[
        sample("y = x * 2\ny.copy_(b)\ny ** 2", x="ones(2, 2)", b="tensor([1.0, 2.0])"),
        sample("y = x * 1\ny[:, 0] = b\ny ** 2", x="ones(2, 2)", b="tensor([1.0, 2.0])"),
        sample("y = zeros(2, 2)\ny[0] = b\ny ** 3", b="tensor([1.0, 2.0])"),
        sample("y = zeros(3)\ny[:] = b\ny ** 3", b="tensor([1.0, 2.0, 3.0])"),
    ],
)
def copy(xp: Any, x: Array, src: Array, /) -> Array:
    """The elements of another tensor, broadcast and converted, in place of these."""
    return xp.broadcast_to(src, x.shape).astype(x.dtype)


@op(
    vjp=(
        lambda g, indices: _cleared(g, indices=indices),
        lambda g, indices: index(g, indices=indices),
    ),
    broadcasts=True,
    where=[],
    inplace=True,
    node="IndexPutBackward0",
    samples=[
        sample("y = x * 1\ny[[0, 2]] = b\ny ** 2", x="ones(3)", b="tensor([1.0, 2.0])"),
        sample("y = x * 1\ny[x > 0] = b\ny ** 2", x="tensor([1.0, -1.0, 2.0])", b="tensor(3.0)"),
    ],
)
def _write_at(xp: Any, x: Array, values: Array, /, indices: Any = ()) -> Array:
    """The tensor with values written at tensors of indices."""
    result = xp.array(x, copy=True)
    shape = result[indices].shape
    try:
        result[indices] = values
    except ValueError:
        raise op_error(
            RuntimeError,
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}",
            code="shape-mismatch",
            operands=(0,),
        ) from None
    return result


@op(
    vjp=lambda g, indices: _cleared(g, indices=indices),
    linear=True,
    where=[],
    samples=[sample("y = x ** 2\ny[[0, 2]] = b\ny ** 2", x="ones(3)", b="tensor([1.0, 2.0])")],
)
def _cleared(xp: Any, x: Array, /, indices: Any = ()) -> Array:
    """The tensor with zeros at tensors of indices."""
    result = xp.array(x, copy=True)
    result[indices] = 0
    return result


# Views replayed


@op(
    vjp=lambda g, x_shape, steps: _put_view(g, shape=x_shape, steps=steps),
    linear=True,
    view=False,
    where=[],
    node="AsStridedBackward0",
    samples=[
        sample(
            "y = x * 1\nv = y[0:2]\nv.mul_(b)\nv ** 2",
            x="tensor([1.0, 2.0, 3.0])",
            b="tensor([2.0, -1.0])",
        ),
        sample(
            "y = x * 1\nv = y.view(4)\ny[0].mul_(3)\nv ** 2", x="linspace(1, 2, 4).reshape(2, 2)"
        ),
    ],
)
def _view(xp: Any, x: Array, /, steps: Any = ()) -> Array:
    """The view that steps lead to from a base."""
    return follow(xp, x, steps)


@op(
    vjp=lambda g, steps: _view(g, steps=steps),
    linear=True,
    where=[],
    node="AsStridedScatterBackward0",
    samples=[
        sample(
            "y = x * 1\nv = y[0:2]\nv.mul_(b)\nv ** 2",
            x="tensor([1.0, 2.0, 3.0])",
            b="tensor([2.0, -1.0])",
        ),
        sample(
            "y = x * 1\nv = y.view(4)\ny[0].mul_(3)\nv ** 2", x="linspace(1, 2, 4).reshape(2, 2)"
        ),
    ],
)
def _put_view(xp: Any, x: Array, /, shape: Ints = (), steps: Any = ()) -> Array:
    """Zeros of a base's shape with values where a view of it lies."""
    base = xp.zeros(shape, dtype=x.dtype)
    part = follow(xp, base, steps)
    np.add(part, x, out=part)
    return base


@op(
    vjp=(
        lambda g, part_shape, steps: _replace_view(g, zeros(_view(g, steps=steps)), steps=steps),
        lambda g, steps: _view(g, steps=steps),
    ),
    where=[],
    node="AsStridedScatterBackward0",
    samples=[
        sample(
            "y = x ** 2\ny[1:].mul_(b)\ny ** 2",
            x="tensor([1.0, 2.0, 3.0])",
            b="tensor([2.0, -1.0])",
        ),
        sample(
            "y = x ** 2\ny.T[0] += b\ny[1].exp_()\ny ** 2",
            x="linspace(0, 1, 4).reshape(2, 2)",
            b="tensor([2.0, -1.0])",
        ),
    ],
)
def _replace_view(xp: Any, x: Array, part: Array, /, steps: Any = ()) -> Array:
    """The base with other values where a view of it lies."""
    base = xp.array(x, copy=True)
    follow(xp, base, steps)[...] = part
    return base
