"""Hooks: functions of the program that a backward pass calls with gradients.

This module knows what hooks are called with and what they may return. When they are called is up to
``engine``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from gradcli.core.values import Values
from gradcli.errors import op_error
from gradcli.numerics import dtypes

Hook = Callable[..., Any]

_next_id = count().__next__


class Hooks:
    """The functions to call with gradients at a node or leaf.

    ``functions`` are called with the gradients of single outputs, by output number. ``retained``
    says which tensors keep their gradient; ``after`` holds what to call with a leaf once its
    gradient is accumulated. ``before`` and ``behind`` are called with all gradients that come to
    the node, and with those that leave it as well. ``metadata`` is the program's own.
    """

    __slots__ = ("after", "before", "behind", "functions", "metadata", "retained")

    def __init__(self) -> None:
        self.functions: dict[int, dict[int, Hook]] = {}
        self.retained: dict[int, Any] = {}  # weak references to tensors, by output number
        self.after: dict[int, Hook] = {}
        self.before: dict[int, Hook] = {}
        self.behind: dict[int, Hook] = {}
        self.metadata: dict[Any, Any] = {}


def hooks_of(holder: Any) -> Hooks:
    """Return the hooks of a node or leaf, to add to."""
    hooks: Hooks | None = holder.hooks
    if hooks is None:
        hooks = holder.hooks = Hooks()
    return hooks


class RemovableHandle:
    """What ``register_hook`` returns: ``remove()`` takes the hook away again."""

    __slots__ = ("hooks", "id")

    def __init__(self, hooks: dict[int, Hook], hook: Hook) -> None:
        self.hooks = hooks
        self.id = _next_id()
        hooks[self.id] = hook

    def __repr__(self) -> str:
        return "<torch.utils.hooks.RemovableHandle object>"

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Take the hook away."""
        self.hooks.pop(self.id, None)


def call_each(functions: dict[int, Hook], gradient: Any) -> Any:
    """Return what hooks make of one gradient, one after the other."""
    for hook in list(functions.values()):
        replaced = call_hook(hook, gradient)
        if replaced is not None:
            gradient = _checked(hook, replaced, gradient)
    return gradient


def call_with_leaf(functions: dict[int, Hook], leaf: Values) -> None:
    """Call hooks with a leaf whose gradient was accumulated."""
    for hook in list(functions.values()):
        replaced = call_hook(hook, leaf)
        if replaced is not None and _checked(hook, replaced, leaf) is not leaf:
            message = "Tensor post accumulate grad hooks should return None."
            raise op_error(RuntimeError, message)


def call_with_all(
    functions: dict[int, Hook], gradients: tuple[Any, ...], *others: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Return what hooks make of all gradients on one side of a node, given those and others."""
    for hook in list(functions.values()):
        replaced = call_hook(hook, gradients, *others)
        if replaced is None:
            continue
        if type(replaced) is not tuple:
            raise _wrong_kind("tuple", replaced)
        if len(replaced) != len(gradients):
            raise op_error(
                RuntimeError,
                f"hook '{_name(hook)}' has returned an incorrect number of values "
                f"(got {len(replaced)}, but expected {len(gradients)})",
            )
        pairs = zip(replaced, gradients, strict=True)
        gradients = tuple([_checked(hook, new, old) for new, old in pairs])
    return gradients


def call_hook(hook: Hook, *args: Any) -> Any:
    """Call what a program gave for a hook, which need not be a function."""
    if not callable(hook):
        raise op_error(TypeError, f"'{type(hook).__name__}' object is not callable")
    return hook(*args)


def _name(hook: Hook) -> str:
    return str(getattr(hook, "__name__", type(hook).__name__))


def _wrong_kind(expected: str, value: object) -> Exception:
    kind = type(value).__name__
    return op_error(TypeError, f"expected {expected}, but hook returned '{kind}'")


def _checked(hook: Hook, new: Any, old: Values | None) -> Any:
    """Return the gradient that a hook puts in the place of another, if it can stand there."""
    if new is None:
        return None
    if not isinstance(new, Values):
        raise _wrong_kind("Variable", new)
    if old is None:
        raise op_error(RuntimeError, "can't replace a empty gradient with a non-empty value")
    if new.array.dtype != old.array.dtype:
        was, got = (dtypes.dtype_of(t.array.dtype).scalar_name for t in (old, new))
        raise op_error(
            RuntimeError,
            f"hook '{_name(hook)}' has changed the type of value "
            f"(was torch.{was}Tensor got torch.{got}Tensor)",
            code="dtype",
        )
    if new.array.shape != old.array.shape:
        raise op_error(
            RuntimeError,
            f"hook '{_name(hook)}' has changed the size of value",
            code="shape-mismatch",
        )
    return new


RemovableHandle.__module__ = "torch.utils.hooks"
