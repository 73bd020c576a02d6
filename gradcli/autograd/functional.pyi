"""PyTorch's ``torch.autograd.functional``; the names are those of the language."""

from collections.abc import Callable
from typing import Any, TypeAlias, overload

from gradcli import Tensor

_Several: TypeAlias = tuple[Tensor, ...]

@overload
def jacobian(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Tensor:
    """Return the Jacobian of a function: the shape of the output, then that of the input."""

@overload
def jacobian(
    func: Callable[..., Tensor],
    inputs: _Several,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> _Several: ...
@overload
def jacobian(
    func: Callable[..., _Several],
    inputs: Tensor | _Several,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any: ...
@overload
def hessian(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Tensor:
    """Return the Hessian of a function that gives one number."""

@overload
def hessian(
    func: Callable[..., Tensor],
    inputs: _Several,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> tuple[_Several, ...]: ...
@overload
def vjp(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    v: Tensor | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensor]:
    """Return the value of a function and the product of a vector and its Jacobian."""

@overload
def vjp(
    func: Callable[..., Tensor],
    inputs: _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, _Several]: ...
@overload
def vjp(
    func: Callable[..., _Several],
    inputs: Tensor | _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]: ...
@overload
def jvp(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    v: Tensor | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensor]:
    """Return the value of a function and the product of its Jacobian and a vector."""

@overload
def jvp(
    func: Callable[..., Tensor],
    inputs: _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def jvp(
    func: Callable[..., _Several],
    inputs: Tensor | _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]: ...
@overload
def vhp(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    v: Tensor | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensor]:
    """Return the value of a function and the product of a vector and its Hessian."""

@overload
def vhp(
    func: Callable[..., Tensor],
    inputs: _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, _Several]: ...
@overload
def hvp(
    func: Callable[[Tensor], Tensor],
    inputs: Tensor,
    v: Tensor | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensor]:
    """Return the value of a function and the product of its Hessian and a vector."""

@overload
def hvp(
    func: Callable[..., Tensor],
    inputs: _Several,
    v: Tensor | _Several | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, _Several]: ...
