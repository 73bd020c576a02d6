"""PyTorch's ``torch.func``; the names are those of the language.

What a function made from another takes and gives follows from structures that types cannot say:
gradients are formed as arguments are, be they tensors, dicts or lists of them.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar, overload

from gradcli import Tensor
from gradcli.nn.stateless import functional_call as functional_call
from gradcli.nn.stateless import (
    replace_all_batch_norm_modules_ as replace_all_batch_norm_modules_,
)
from gradcli.nn.stateless import stack_module_state as stack_module_state

_R = TypeVar("_R")
_Function: TypeAlias = Callable[..., Any]
_Argnums: TypeAlias = int | tuple[int, ...]

def debug_unwrap(tensor: Tensor, *, recurse: bool = True) -> Tensor:
    """Return what a tensor in a transformed function stands for, which here is itself."""

def functionalize(
    func: _Function, *, remove: Literal["mutations", "mutations_and_views"] = "mutations"
) -> _Function:
    """Return a function of the same values, which changes the same arguments as ``func``."""

def grad(func: _Function, argnums: _Argnums = 0, has_aux: bool = False) -> _Function:
    """Return the function that gives the gradient of ``func``, which returns a scalar.

    With ``has_aux``, ``func`` returns the scalar and something else, which comes along.
    """

def grad_and_value(
    func: _Function, argnums: _Argnums = 0, has_aux: bool = False
) -> Callable[..., tuple[Any, Any]]:
    """Return the function that gives the gradient of ``func`` and its value."""

def hessian(func: _Function, argnums: _Argnums = 0) -> _Function:
    """Return the function that gives the Hessian of ``func``."""

def jacrev(
    func: _Function,
    argnums: _Argnums = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
) -> _Function:
    """Return the function that gives the Jacobian of ``func``, shaped as output, then input.

    It takes a backward pass for each element of the output.
    """

def jacfwd(
    func: _Function, argnums: _Argnums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> _Function:
    """Return the function that gives the Jacobian of ``func``, shaped as output, then input.

    It takes a pass for each element of the inputs.
    """

@overload
def jvp(
    func: Callable[..., _R],
    primals: tuple[Any, ...],
    tangents: tuple[Any, ...],
    *,
    strict: bool = False,
    has_aux: Literal[False] = False,
) -> tuple[_R, _R]:
    """Return the value of ``func`` and the product of its Jacobian with the tangents."""

@overload
def jvp(
    func: _Function,
    primals: tuple[Any, ...],
    tangents: tuple[Any, ...],
    *,
    strict: bool = False,
    has_aux: Literal[True],
) -> tuple[Any, Any, Any]: ...
def linearize(func: Callable[..., _R], *primals: Any) -> tuple[_R, Callable[..., _R]]:
    """Return the value of ``func`` and the function from tangents to their products."""

@overload
def vjp(
    func: Callable[..., _R], *primals: Any, has_aux: Literal[False] = False
) -> tuple[_R, _Function]:
    """Return the value of ``func`` and the function from cotangents to their products."""

@overload
def vjp(func: _Function, *primals: Any, has_aux: Literal[True]) -> tuple[Any, _Function, Any]: ...
def vmap(
    func: Callable[..., _R],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., _R]:
    """Return the function that runs ``func`` for each sample of a batch."""
