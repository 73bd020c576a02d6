"""PyTorch's ``vmap``: a function of one sample becomes one of a batch.

The function runs once for each sample, and the results are joined. Values and derivatives are those
of PyTorch, which runs it once on the whole batch; what a function prints is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
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
    name = str(getattr(func, "__name__", None) or getattr(func, "name", "function"))

    def mapped(*args: Any, **kwargs: Any) -> Any:
        dims = _input_dims(name, in_dims, args)
        size = _batch_size(dims, leaves(args))
        samples = ((*_sample(args, dims, index),) for index in range(size))
        outputs = list(_run(func, samples, kwargs, size, randomness))
        return _joined(name, outputs, out_dims)

    return Transformed(mapped, func)


def _run(
    func: Function, samples: Iterator[Any], kwargs: dict[str, Any], size: int, randomness: str
) -> Iterator[Any]:
    """Yield the result for each sample; graphs are kept until the last has gone through them."""
    outer, start = STATE.repeating, STATE.generator.get_state()
    try:
        for index, sample in enumerate(samples):
            STATE.repeating = outer or index < size - 1
            with STATE.replaced(transforms=(*STATE.transforms, "vmap")):
                output = func(*sample, **kwargs)
            yield output
            if randomness == "error" and STATE.generator.get_state() != start:
                raise op_error(
                    RuntimeError,
                    "vmap: called random operation while in randomness error mode. Please either "
                    "use the 'same' or 'different' randomness flags on vmap or perform the "
                    "randomness operation out of vmap",
                    code="vmap",
                )
            if randomness == "same" and index < size - 1:
                STATE.generator.set_state(start)
    finally:
        STATE.repeating = outer


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
    if not isinstance(in_dims, (int, tuple, list)):
        raise op_error(
            ValueError,
            f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a "
            "(potentially nested) tuple matching the structure of inputs, got: "
            f"{type(in_dims)}.",
        )
    given = tuple(in_dims) if isinstance(in_dims, list) else in_dims
    dims = list(_spread(given, args, f"{where}: in_dims", "inputs"))
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
    if not isinstance(tree, (tuple, list, dict)) or len(own) != len(parts):
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
    if not sizes[0]:
        raise op_error(NotImplementedError, "vmap over a dimension of size 0", code="vmap")
    return int(sizes[0])


def _sample(args: tuple[Any, ...], dims: Sequence[int | None], index: int) -> Any:
    """Return the arguments for one sample."""
    parts = [
        value if dim is None else OPS["select"](value, dim=dim, index=index)
        for dim, value in zip(dims, leaves(args), strict=True)
    ]
    return rebuild(args, iter(parts))


# Results


def _joined(name: str, outputs: Sequence[Any], out_dims: Any) -> Any:
    """Return what every sample gave, joined along a new dimension of each tensor."""
    first = outputs[0]
    given = tuple(out_dims) if isinstance(out_dims, list) else out_dims
    what = f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims"
    if isinstance(given, tuple) and len(given) == 1 and isinstance(first, Tensor):
        given = given[0]
    dims = list(_spread(given, first, what, "outputs"))
    columns = zip(*map(leaves, outputs), strict=True)
    parts = [_column(name, dim, column) for dim, column in zip(dims, columns, strict=True)]
    return rebuild(first, iter(parts))


def _column(name: str, dim: int | None, column: Sequence[Any]) -> Any:
    if dim is None:
        return column[0]
    for value in column:
        if not isinstance(value, Tensor):
            raise op_error(
                ValueError,
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(value)}. "
                "Did you mean to set out_dims= to None for output?",
            )
    return OPS["stack"](list(column), dim=dim)
