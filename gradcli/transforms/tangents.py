"""Tangents, which operators carry along with values: forward mode.

A tangent is made from the derivative that the backward pass has: that is linear in the gradient it
gets, so its own gradient, by what it got, is the product from the other side. No operator needs a
second rule. Views and changes in place do to tangents what they do to values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.gradients import fit
from gradcli.core.inplace import overwrite
from gradcli.core.node import Node
from gradcli.core.observe import Observer
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import UNTRACKED
from gradcli.errors import OpError, op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE


class _Kept(NamedTuple):
    """A tangent, for as long as its tensor lives; None shuts off what comes from a base."""

    tensor: Any
    tangent: Tensor | None


class Tangents(Observer):
    """The level that tangents live in, from when it is entered until it is left.

    ``of_nodes`` has those of results by node: the tensor that a derivative gets of a saved result
    is a new one, and the first may be gone.
    """

    __slots__ = ("kept", "of_nodes")
    carries = True

    def __init__(self) -> None:
        self.kept: dict[int, _Kept] = {}
        self.of_nodes: dict[tuple[int, int], _Kept] = {}

    def tangent(self, tensor: Any) -> Tensor | None:
        """Return the tangent of a tensor, a view's from that of its base."""
        if not isinstance(tensor, Tensor):
            return None
        kept = self.kept.get(id(tensor))
        if kept is not None:
            return kept.tangent
        result = self.of_nodes.get((id(tensor.node), tensor.output_nr))
        if result is not None:
            return result.tangent
        view = tensor.as_view
        base = None if view is None else self.tangent(view.base)
        if view is None or base is None:
            return None
        with self.aside():
            tangent: Tensor = OPS["_view"](base, steps=view.steps)
        tangent.version = base.shared_version()
        self.give(tensor, tangent)
        return tangent

    def give(self, tensor: Tensor, tangent: Tensor | None) -> None:
        """Let a tensor have a tangent, or none for good."""
        key = id(tensor)
        self.kept[key] = _Kept(ref(tensor, lambda _: self.kept.pop(key, None)), tangent)
        node = tensor.node
        if node is not None and tensor.as_view is None:
            result = id(node), tensor.output_nr
            self.of_nodes[result] = _Kept(
                ref(node, lambda _: self.of_nodes.pop(result, None)), tangent
            )

    def put(self, tensor: Tensor, tangent: Tensor, *, inplace: bool = False) -> None:
        """Give a tangent that somebody made, which has to have the tensor's shape."""
        if tangent.array.shape != tensor.array.shape:
            raise op_error(
                RuntimeError,
                "Trying to set a forward gradient that has a different size than that of the "
                f"original Tensor, this is not supported. Tensor is of size {list(tensor.shape)} "
                f"while the given forward gradient is of size {list(tangent.shape)}.",
                code="shape-mismatch",
            )
        if self.tangent(tangent) is not None:
            raise op_error(
                RuntimeError,
                "Setting a forward grad that itself has a forward gradient at the same level0 is "
                "not supported.",
            )
        if inplace:
            self._write(tensor, tangent)
        else:
            self.give(tensor, tangent)

    # What is carried along

    def applied(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Give the results of an operator their tangents."""
        tangents = [self.tangent(operand) for operand in operands]
        if all(tangent is None for tangent in tangents):
            return
        if op.view and tangents[0] is not None:
            with self.aside():
                made = op.apply((_laid_like(tangents[0], operands[0]),), attrs)
            pushed: Sequence[Any] = _several(made)
        else:
            pushed = self._pushed(op, operands, attrs, results, tangents)
        for result, tangent in zip(_several(results), pushed, strict=True):
            if tangent is not None:
                self.give(result, tangent)

    def overwrite(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> Tensor:
        """Change a tensor in place, and its tangent as well."""
        target: Tensor = operands[0]
        tangents = [self.tangent(operand) for operand in operands]
        if all(tangent is None for tangent in tangents):
            with self.aside():
                return overwrite(op, operands, attrs)
        if op.view and tangents[0] is not None:
            with self.aside():
                overwrite(op, (tangents[0],), attrs)
                return overwrite(op, operands, attrs)
        before = Tensor(target.array.copy())
        before.follow(target)
        if tangents[0] is not None:  # its own memory is about to change
            with self.aside():
                tangents[0] = OPS["clone"](tangents[0])
            self.give(before, tangents[0])
        given = (before, *operands[1:])
        made = op(*given, **attrs) if op.composite else None
        with self.aside():
            overwrite(op, operands, attrs)
        if op.composite:
            tangent = self.tangent(made)
        else:
            (tangent,) = self._pushed(op, given, attrs, target, tangents)
        self._write(target, tangent)
        return target

    def _write(self, target: Tensor, tangent: Tensor | None) -> None:
        """Replace the tangent of what was changed in place, in the memory that views share.

        An operator without a derivative leaves it as it was, as it does the history.
        """
        if tangent is None:
            return
        old, view = self.tangent(target), target.as_view
        if old is None and view is not None and id(target) not in self.kept:
            self.give(view.base, OPS["zeros_like"](view.base.detach()))
            old = self.tangent(target)
        if old is None:
            self.give(target, tangent)
            return
        with self.aside():
            overwrite(OPS["copy"], (old, tangent), {})

    def detached(self, tensor: Tensor) -> None:
        """Take the tangent away from a tensor that is cut off its history."""
        self.give(tensor, None)

    def called(self, spec: Any, ctx: Any, args: Sequence[Any], results: Sequence[Any]) -> None:
        """Give the results of a function with a derivative of its own what its ``jvp`` makes."""
        tangents = [self.tangent(arg) for arg in args]
        if all(tangent is None for tangent in tangents):
            return
        if spec.jvp is None:
            raise op_error(NotImplementedError, _NO_JVP)
        given = [
            Tensor(np.zeros_like(arg.array))
            if tangent is None and _can_differ(arg) and ctx._materialize
            else tangent
            for arg, tangent in zip(args, tangents, strict=True)
        ]
        versions = [0 if tangent is None else tangent._version for tangent in tangents]
        with self.aside():
            made = spec.jvp(ctx, *given)
        made = made if isinstance(made, tuple) else (made,)
        if len(made) != len(results):
            raise op_error(
                RuntimeError,
                "Function's jvp returned an invalid number of forward gradients (expected "
                f"{len(results)} but got {len(made)})",
            )
        before = list(zip(args, tangents, versions, strict=True))
        for place, (result, tangent) in enumerate(zip(results, made, strict=True)):
            self._take(ctx, place, result, tangent, before)

    def _take(self, ctx: Any, place: int, result: Any, tangent: Any, before: list[Any]) -> None:
        """Give one result of such a function its tangent."""
        if not _can_differ(result) or any(result is other for other in ctx._non_differentiable):
            if tangent is not None:
                raise op_error(
                    RuntimeError,
                    f"Function's jvp returned a gradient at position {place}, but  the "
                    "corresponding forward output is not a differentiable Tensor.You should return "
                    "None at that position instead.",
                )
            return
        if tangent is None:
            return
        if not isinstance(tangent, Tensor):
            kind = type(tangent).__name__
            raise op_error(RuntimeError, f"expected Variable or None (got {kind})")
        for arg, old, version in before:
            if arg is result and old is not None:
                _check_changed(tangent, old, version)
                return
            if old is not None and _is_view_of(result, arg):
                _check_view(tangent, old)
        self.put(result, tangent, inplace=any(result is arg for arg, *_ in before))

    # One operator

    def _pushed(
        self,
        op: Any,
        operands: Sequence[Any],
        attrs: dict[str, Any],
        results: Any,
        tangents: Sequence[Tensor | None],
    ) -> Sequence[Tensor | None]:
        """Return the tangent of each result, by transposing the derivative."""
        nothing = [None] * len(_several(results))
        tracked = STATE.grad_enabled and any(
            isinstance(value, Tensor) and value.requires_grad for value in (*operands, *tangents)
        )
        kinds = (*STATE.transforms, "jvp")
        with self.aside(), STATE.replaced(grad_enabled=True, inference=False, transforms=kinds):
            given = [_tracked(*pair) for pair in zip(operands, tangents, strict=True)]
            fresh = [Tensor(np.array(result.array)) for result in _several(results)]
            node = op.record(given, attrs, fresh) if op.differentiable else None
            if node is None:
                return nothing
            if isinstance(results, tuple):
                node.others = tuple([result.meta(0) for result in fresh[1:]])
            weights = [_weight(result) for result in fresh]
            pairs = zip(weights, fresh, strict=True)
            starts = [OPS["zeros_like"](result) if w is None else w for w, result in pairs]
            found = _derived(op, node, starts[0] if node.others is None else starts)
            weighed = _weighed(node, found, operands, tangents)
            sources = [weight for weight in weights if weight is not None]
            if not sources:
                return nothing
            if not weighed:  # they do not depend on what has tangents
                zeros = OPS["zeros_like"]
                return [None if w is None else zeros(w.detach()) for w in weights]
            ends, vectors = zip(*weighed, strict=True)
            made = iter(grad(ends, sources, vectors, None, tracked, allow_unused=True))
        return [None if weight is None else next(made) for weight in weights]


def _tracked(operand: Any, tangent: Tensor | None) -> Any:
    """Return an operand as a derivative rule asks for it: one with a tangent requires grad."""
    if not isinstance(operand, Tensor):
        return operand
    if tangent is None or operand.edge() is not None:
        return Tensor(operand.array) if operand.version is UNTRACKED else operand
    return Tensor(operand.array, operand.array.dtype.kind in DIFFERENTIABLE)


def _weight(result: Tensor) -> Tensor | None:
    """Return what stands for the gradient of a result; None where it can have none."""
    if result.array.dtype.kind not in DIFFERENTIABLE:
        return None
    return Tensor(np.zeros(result.array.shape, result.array.dtype), True)


def _derived(op: Any, node: Node, g: Any) -> list[Any]:
    """Return what the derivative of an operator makes of a gradient, if it can be had."""
    try:
        return node.gradients(g, True)
    except NotImplementedError:
        message = f"Trying to use forward AD with {op.parameters.name} that does not support it "
        raise op_error(NotImplementedError, message + _NO_FORMULA) from None
    except OpError as error:
        if error.code != "no-derivative":
            raise
        message = f"Trying to use forward AD with aten::{op.name} that does not support it."
        raise op_error(NotImplementedError, message) from None


_NO_FORMULA = (
    "because it has not been implemented yet.\nPlease file an issue to PyTorch at "
    "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we can "
    "prioritize its implementation or submit a PR adding the implementation to derivatives.yaml"
)


def _weighed(
    node: Node, found: Sequence[Any], operands: Sequence[Any], tangents: Sequence[Tensor | None]
) -> list[tuple[Tensor, Tensor]]:
    """Return the gradients that depend on a weight, each with the tangent to weigh it by."""
    op = node.op
    slots = range(len(operands)) if op is None or op.joint is not None else op.slots
    pairs = []
    for slot, edge, gradient in zip(slots, node.edges, found, strict=False):
        tangent = tangents[slot]
        if edge is None or gradient is None or tangent is None:
            continue
        gradient = fit(gradient, node, edge, recording=True)
        if gradient.requires_grad:
            pairs.append((gradient, tangent))
    return pairs


def _several(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)


def _can_differ(value: Any) -> bool:
    return isinstance(value, Tensor) and value.array.dtype.kind in DIFFERENTIABLE


def _check_changed(tangent: Tensor, old: Tensor, version: int) -> None:
    """Refuse a ``jvp`` that does not do in place what its function did in place."""
    if tangent._version == version:
        raise op_error(
            RuntimeError,
            "An inplace custom Function is not modifying the forward mode gradients inplace. If "
            "the forward is modifying an input inplace, then the jvp function must modify the "
            "corresponding gradient inplace.",
        )
    if tangent is not old:
        raise op_error(
            RuntimeError,
            "An inplace custom Function is not returning the forward mode gradients as-is. If the "
            "forward is modifying an input inplace, then the jvp function must modify the gradient "
            "inplace and return it as-is.",
        )


def _is_view_of(result: Tensor, arg: Any) -> bool:
    if not isinstance(arg, Tensor) or result.as_view is None:
        return False
    return result.as_view.base is (arg if arg.as_view is None else arg.as_view.base)


def _check_view(tangent: Tensor, old: Tensor) -> None:
    """Refuse a ``jvp`` that does not give views where its function does."""
    if tangent.as_view is None:
        raise op_error(
            RuntimeError,
            "A custom Function's forward is returning a view (or an input as-is) but the jvp is "
            "not returning a view.",
        )
    base = old if old.as_view is None else old.as_view.base
    if tangent.as_view.base is not base:
        whose = "the given grad input" if base is old else "the same base as the given grad input"
        raise op_error(
            RuntimeError,
            "A custom Function is returning a view but the jvp is not returning a view of "
            f"{whose}.",
        )


_NO_JVP = (
    "You must implement the jvp function for custom autograd.Function to use it with forward mode "
    "AD."
)


def current() -> Tangents | None:
    """Return the level that is entered, if any is."""
    return next((o for o in STATE.observers if isinstance(o, Tangents)), None)


def _laid_like(tangent: Tensor, tensor: Any) -> Tensor:
    """Return a tangent that has the views that its tensor has: its elements lie as densely."""
    if not tensor.array.flags.c_contiguous or tangent.array.flags.c_contiguous:
        return tangent
    return OPS["contiguous"].call(tangent)  # type: ignore[no-any-return]
