"""PyTorch's ``vmap``: a function of one sample becomes one of a batch.

The function runs once for each sample, and the results are joined: as a view, where they are parts
of one tensor. Values and derivatives are those of PyTorch, which runs it once on the whole batch;
what a function prints is not. What else would differ is known to ``batching``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.numerics.memory import address
from gradcli.operators.refusals import check_elements
from gradcli.transforms.batching import Batching
from gradcli.transforms.func import Transformed
from gradcli.transforms.level import Function
from gradcli.transforms.trees import leaves, rebuild, tree_spec

_MODES = ("error", "different", "same")


def vmap(
    func: Function,
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Function:
    """Return the function that maps ``func`` over a dimension of its arguments.

    ``in_dims`` says which dimension of each argument, None for one that is used whole; ``out_dims``
    where it goes in each result.
    """
    if randomness not in _MODES:
        raise op_error(
            RuntimeError,
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}",
        )
    if chunk_size is not None and chunk_size <= 0:
        raise op_error(
            ValueError,
            f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})",
        )
    name = str(getattr(func, "__name__", None) or getattr(func, "name", "function"))

    def mapped(*args: Any, **kwargs: Any) -> Any:
        _check_out_dims(name, out_dims)
        dims = _input_dims(name, in_dims, args)
        given = leaves(args)
        size = _batch_size(dims, given)
        batching = Batching(randomness, size)
        outputs = _run(func, batching, [_sample(args, dims, i) for i in range(size)], kwargs)
        if not size:
            return _none_of(name, func, batching, _empty_sample(args, dims), kwargs, out_dims)
        whole = [value for dim, value in zip(dims, given, strict=True) if dim is not None]
        return _joined(name, outputs, out_dims, batching, whole)

    return Transformed(mapped, func)


def _run(
    func: Function, batching: Batching, samples: Sequence[Any], kwargs: dict[str, Any]
) -> list[Any]:
    """Return the result for each sample; graphs are kept until the last has gone through them."""
    outer, outputs = STATE.repeating, []
    try:
        for index, (args, parts) in enumerate(samples):
            STATE.repeating = outer or index < len(samples) - 1
            batching.take(parts)
            with batching, STATE.replaced(transforms=(*STATE.transforms, "vmap")):
                outputs.append(func(*args, **kwargs))
    finally:
        STATE.repeating = outer
    return outputs


# Arguments


def _input_dims(name: str, in_dims: Any, args: tuple[Any, ...]) -> list[int | None]:
    """Return the dimension to map over for each tensor or number among the arguments."""
    where = f"vmap({name}, in_dims={in_dims!r}, ...)(<inputs>)"
    if not args:
        raise op_error(
            ValueError,
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are "
            "trying to vmap over a function with no inputs. The latter is unsupported.",
        )
    if not isinstance(in_dims, (int, tuple)):
        raise op_error(
            ValueError,
            f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a "
            "(potentially nested) tuple matching the structure of inputs, got: "
            f"{type(in_dims)}.",
        )
    dims = list(_spread(in_dims, args, f"{where}: in_dims", "inputs"))
    for dim, value in zip(dims, leaves(args), strict=True):
        if dim is not None:
            _check_dim(where, dim, value)
    return dims


def _spread(dims: Any, tree: Any, what: str, whose: str) -> Iterator[int | None]:
    """Yield a dimension for each leaf of a nest; one number stands for all leaves below it."""
    if dims is None or isinstance(dims, int):
        yield from [dims] * len(leaves(tree))
        return
    parts = list(tree.values()) if isinstance(tree, dict) else tree
    own = list(dims.values()) if isinstance(dims, dict) else dims
    alike = isinstance(own, list) is isinstance(parts, list)
    if not isinstance(tree, (tuple, list, dict)) or not alike or len(own) != len(parts):
        raise op_error(
            ValueError,
            f"{what} is not compatible with the structure of `{whose}`. "
            f"{what.rpartition(' ')[2]} has structure {tree_spec(dims)} but {whose} has structure "
            f"{tree_spec(tree)}.",
        )
    for dim, part in zip(own, parts, strict=True):
        yield from _spread(dim, part, what, whose)


def _check_dim(where: str, dim: int, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise op_error(
            ValueError,
            f"{where}: Got in_dim={dim} for an input but the input is of type {type(value)}. We "
            "cannot vmap over non-Tensor arguments, please use None as the respective in_dim",
        )
    ndim = value.array.ndim
    if not -ndim <= dim < ndim:
        raise op_error(
            ValueError,
            f"{where}: Got in_dim={dim} for some input, but that input is a Tensor of "
            f"dimensionality {ndim} so expected in_dim to satisfy -{ndim} <= in_dim < {ndim}.",
        )


def _batch_size(dims: Sequence[int | None], values: Sequence[Any]) -> int:
    sizes = [
        value.array.shape[dim] for dim, value in zip(dims, values, strict=True) if dim is not None
    ]
    if not sizes:
        raise op_error(ValueError, "vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise op_error(
            ValueError,
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension",
            code="shape-mismatch",
        )
    return int(sizes[0])


def _sample(args: tuple[Any, ...], dims: Sequence[int | None], index: int) -> tuple[Any, Any]:
    """Return the arguments for one sample, and those among them that are parts of a batch."""
    parts = [
        value if dim is None else OPS["select"](value, dim=dim, index=index)
        for dim, value in zip(dims, leaves(args), strict=True)
    ]
    return _divided(args, parts)


def _empty_sample(args: tuple[Any, ...], dims: Sequence[int | None]) -> tuple[Any, Any]:
    """Return zeros for a sample, where the batch has none."""
    pairs = zip(dims, leaves(args), strict=True)
    return _divided(args, [value if dim is None else _zeros(value, dim) for dim, value in pairs])


def _divided(args: tuple[Any, ...], parts: Sequence[Any]) -> tuple[Any, Any]:
    """Return arguments made of parts, and those of the parts that are not what was given."""
    whole = zip(parts, leaves(args), strict=True)
    return rebuild(args, iter(parts)), [part for part, value in whole if part is not value]


def _zeros(batch: Tensor, dim: int) -> Tensor:
    shape = list(batch.array.shape)
    del shape[dim]
    check_elements(shape)
    return Tensor(np.zeros(shape, batch.array.dtype))


# Results


def _check_out_dims(name: str, out_dims: Any) -> None:
    if not all(dim is None or isinstance(dim, int) for dim in leaves(out_dims)):
        raise op_error(
            ValueError,
            f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python "
            "collection of ints representing where in the outputs the vmapped dimension should "
            "appear.",
        )


def _joined(
    name: str, outputs: Sequence[Any], out_dims: Any, batching: Batching, whole: Sequence[Tensor]
) -> Any:
    """Return what every sample gave, joined along a new dimension of each tensor."""
    first = outputs[0]
    what = f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims"
    given = out_dims
    if isinstance(given, tuple) and len(given) == 1 and isinstance(first, Tensor):
        given = given[0]
    dims = list(_spread(given, first, what, "outputs"))
    parts = []
    for dim, column in zip(dims, zip(*map(leaves, outputs), strict=True), strict=True):
        _check_column(name, dim, column, batching)
        parts.append(column[0] if dim is None else _together(dim, column, whole))
    return rebuild(first, iter(parts))


def _check_column(name: str, dim: int | None, column: Sequence[Any], batching: Batching) -> None:
    if dim is None:
        if batching.is_batched(column[0]):
            raise op_error(
                ValueError,
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None",
            )
        return
    for value in column:
        if not isinstance(value, Tensor):
            raise op_error(
                ValueError,
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(value)}. "
                "Did you mean to set out_dims= to None for output?",
            )


def _together(dim: int, column: Sequence[Tensor], whole: Sequence[Tensor]) -> Tensor:
    """Return one tensor of what every sample gave; that is a view where they lie in one tensor."""
    first = column[0]
    array = first.array
    place = arrays.axis(dim, array.ndim + 1)
    if len(column) == 1:
        return OPS["unsqueeze"](first, dim=place)  # type: ignore[no-any-return]
    if all(value is first for value in column):
        shape = (*array.shape[:place], len(column), *array.shape[place:])
        spread: Tensor = OPS["expand"](OPS["unsqueeze"](first, dim=place), size=shape)
        return spread
    step = _step(column)
    if step is None:
        return OPS["stack"](list(column), dim=dim)  # type: ignore[no-any-return]
    shape = (*array.shape[:place], len(column), *array.shape[place:])
    strides = (*array.strides[:place], step, *array.strides[place:])
    for tensor in whole:
        own = tensor.array
        same = (own.shape, own.strides, own.dtype) == (shape, strides, array.dtype)
        if same and address(own) == address(array):
            return tensor
    return _view(first.as_view.base, array, shape, strides)  # type: ignore[union-attr]


def _step(column: Sequence[Tensor]) -> int | None:
    """Return how far apart, in bytes, parts of one tensor lie, if they are that and lie alike."""
    views = [value.as_view for value in column]
    first = column[0].array
    if views[0] is None:
        return None
    base = views[0].base
    if any(view is None or view.base is not base for view in views):
        return None
    if any((v.array.shape, v.array.strides) != (first.shape, first.strides) for v in column):
        return None
    if not first.size:
        return 0
    starts = [address(value.array) for value in column]
    steps = {after - before for before, after in pairwise(starts)}
    return steps.pop() if len(steps) == 1 and min(starts) == starts[0] else None


def _view(base: Tensor, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Tensor:
    """Return the view of a base that begins where an array does and has a layout in bytes."""
    kind = array.dtype
    if base.array.dtype.kind == "c" and kind.kind != "c":
        base = OPS["view_as_real"](base)
    size, steps = shape, [stride // base.array.itemsize for stride in strides]
    start = address(array) - address(base.array) if array.size else 0
    offset = start // base.array.itemsize + base.storage_offset()
    if base.array.dtype.kind != "c" and kind.kind == "c":
        size, steps = (*size, 2), [*steps, 1]
    offset -= sum(STATE.tell("offset", base))
    view: Tensor = OPS["as_strided"](base, size=size, stride=tuple(steps), storage_offset=offset)
    return view if view.array.dtype == kind else OPS["view_as_complex"](view)


def _none_of(
    name: str,
    func: Function,
    batching: Batching,
    sample: tuple[Any, Any],
    kwargs: dict[str, Any],
    out_dims: Any,
) -> Any:
    """Return the results of a batch without samples, whose shapes those of zeros tell."""
    whole = _joined(name, _run(func, batching, [sample], kwargs), out_dims, batching, ())
    dims = list(_spread(out_dims, whole, "out_dims", "outputs"))
    parts = [
        value if dim is None else OPS["narrow"](value, dim=dim, start=0, length=0)
        for dim, value in zip(dims, leaves(whole), strict=True)
    ]
    return rebuild(whole, iter(parts))
