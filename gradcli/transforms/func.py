"""PyTorch's ``torch.func``: functions made from functions, which give their derivatives.

Every level differentiates tensors of its own, so that ``grad(grad(f))`` nests; what a function
reaches by itself is a constant to it, and is differentiated by whoever asked for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.transforms.level import Argnums, Function, Level, Transposed, adopt, differentiating
from gradcli.transforms.trees import form, leaves, rebuild, tree_spec

_GRAD = "grad_and_value(f)(*args)"
_VJP = "vjp(f, *primals)"
_JVP = "jvp(f, primals, tangents)"


class Transformed:
    """A function made from another; prints as a function."""

    __module__ = "builtins"
    __slots__ = ("__name__", "call")

    def __init__(self, call: Function, original: Function | None = None) -> None:
        self.call = call
        self.__name__ = getattr(original or call, "__name__", "function")

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        return self.call(*args, **kwargs)


def grad(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """Return the function that gives the gradient of ``func``, which returns a scalar.

    With ``has_aux``, ``func`` returns the scalar and something else, which comes along.
    """
    both = grad_and_value(func, argnums, has_aux)

    def gradient(*args: Any, **kwargs: Any) -> Any:
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return Transformed(gradient, func)


def grad_and_value(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """Return the function that gives the gradient of ``func`` and its value."""

    def gradient(*args: Any, **kwargs: Any) -> Any:
        with differentiating():
            level = Level(args, argnums)
            adopt(kwargs)
            output, aux = _split(func(*level.args, **kwargs), has_aux, _GRAD)
            _check_scalar(output)
            found = level.gradients([output], None)
        found = level.outside(level.like_arguments(found))
        value = level.outside(output)
        return found, (value, level.outside(aux)) if has_aux else value

    return Transformed(gradient, func)


def vjp(func: Function, *primals: Any, has_aux: bool = False) -> Any:
    """Return the value of ``func`` and the function from cotangents to their products."""
    with differentiating():
        level = Level(primals, tuple(range(len(primals))))
        output, aux = _split(func(*level.args), has_aux, _VJP)
        ends = _differentiable(output)

    def pull_back(cotangents: Any, retain_graph: bool = True, create_graph: bool = True) -> Any:
        if form(cotangents) != form(output):
            raise op_error(
                RuntimeError,
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {form(cotangents)}, primal output: "
                f"{form(output)}",
            )
        with differentiating():
            found = level.gradients(ends, leaves(cotangents))
        return level.outside(level.like_arguments(found))

    value, product = level.outside(output), Transformed(pull_back)
    return (value, product, level.outside(aux)) if has_aux else (value, product)


def jvp(
    func: Function, primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False
) -> Any:
    """Return the value of ``func`` and the product of its Jacobian with the tangents."""
    _check_tangents(primals, tangents)
    with differentiating("jvp"):
        level = Level(primals, tuple(range(len(primals))))
        output, aux = _split(func(*level.changeable()), has_aux, _JVP)
        ends = _only_tensors(output, _JVP)
        _check_dependent(ends, strict)
        products = Transposed(ends, level).times(leaves(tangents))
    product = level.outside(rebuild(output, iter(products)))
    value = level.outside(output)
    return (value, product, level.outside(aux)) if has_aux else (value, product)


def linearize(func: Function, *primals: Any) -> Any:
    """Return the value of ``func`` and the function from tangents to their products."""
    with differentiating("jvp", guarded=False):
        level = Level(primals, tuple(range(len(primals))))
        output = func(*level.args)
        transposed = Transposed(_only_tensors(output, _JVP), level)

    def push_forward(*tangents: Any) -> Any:
        _check_like(primals, tangents)
        with differentiating():
            products = transposed.times(leaves(tangents))
        return level.outside(rebuild(output, iter(products)))

    return level.outside(output), Transformed(push_forward)


Blocks = list[list[Tensor]]
"""Jacobians, for each output and each own tensor."""


def jacrev(
    func: Function,
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
    _preallocate_and_copy: bool = False,
) -> Function:
    """Return the function that gives the Jacobian of ``func``, shaped as output, then input.

    It takes one backward pass on all elements of the output, or on ``chunk_size`` of them at once.
    """
    if chunk_size is not None and chunk_size <= 0:
        raise op_error(ValueError, "jacrev: `chunk_size` should be greater than 0.")
    return _jacobian(func, argnums, has_aux, "jacrev", partial(_by_rows, most=chunk_size))


def jacfwd(
    func: Function, argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Function:
    """Return the function that gives the Jacobian of ``func``, shaped as output, then input.

    It takes one pass on all elements of the inputs, or several where they are many.
    """
    if randomness == "error":
        func = _without_draws(func)
    return _jacobian(func, argnums, has_aux, "jacfwd", _by_columns)


def _without_draws(func: Function) -> Function:
    """Return a function that is refused where it draws random numbers, as ``vmap`` refuses them."""

    def drawless(*args: Any) -> Any:
        from gradcli.transforms.batching import Drawless  # which knows ``vmap``'s words

        with Drawless():
            return func(*args)

    return Transformed(drawless, func)


def hessian(func: Function, argnums: Argnums = 0) -> Function:
    """Return the function that gives the Hessian of ``func``."""
    return jacfwd(jacrev(func, argnums), argnums)


def _jacobian(
    func: Function,
    argnums: Argnums,
    has_aux: bool,
    name: str,
    blocks_of: Callable[[list[Tensor], Level], Blocks],
) -> Function:
    reverse = name == "jacrev"

    def jacobian(*args: Any) -> Any:
        _refuse_complex(args, name, "inputs")
        with differentiating("grad" if reverse else "jvp"):
            level = Level(args, argnums)
            given = level.args if reverse else level.changeable()
            output, aux = _split(func(*given), has_aux, _VJP if reverse else _JVP)
            ends = _differentiable(output) if reverse else _only_tensors(output, _JVP)
            _refuse_complex(ends, name, "outputs")
            blocks = blocks_of(ends, level)
        found = [level.like_arguments(level.outside(row)) for row in blocks]
        result = rebuild(output, iter(found))
        return (result, level.outside(aux)) if has_aux else result

    return Transformed(jacobian, func)


def _by_rows(ends: list[Tensor], level: Level, most: int | None) -> Blocks:
    def pulled(end: Tensor, unit: Tensor) -> list[Tensor]:
        return level.gradients([end], [unit])

    return [_of_units(end, partial(pulled, end), level.own, 0, most) for end in ends]


def _by_columns(ends: list[Tensor], level: Level) -> Blocks:
    sources = list(level.own)
    transposed = Transposed(ends, level)

    def pushed(position: int, unit: Tensor) -> list[Tensor]:
        return transposed.times([unit if i == position else None for i in range(len(sources))])

    columns = [_of_units(x, partial(pushed, i), ends, -1) for i, x in enumerate(sources)]
    return [list(row) for row in zip(*columns, strict=True)]


def _of_units(
    tensor: Tensor,
    product: Callable[[Tensor], list[Tensor]],
    others: Sequence[Tensor],
    dim: int,
    most: int | None = None,
) -> list[Tensor]:
    """Return what a linear map makes of zeros of a tensor's shape with a one in each place.

    There is a block for each of the map's results, which are like ``others``; the shape of the
    tensor comes first in it, or last, as ``dim`` says. At ``most`` so many are made at once.
    """
    from gradcli.transforms.vmap import vmap  # which is made of functions, too

    count, shape = tensor.numel(), tensor.array.shape
    shapes = [(*shape, *o.array.shape) if dim == 0 else (*o.array.shape, *shape) for o in others]
    if not count:
        return [OPS["zeros"].call(to, dtype=o.dtype) for o, to in zip(others, shapes, strict=True)]
    together = most or max(1, _MOST // max(count, *[other.numel() for other in others]))

    def one(unit: Tensor) -> list[Tensor]:  # which may give what vmap refuses
        place = 0 if dim == 0 else -1
        return [
            OPS["unsqueeze"](found, dim=place) for found in product(OPS["squeeze"](unit, dim=0))
        ]

    run = one if most == 1 else vmap(product, out_dims=dim)
    parts = []
    for start in range(0, count, together):
        units = np.eye(min(together, count - start), count, start, tensor.array.dtype)
        parts.append(run(Tensor(units.reshape(len(units), *shape))))
    whole = parts[0]
    if len(parts) > 1:
        whole = [OPS["cat"](list(column), dim=dim) for column in zip(*parts, strict=True)]
    return [OPS["view"](block, shape=to) for block, to in zip(whole, shapes, strict=True)]


_MOST = 2**20
"""How many elements of a Jacobian are found at once."""


def debug_unwrap(tensor: Tensor, *, recurse: bool = True) -> Tensor:
    """Return what a tensor in a transformed function stands for, which here is itself."""
    return tensor


def functionalize(func: Function, *, remove: str = "mutations") -> Function:
    """Return a function of the same values, which changes the same arguments as ``func``.

    PyTorch's runs without changes in place on the way, which only its compilers can tell.
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise op_error(RuntimeError, _REMOVES.replace("REMOVE", str(remove)))

    def functional(*args: Any, **kwargs: Any) -> Any:
        with STATE.replaced(transforms=(*STATE.transforms, "functionalize")):
            return func(*args, **kwargs)

    return Transformed(functional, func)


