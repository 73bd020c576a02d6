"""PyTorch's ``torch.autograd.function``: classes whose calls have derivatives of their own.

This module knows how a class of Python says what its functions are. What is done with them is known
to ``transforms.function``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from gradcli.core.function import FunctionCtx, FunctionNode
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.transforms.function import ClassSpec, apply_function, once_differentiable

__all__ = ["Function", "FunctionCtx", "InplaceFunction", "apply_function", "once_differentiable"]


class _Spec(ClassSpec):
    """The functions that a class of Python overrides."""

    __slots__ = ("cls", "generated", "node")

    def __init__(self, cls: type[Function]) -> None:
        self.cls = cls
        body = {"__slots__": (), "__module__": FunctionNode.__module__}
        self.node = type(f"{cls.__name__}Backward", (FunctionNode,), body)
        self.generated = type(f"{cls.__name__}GeneratedBackward", (FunctionNode,), body)

    def own(self, name: str) -> Callable[..., Any] | None:
        """Return a function that the class overrides, or None."""
        found: Callable[..., Any] = getattr(self.cls, name)
        return None if found is getattr(Function, name) else found

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.cls.__name__

    @property
    def generate_vmap_rule(self) -> bool:
        """Whether the function may run for a batch as it is."""
        return self.cls.generate_vmap_rule

    @property
    def clear_saved_tensors_on_access(self) -> bool:
        """Whether saved tensors are given out once."""
        return self.cls.clear_saved_tensors_on_access

    @property
    def boxed_grads_call(self) -> bool:
        """Whether ``backward`` gets its gradients in a list."""
        return self.cls.boxed_grads_call


class Function:
    """A function with a derivative of its own: subclass it, and call ``apply`` of the class."""

    clear_saved_tensors_on_access = False
    boxed_grads_call = False
    generate_vmap_rule = False

    _spec: _Spec
    _backward_cls: type[FunctionNode]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._spec = _Spec(cls)
        cls._backward_cls = cls._spec.node

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all "
            "static, so you should invoke them on the class itself. Instantiating an autograd "
            "function will raise an error in a future version of PyTorch.",
            DeprecationWarning,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raise RuntimeError: ``apply`` is what is called."""
        raise op_error(
            RuntimeError,
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)",
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute; the first argument is a context, unless ``setup_context`` is defined."""
        message = "You must implement the forward function for custom autograd.Function."
        raise op_error(NotImplementedError, message)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Put what derivatives need on the context."""
        raise op_error(NotImplementedError, "setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return the gradient of each argument, given those of the results."""
        message = "You must implement either the backward or vjp method for your custom "
        message += "autograd.Function to use it with backward mode AD."
        raise op_error(NotImplementedError, message)

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Return the tangent of each result, given those of the arguments."""
        message = "You must implement the jvp function for custom autograd.Function to use it "
        raise op_error(NotImplementedError, message + "with forward mode AD.")

    @staticmethod
    def vmap(info: Any, in_dims: tuple[int | None, ...], *args: Any) -> Any:
        """Compute for a batch."""
        message = "To use autograd.Function with vmap, you must either override the vmap "
        raise op_error(
            NotImplementedError, message + "staticmethod or set generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        if cls.setup_context is not Function.setup_context:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args = bound.args
        elif kwargs:
            args = _positional(cls.forward, args, kwargs)
        return apply_function(cls._spec, args)


def _positional(
    forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """Return all arguments of a ``forward`` with a context in their places."""
    code = forward.__code__
    names = code.co_varnames[1 : code.co_argcount]
    for name in kwargs:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if names.index(name) < len(args):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    count = max(names.index(name) for name in kwargs) + 1
    for place, name in enumerate(names[len(args) : count], len(args)):
        if name not in kwargs:
            message = f"forward() missing required argument: '{name}' (position {place})"
            raise TypeError(message)
    return (*args, *(kwargs[name] for name in names[len(args) : count]))


class InplaceFunction(Function):
    """A function that can be told to work in place, as the oldest ones were."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


for _kind in (Function, InplaceFunction):
    _kind.__module__ = "torch.autograd.function"
