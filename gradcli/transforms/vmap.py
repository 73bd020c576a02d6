"""PyTorch's ``vmap``: a function of one sample becomes one of a batch.

The function runs once, on tensors that have the shape of one sample and hold a whole batch
(``batching``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any
from weakref import ref

import numpy as np

from gradcli.core.function import VmapInfo
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.transforms.batching import Batching, Drawless
from gradcli.transforms.border import Batch, enter, leave, repeated, spread
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
        size = _batch_size(dims, leaves(args))
        batching = Batching(randomness, size)
        with STATE.replaced(transforms=(*STATE.transforms, "vmap")):
            if size and not _takes_batches(leaves(args)):
                with Drawless() if randomness == "error" else nullcontext():
                    outputs = [func(*_sample(args, dims, i), **kwargs) for i in range(size)]
                return _stacked(name, outputs, out_dims, batching)
            return _once(func, args, kwargs, dims, partial(_outside, name, out_dims), batching)

    return Transformed(mapped, func)


def _takes_batches(given: Sequence[Any]) -> bool:
    """Tell whether all that happens to operations can happen to those on a whole batch."""
    on_numpy = all(isinstance(t.array, np.ndarray) for t in given if isinstance(t, Tensor))
    return on_numpy and STATE.place is None and all(o.takes_batches for o in STATE.observers)


def _once(
    func: Function,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dims: Sequence[int | None],
    outside: Callable[..., Any],
    batching: Batching,
) -> Any:
    """Return what a function makes of a whole batch."""
    parts, entered = [], {}
    for dim, value in zip(dims, leaves(args), strict=True):
        parts.append(value)
        if dim is not None:
            place = arrays.axis(dim, value.array.ndim)
            parts[-1] = enter(value, batching.batch, place)
            entered[id(parts[-1])] = value, place
    before = [part.array if isinstance(part, Tensor) else None for part in parts]
    with batching:
        output = func(*rebuild(args, iter(parts)), **kwargs)
        for part, array in zip(parts, before, strict=True):
            if id(part) in entered and part.array is not array:
                _turn(*entered[id(part)], part, batching.batch)
        return outside(output, batching, entered)


def _turn(tensor: Tensor, dim: int, part: Tensor, batch: Batch) -> None:
    """Give an argument the sizes that a function has given its samples in place."""
    shape, whole = tensor.array.shape, leave(part, batch, min(dim, part.array.ndim))
    same = len(shape) == whole.array.ndim
    if dim if not same else tensor.requires_grad and tensor.as_view is None:
        message = "vmap: unsqueeze_, squeeze_ and their like need the samples in dimension 0, or "
        raise op_error(NotImplementedError, f"{message}a copy to work on", code="vmap")
    if tensor.as_view is not None:
        tensor.as_view = whole.as_view
    elif not same:
        back = OPS["view"], {"shape": shape}, None
        tensor.shared_version().reshapes += ((ref(tensor), back),)
    tensor.array = whole.array
    if whole.node is not None:
        tensor.attach(whole.node, 0)
    tensor.changed()


# Functions with a rule of their own for batches


def by_its_rule(rule: Callable[..., Any], args: Sequence[Any]) -> Any:
    """Return what a function's own ``vmap`` makes of the innermost batch among arguments.

    None stands for no batch. What all samples share has a batch of its own where somebody
    differentiates by it, who can want its gradient for each sample.
    """
    for batching in reversed(STATE.observers):
        if isinstance(batching, Batching) and any(map(batching.has, args)):
            break
    else:
        return None
    batch, whole = batching.batch, [*args]
    dims: list[int | None] = [None] * len(args)
    for place, arg in enumerate(args):
        if batching.has(arg):
            dims[place] = arg.array.dim
            whole[place] = leave(arg, batch, arg.array.dim)
        elif isinstance(arg, Tensor) and arg.requires_grad:
            dims[place], whole[place] = 0, leave(spread(arg, batch), batch, 0)
    transforms = [*STATE.transforms]
    del transforms[len(transforms) - 1 - transforms[::-1].index("vmap")]
    with batching.aside(), STATE.replaced(transforms=tuple(transforms)):
        info = VmapInfo(batch.size, batching.randomness)
        output, out_dims = rule(info, tuple(dims), *whole)
    found = zip(leaves(output), _spread(out_dims, output, "out_dims", "output"), strict=True)
    parts = [value if dim is None else enter(value, batch, dim) for value, dim in found]
    return rebuild(output, iter(parts))


# Sample by sample, for those who follow the values of each operation


def _sample(args: tuple[Any, ...], dims: Sequence[int | None], index: int) -> Any:
    """Return the arguments for one sample."""
    parts = [
        value if dim is None else OPS["select"](value, dim=dim, index=index)
        for dim, value in zip(dims, leaves(args), strict=True)
    ]
    return rebuild(args, iter(parts))


def _stacked(name: str, outputs: list[Any], out_dims: Any, batching: Batching) -> Any:
    """Return what every sample gave, joined along a new dimension of each tensor."""
    parts = []
    dims = _output_dims(name, out_dims, outputs[0])
    for dim, column in zip(dims, zip(*map(leaves, outputs), strict=True), strict=True):
        _check_result(name, dim, column[0], batching)
        parts.append(column[0] if dim is None else OPS["stack"](list(column), dim=dim))
    return rebuild(outputs[0], iter(parts))


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


def _spread(dims: Any, tree: Any, what: str, whose: str, nests: Any = None) -> Iterator[int | None]:
    """Yield a dimension for each leaf of a nest; one number stands for all leaves below it.

    ``nests`` are the dimensions and the tree that these are parts of.
    """
    if not isinstance(dims, (tuple, list, dict)):
        yield from [dims] * len(leaves(tree))
        return
    nests = nests or (dims, tree)
    parts, own = tree, dims
    if isinstance(tree, dict) and isinstance(dims, dict) and dims.keys() == tree.keys():
        parts, own = list(tree.values()), list(dims.values())  # by place, as PyTorch does
    alike = isinstance(own, list) is isinstance(parts, list)
    nested = isinstance(own, (tuple, list)) and isinstance(parts, (tuple, list))
    if not nested or not alike or len(own) != len(parts):
        raise op_error(
            ValueError,
            f"{what} is not compatible with the structure of `{whose}`. "
            f"{what.rpartition(' ')[2]} has structure {tree_spec(nests[0])} but {whose} has "
            f"structure {tree_spec(nests[1])}.",
        )
    for dim, part in zip(own, parts, strict=True):
        yield from _spread(dim, part, what, whose, nests)


def _check_dim(where: str, dim: Any, value: Any) -> None:
    if not isinstance(dim, int):
        raise op_error(
            ValueError,
            f"{where}: Got in_dim={dim} for an input but in_dim must be either an integer "
            "dimension or None.",
        )
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


# Results


def _check_out_dims(name: str, out_dims: Any) -> None:
    if not all(dim is None or isinstance(dim, int) for dim in leaves(out_dims)):
        raise op_error(
            ValueError,
            f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python "
            "collection of ints representing where in the outputs the vmapped dimension should "
            "appear.",
        )


def _output_dims(name: str, out_dims: Any, output: Any) -> list[int | None]:
    """Return where the samples of each tensor of a result go."""
    what = f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims"
    if isinstance(out_dims, tuple) and len(out_dims) == 1 and isinstance(output, Tensor):
        out_dims = out_dims[0]
    return list(_spread(out_dims, output, what, "outputs"))


def _outside(
    name: str,
    out_dims: Any,
    output: Any,
    batching: Batching,
    entered: dict[int, tuple[Tensor, int]],
) -> Any:
    """Return results of the function as the caller sees them; what ``entered`` is what it was."""
    parts = []
    dims = _output_dims(name, out_dims, output)
    for value, dim in zip(leaves(output), dims, strict=True):
        _check_result(name, dim, value, batching)
        if dim is None:
            parts.append(value)
            continue
        place = arrays.axis(dim, value.array.ndim + 1)
        if id(value) in entered and entered[id(value)][1] == place:
            parts.append(entered[id(value)][0])
        elif batching.has(value):
            parts.append(leave(value, batching.batch, place))
            entered[id(value)] = parts[-1], place  # which may come again
        else:
            parts.append(repeated(value, place, batching.batch.size))
    return rebuild(output, iter(parts))


def _check_result(name: str, dim: int | None, value: Any, batching: Batching) -> None:
    if dim is None:
        if batching.has(value):
            raise op_error(
                ValueError,
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None",
            )
    elif not isinstance(value, Tensor):
        raise op_error(
            ValueError,
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(value)}. "
            "Did you mean to set out_dims= to None for output?",
        )