# Refusals


_REMOVES = (
    "functionalize(f, remove='mutations'): received invalid argument for remove=REMOVE. Valid "
    "options are:\n"
    "     remove='mutations': all inplace and out= operators will be removed from the program, and "
    "replaced with their out-of-place equivalents.\n"
    "     remove='mutations_and_views': In addition to the above, all aliasing operators {view} "
    "will be replaced with their non-aliasing counterparts, {view}_copy.\n"
)


def _split(output: Any, has_aux: bool, call: str) -> tuple[Any, Any]:
    if not has_aux:
        return output, None
    if isinstance(output, tuple) and len(output) == 2:
        return output
    raise op_error(
        RuntimeError,
        f"{call}: output of function f should be a tuple: (output, aux) if has_aux is True",
    )


def _check_scalar(output: Any) -> None:
    if not isinstance(output, Tensor):
        raise op_error(
            RuntimeError, f"{_GRAD}: Expected f(*args) to return a Tensor, got {type(output)}"
        )
    if output.array.ndim:
        raise op_error(
            RuntimeError,
            f"{_GRAD}: Expected f(*args) to return a scalar Tensor, got tensor with "
            f"{output.array.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?",
            operands=(0,),
        )


def _only_tensors(output: Any, call: str) -> list[Tensor]:
    """Return the tensors that a function gave; anything else is refused."""
    found = leaves(output)
    if not found or found == [None]:
        raise op_error(
            RuntimeError,
            f"{call}: Expected f to be a function that has non-empty output (got output = {found})",
        )
    for value in found:
        if not isinstance(value, Tensor):
            raise op_error(
                RuntimeError,
                f"{call}: expected f(*primals) to return only tensors, got unsupported type "
                f"{type(value)}",
            )
    return found


