"""The call of a function with a derivative of its own: PyTorch's ``torch.autograd.Function``.

This module knows what becomes of arguments and results, and what PyTorch refuses among them. It
does not know where the functions come from: a class of Python's, or one of a program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import ref

from gradcli.core.function import (
    FunctionCtx,
    FunctionNode,
    Undifferentiable,
    is_generated,
    node_name,
)
from gradcli.core.inplace import rebase
from gradcli.core.saved import SavedResult
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.views import IN_FUNCTION, MULTIPLE, is_trained
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.batched import lead_out
from gradcli.numerics.dtypes import DIFFERENTIABLE


@dataclass(frozen=True)
class FunctionSpec:
    """What a function consists of; None stands for what it leaves out.

    With ``setup_context``, ``forward`` takes no context. ``backward`` may be missing where nobody
    differentiates; ``generate_vmap_rule`` stands for a ``vmap`` that runs ``forward`` as it is.
    """

    name: str
    forward: Callable[..., Any] | None = None
    backward: Callable[..., Any] | None = None
    jvp: Callable[..., Any] | None = None
    setup_context: Callable[..., Any] | None = None
    vmap: Callable[..., Any] | None = None
    generate_vmap_rule: bool = False
    clear_saved_tensors_on_access: bool = False
    boxed_grads_call: bool = False
    node: type[FunctionNode] = FunctionNode
    generated: type[FunctionNode] = FunctionNode


class ClassSpec:
    """The functions of a class under the names of ``FunctionSpec``, looked up at each call."""

    __slots__ = ()

    def own(self, name: str) -> Callable[..., Any] | None:
        """Return a function that the class itself defines, or None."""
        raise NotImplementedError

    forward = property(lambda self: self.own("forward"))
    jvp = property(lambda self: self.own("jvp"))
    setup_context = property(lambda self: self.own("setup_context"))
    vmap = property(lambda self: self.own("vmap"))

    @property
    def backward(self) -> Callable[..., Any] | None:
        """What differentiates, under either of its names."""
        backward, vjp = self.own("backward"), self.own("vjp")
        if backward is not None and vjp is not None:
            raise op_error(
                RuntimeError,
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You "
                "should only implement one of them.",
            )
        return backward or vjp


def apply_function(spec: Any, args: Sequence[Any]) -> Any:
    """Call a function on positional arguments, and record that its derivative is its own.

    ``spec`` has the attributes of ``FunctionSpec``. Raises what PyTorch raises.
    """
    _check_transforms(spec)
    if "vmap" in STATE.transforms and spec.vmap is not None:
        from gradcli.transforms.vmap import by_its_rule  # few functions have one

        if (found := by_its_rule(spec.vmap, args)) is not None:
            return found
    needs = tuple([isinstance(arg, Tensor) and arg.requires_grad for arg in args])
    ctx = FunctionCtx(node_name(spec), needs)
    kind = spec.generated if is_generated() else spec.node
    node = kind(spec, ctx, args) if STATE.grad_enabled and any(needs) else None
    if node is not None:
        ctx._node = ref(node)
    setup = spec.setup_context
    raw = _computed(spec.forward, setup, ctx, tuple(args))
    several = isinstance(raw, tuple)
    results = _Results(ctx, node, args, raw if several else (raw,), setup is not None)
    wrapped = results.wrapped()
    for observer in STATE.observers:
        observer.called(spec, ctx, args, wrapped)
    results.save()
    if node is not None:
        lead_out(node, args, wrapped)
    for observer in STATE.observers:
        if node is not None:
            observer.recorded(node, args, {})
    return wrapped if several else wrapped[0]


_MORE = " For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


def _check_transforms(spec: Any) -> None:
    """Refuse, inside functions made from functions, what PyTorch has no rule for."""
    if not STATE.transforms:
        return
    if spec.setup_context is None:
        raise op_error(
            RuntimeError,
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, "
            f"jacrev, ...), it must override the setup_context staticmethod.{_MORE}",
        )
    if "vmap" not in STATE.transforms:
        return
    if spec.vmap is None and not spec.generate_vmap_rule:
        raise op_error(
            RuntimeError,
            f"You tried to vmap over {spec.name}, but it does not have vmap support. Please "
            f"override and implement the vmap staticmethod or set generate_vmap_rule=True.{_MORE}",
        )
    if spec.vmap is not None and spec.generate_vmap_rule:
        raise op_error(
            RuntimeError,
            f"You tried to vmap over {spec.name}, but it has both generate_vmap_rule=True and an "
            "overridden vmap staticmethod. Please set generate_vmap_rule=False or delete the "
            f"overridden vmap staticmethod to avoid ambiguity.{_MORE}",
        )


def _computed(
    forward: Callable[..., Any] | None,
    setup: Callable[..., Any] | None,
    ctx: FunctionCtx,
    args: tuple[Any, ...],
) -> Any:
    """Return what ``forward`` gives, which nothing is recorded in and no tangents go through."""
    if forward is None:
        raise op_error(
            NotImplementedError,
            "You must implement the forward function for custom autograd.Function.",
        )
    around = tuple([observer for observer in STATE.observers if not observer.carries])
    with STATE.replaced(grad_enabled=False, observers=around):
        if setup is None:
            return forward(ctx, *args)
        raw = forward(*args)
        setup(ctx, args, raw)
    return raw


def _among(tensor: Any, tensors: Sequence[Any]) -> bool:
    return any(tensor is other for other in tensors)


class _Results:
    """What ``forward`` gave, on its way to the caller."""

    def __init__(
        self,
        ctx: FunctionCtx,
        node: FunctionNode | None,
        args: Sequence[Any],
        raw: tuple[Any, ...],
        apart: bool,
    ) -> None:
        self.ctx = ctx
        self.node = node
        self.args = args
        self.raw = raw
        self.apart = apart  # whether the context was set up outside of ``forward``
        self.dirty = () if ctx._dirty is None else ctx._dirty
        self.kept = (*ctx._to_save, *(ctx._for_forward or ())) if apart else ()

    def wrapped(self) -> tuple[Any, ...]:
        """Return the results with their history, and save what was asked for."""
        self._check_marks()
        node = self.node
        if node is not None:
            node.give(self.raw, self._constant())
            node.keep(self._values())
        results = tuple([self._wrapped(result, nr) for nr, result in enumerate(self.raw)])
        differentiable = [r for r in self.raw if self._is_differentiable(r)]
        if len(differentiable) > 1:
            for result in results:
                if isinstance(result, Tensor) and result.as_view is not None:
                    result.as_view.origin = MULTIPLE
        if not all(_among(tensor, self.raw) for tensor in self.dirty):
            raise op_error(RuntimeError, _NOT_RETURNED)
        return results

    def _constant(self) -> list[int]:
        """Return the numbers of the results without a gradient."""
        return [nr for nr, raw in enumerate(self.raw) if not self._is_differentiable(raw)]

    def save(self) -> None:
        """Let saved values count from the versions after all changes on."""
        if self.node is not None and self.node.saved:
            self.node.keep(self.node.saved[0] or ())
        self.ctx._complete = True

    def _check_marks(self) -> None:
        for tensor in self.ctx._non_differentiable:
            if not isinstance(tensor, Tensor):
                message = "mark_non_differentiable only accepts variable arguments, but got "
                raise op_error(RuntimeError, message)
        for tensor in self.dirty:
            if not isinstance(tensor, Tensor):
                message = "mark_dirty can only accept variables, but argument "
                raise op_error(RuntimeError, message)
            tensor.changed()

    def _is_differentiable(self, result: Any) -> bool:
        return (
            self.node is not None
            and isinstance(result, Tensor)
            and result.array.dtype.kind in DIFFERENTIABLE
            and not _among(result, self.ctx._non_differentiable)
        )

    def _values(self) -> list[Any]:
        """Return what to save; results of the call without the circle that a node would make."""
        values: list[Any] = []
        for place, tensor in enumerate(self.ctx._to_save):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise op_error(
                    TypeError,
                    f"save_for_backward can only save variables, but argument {place} is of type "
                    f"{type(tensor).__name__}",
                )
            numbers = [nr for nr, result in enumerate(self.raw) if result is tensor]
            own = numbers and (not _among(tensor, self.args) or _among(tensor, self.dirty))
            if own and tensor is not None and self._is_differentiable(tensor):
                values.append(SavedResult(tensor, numbers[0]))
            else:
                values.append(tensor)
        self.ctx._to_save = ()
        return values

    def _wrapped(self, result: Any, output_nr: int) -> Any:
        """Return one result with its history."""
        if not isinstance(result, Tensor):
            return result
        given, dirty = _among(result, self.args), _among(result, self.dirty)
        if not self._is_differentiable(result):
            result = self._without_history(result, given, dirty)
        elif dirty:
            self._transplant(result, output_nr, given)
            return result
        else:
            if given:
                result = self._viewed(result)
            result.attach(self.node, output_nr)
        if result.as_view is not None and not (given and dirty):
            result.as_view.origin = IN_FUNCTION
            result.as_view.version = result.shared_version().count
        return result

    def _without_history(self, result: Tensor, given: bool, dirty: bool) -> Tensor:
        if not result.requires_grad:
            return self._viewed(result) if given and not dirty else result
        if given:
            return result.detach()
        return result if result.as_view is not None else result.detach_()

    def _viewed(self, result: Tensor) -> Tensor:
        """Return an argument that was returned as it is: as a view of itself."""
        if _among(result, self.kept):
            raise op_error(RuntimeError, _RETURNED_AND_SAVED)
        with STATE.replaced(grad_enabled=False):
            view: Tensor = OPS["view"](result, shape=result.array.shape)
        return view

    def _transplant(self, result: Tensor, output_nr: int, given: bool) -> None:
        """Put the node between an argument that was changed in place and its history."""
        assert self.node is not None
        if is_trained(result):
            message = "a leaf Variable that requires grad has been used in an in-place operation."
            raise op_error(RuntimeError, message, code="in-place")
        if not given:
            warn(_NOT_GIVEN)
        view = result.as_view
        if view is not None and len(self.raw) > 1:
            raise op_error(RuntimeError, _VIEW_AND_OTHERS, code="in-place")
        if view is not None and view.origin:
            raise view.refusal(result)
        result._grad = None
        rebase(result, self.node, output_nr)


_NOT_GIVEN = (
    "Only input Tensors should be given to ctx.mark_dirty(). If a Tensor is not an input, there is "
    "no need to pass it to mark_dirty()."
)
_NOT_RETURNED = (
    "Some elements marked as dirty during the forward method were not returned as output. The "
    "inputs that are modified inplace must all be outputs of the Function."
)
_RETURNED_AND_SAVED = (
    "An input that has been returned as-is as output is being saved for backward. This is not "
    "supported if you override setup_context. You should return and save a view of the input "
    "instead, e.g. with x.view_as(x) or setup ctx inside the forward function itself."
)
_VIEW_AND_OTHERS = (
    "If your Function modifies inplace an input that is a view of another Tensor, your Function "
    "cannot return more than one Tensor. This is not supported by the current autograd engine. You "
    "should either make sure the input is not a view (using .clone() for example) or make your "
    "Function only return one Tensor (potentially splitting it into two Functions: one doing the "
    "inplace that returns a single Tensor and a second one that does the other operations). You "
    "can ask on the forum https://discuss.pytorch.org/ if you need help to do this change."
)


# Derivatives that cannot be differentiated


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a ``backward`` that records nothing, and whose results refuse to be differentiated."""

    def backward(ctx: Any, *args: Any) -> Any:
        with STATE.replaced(grad_enabled=False):
            outputs = fn(ctx, *args)
        asked = any(isinstance(arg, Tensor) and arg.requires_grad for arg in args)
        if not STATE.grad_enabled or not asked:
            return outputs
        several = isinstance(outputs, tuple)
        closed = _closed(outputs if several else (outputs,))
        return closed if several else closed[0]

    backward.__name__ = getattr(fn, "__name__", "backward")
    return backward


def _closed(outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return tensors of the same values whose gradients are refused."""
    node = Undifferentiable(outputs, _TWICE)
    found = []
    for number, output in enumerate(outputs):
        closed = output
        if isinstance(output, Tensor):
            closed = output.detach()
            closed.attach(node, number)
        found.append(closed)
    return tuple(found)


_TWICE = "trying to differentiate twice a function that was marked with @once_differentiable"