def _differentiable(output: Any) -> list[Tensor]:
    """Return the tensors that a function gave; integers are refused as well."""
    ends = _only_tensors(output, _VJP)
    for end in ends:
        if end.array.dtype.kind in "iub":
            raise op_error(
                RuntimeError,
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got "
                f"Tensor with dtype {end.dtype}",
            )
    return ends


def _refuse_complex(tree: Any, name: str, what: str) -> None:
    for index, value in enumerate(leaves(tree)):
        if isinstance(value, Tensor) and value.is_complex():
            raise op_error(
                RuntimeError,
                f"{name}: Expected all {what} to be real but received complex tensor at flattened "
                f"input idx: {index}",
            )


def _check_tangents(primals: Any, tangents: Any) -> None:
    if not isinstance(primals, tuple):
        raise op_error(
            RuntimeError,
            f"{_JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).",
        )
    if form(primals) != form(tangents):
        raise op_error(
            RuntimeError,
            f"{_JVP}: Expected primals and tangents to have the same python structure. For "
            "example, if primals is a tuple of 3 tensors, tangents also must be. Got primals with "
            f"structure {tree_spec(primals)} and tangents with structure {tree_spec(tangents)}",
        )
    for what, values in (("primals", leaves(primals)), ("tangents", leaves(tangents))):
        if not values:
            raise op_error(RuntimeError, f"{_JVP}: Expected {what} to contain at least one Tensor.")
        for value in values:
            if not isinstance(value, Tensor):
                raise op_error(
                    RuntimeError,
                    f"{_JVP}: Expected {what} to only contain Tensors, got {type(value)}",
                )
    for primal, tangent in zip(leaves(primals), leaves(tangents), strict=True):
        _check_tangent(primal, tangent)


def _check_tangent(primal: Tensor, tangent: Tensor) -> None:
    for what, value in (("primal", primal), ("tangent", tangent)):
        if value.array.dtype.kind in "iub":
            raise op_error(
                ValueError,
                f"Expected {what} to be floating point or complex, but got: {value.dtype}",
            )
    if primal.shape != tangent.shape:
        raise op_error(
            RuntimeError,
            "Trying to set a forward gradient that has a different size than that of the original "
            f"Tensor, this is not supported. Tensor is of size {list(primal.shape)} while the "
            f"given forward gradient is of size {list(tangent.shape)}.",
            code="shape-mismatch",
        )


def _check_dependent(ends: list[Tensor], strict: bool) -> None:
    if strict and not all(end.requires_grad for end in ends):
        raise op_error(
            RuntimeError,
            "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. "
            "This is not allowed with strict=True.",
        )


def _check_like(primals: Any, tangents: Any) -> None:
    """Refuse tangents that are not formed, shaped and typed as what they belong to."""
    if form(primals) != form(tangents):
        raise op_error(
            RuntimeError,
            f"Expected the tangents {tree_spec(tangents)} to have the same argspec as the primals "
            f"{tree_spec(primals)}",
        )
    for index, (primal, tangent) in enumerate(zip(leaves(primals), leaves(tangents), strict=True)):
        for what, given, wanted in (
            ("shape", tangent.shape, primal.shape),
            ("dtype", tangent.dtype, primal.dtype),
        ):
            if given != wanted:
                raise op_error(
                    RuntimeError,
                    f"tangent:{index} with {what} {given} in flattened pytree doesn't match the "
                    f"{what} {wanted} of the corresponding primal.",
                )
