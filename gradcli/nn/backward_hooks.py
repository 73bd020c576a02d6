"""Hooks of a module that a backward pass calls with the gradients of its results and inputs.

What goes into the module and what comes out of it passes a node each that changes nothing; hooks of
these nodes call the module's.
"""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.views import IN_FUNCTION
from gradcli.core.warn import warn
from gradcli.nn.module import Hook, Module
from gradcli.operators.refusals import invalid
from gradcli.transforms.trees import tuple_like

__all__ = [
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]


class Gate(Node):
    """A node that hands each gradient on to the tensor that it is for."""

    __slots__ = ()

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return the gradients as they came."""
        return g if isinstance(g, list) else [g]


def _viewed(tensor: Tensor) -> Tensor:
    """Return a view whose gradient is not that of what it is a view of, so that it is kept."""
    with STATE.replaced(grad_enabled=False):
        view: Tensor = OPS["view"](tensor, shape=tensor.array.shape)
    if view.as_view is not None:
        view.as_view.origin = IN_FUNCTION
    return view


def gated(
    tensors: list[Tensor], label: str = "BackwardHookFunctionBackward", views: bool = True
) -> tuple[Gate, list[Tensor]]:
    """Return a gate and what tensors are behind it, views of those before it or tensors anew."""
    edges = tuple([t.edge() for t in tensors])
    first, *others = [(t.array.shape, t.array.dtype) for t in tensors]
    gate = Gate(None, label, edges, *first, STATE.source)
    gate.others = tuple(others) if others else None
    passed = []
    for number, tensor in enumerate(tensors):
        passed.append(_viewed(tensor) if views else Tensor(tensor.array))
        passed[-1].version = tensor.shared_version()
        if tensor.requires_grad:
            passed[-1].attach(gate, number)
    return gate, passed


class Watch:
    """One call of a module with backward hooks; ``arrived`` are the gradients of its results."""

    def __init__(self, module: Any, hooking: tuple[Any, ...]) -> None:
        self.module = module
        full = [owner for owner in hooking if owner._is_full_backward_hook]
        self.hooks = [hook for owner in full for hook in owner._backward_hooks.values()]
        self.pre_hooks = [h for owner in hooking for h in owner._backward_pre_hooks.values()]
        self.arrived: tuple[Any, ...] | None = None
        self.inputs = 0
        self.places: list[int] | None = None  # where the arguments are tensors

    def _pass(self, values: tuple[Any, ...]) -> tuple[Gate | None, tuple[Any, ...], list[int]]:
        places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        tensors = [values[place] for place in places]
        if not (STATE.grad_enabled and any(t.requires_grad for t in tensors)):
            return None, values, []
        gate, passed = gated(tensors)
        behind = list(values)
        for place, tensor in zip(places, passed, strict=True):
            behind[place] = tensor
        return gate, tuple_like(values, behind), places

    def enter(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments of the module, behind a gate."""
        self.inputs = len(args)
        gate, args, places = self._pass(args)
        if gate is not None:
            self.places = places
            gate.register_hook(partial(self._leaves, [args[place] for place in places]))
        return args

    def leave(self, result: Any) -> Any:
        """Return the results of the module, behind a gate."""
        if not isinstance(result, (Tensor, tuple)):
            warn(
                "For backward hooks to be called, module output should be a Tensor or a tuple of "
                f"Tensors but received {type(result)}"
            )
        values = result if isinstance(result, tuple) else (result,)
        gate, values, places = self._pass(values)
        if gate is not None:
            gate.register_hook(partial(self._arrives, places, len(values)))
        return values if isinstance(result, tuple) else values[0]

    def _arrives(self, places: list[int], count: int, _: Any, gradients: tuple[Any, ...]) -> Any:
        """Call the hooks that come first; without inputs to wait for, the others too."""
        arrived = _spread(places, gradients, count)
        for hook in self.pre_hooks:
            replaced = hook(self.module, arrived)
            arrived = arrived if replaced is None else replaced
            _check_count("Backward pre hook", "grad_output", arrived, count)
        self.arrived = arrived
        if self.places is None:
            warn(_NO_INPUTS)
            for hook in self.hooks:
                replaced = hook(self.module, (None,) * self.inputs, arrived)
                if replaced is not None and any(g is not None for g in replaced):
                    raise invalid(
                        "Backward hook for Modules where no input requires gradient should always "
                        "return None or None for all gradients."
                    )
            self.arrived = None
        return tuple([arrived[place] for place in places])

    def _leaves(self, inputs: list[Tensor], gradients: tuple[Any, ...], _: Any) -> Any:
        """Call the hooks with the gradients of the inputs, zeros where there is none."""
        if self.arrived is None or self.places is None:
            return None
        filled = [
            Tensor(np.zeros(tensor.array.shape, tensor.array.dtype)) if g is None else g
            for tensor, g in zip(inputs, gradients, strict=True)
        ]
        leaving = _spread(self.places, tuple(filled), self.inputs)
        for hook in self.hooks:
            replaced = hook(self.module, leaving, self.arrived)
            leaving = leaving if replaced is None else replaced
            _check_count("Backward hook", "grad_input", leaving, self.inputs)
        self.arrived = None
        pairs = zip(gradients, self.places, strict=True)
        return tuple([None if g is None else leaving[place] for g, place in pairs])


def _spread(places: list[int], values: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    spread = [None] * count
    for place, value in zip(places, values, strict=True):
        spread[place] = value
    return tuple(spread)


def _check_count(hook: str, name: str, values: Any, expected: int) -> None:
    if len(values) != expected:
        raise invalid(
            f"{hook} returned an invalid number of {name}, got {len(values)}, but expected "
            f"{expected}"
        )


def hook_last(module: Any, hooking: tuple[Any, ...], args: Any, result: Any) -> None:
    """Let hooks of the old kind have the gradients around the operation that made a result."""
    last = result
    while not isinstance(last, Tensor):
        last = next(iter(last.values())) if isinstance(last, dict) else last[0]
    node = last.grad_fn
    if node is None:
        return
    for owner in hooking:
        for hook in owner._backward_hooks.values():
            node.register_hook(partial(hook, module))
    missed = _missed(args, result, node)
    if missed:
        warn(f"Using {missed}", FutureWarning)


def _missed(args: Any, result: Any, node: Any) -> str:
    """Say what a hook of the old kind does not get to see, if there is anything."""
    many, one = "non-full backward hooks on a Module that does not", "a non-full backward hook when"
    late = "is deprecated and will be removed in future versions. This hook will be missing"
    advice = "Please use register_full_backward_hook to get the documented behavior."
    kinds = "a single Tensor or a tuple of Tensors"
    results, inputs = _tensors(result), _tensors(args)
    if results is None:
        return f"{many} return {kinds} {late} some of the grad_output. {advice}"
    if inputs is None:
        return f"{many} take as input {kinds} {late} some of the grad_input. {advice}"
    made = {t.grad_fn for t in results} - {None}
    if len(made) > 1:
        several = "outputs are generated by different autograd Nodes"
        return f"{one} {several} {late} some grad_output. {advice}"
    if node not in made:
        return f"{one} outputs are nested in python data structure {late} some grad_output."
    if {t.grad_fn for t in inputs} - {None} != {before for before, _ in node.next_functions}:
        several = "the forward contains multiple autograd Nodes"
        return f"{one} {several} {late} some grad_input. {advice}"
    return ""


def _tensors(value: Any) -> tuple[Tensor, ...] | None:
    """Return a tensor, or those of a tuple that has nothing else; None for anything else."""
    values = (value,) if isinstance(value, Tensor) else value
    plain = isinstance(values, tuple) and all(isinstance(each, Tensor) for each in values)
    return values if plain else None


_NO_INPUTS = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module."
    "html#torch.nn.Module.register_full_backward_hook for more details."
)


# Of the calls of all modules


def _holder() -> Module:
    """Return a module that has the hooks of all."""
    if STATE.module_hooks is None:
        STATE.module_hooks = Module()
        STATE.module_hooks.registering = {"buffer": {}, "module": {}, "parameter": {}}
    found: Module = STATE.module_hooks
    return found


def register_module_buffer_registration_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with each module, name and buffer that is registered, which it can replace."""
    return RemovableHandle(_holder().registering["buffer"], hook)


def register_module_module_registration_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with each module, name and submodule that is added, which it can replace."""
    return RemovableHandle(_holder().registering["module"], hook)


def register_module_parameter_registration_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with each module, name and parameter that is registered; it can replace it."""
    return RemovableHandle(_holder().registering["parameter"], hook)


def register_module_forward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with each module and its arguments before its call."""
    return _holder().register_forward_pre_hook(hook)


def register_module_forward_hook(
    hook: Hook, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call a hook with each module, its arguments and its result."""
    holder = _holder()
    return holder.register_forward_hook(hook, with_kwargs=with_kwargs, always_call=always_call)


def register_module_full_backward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with the gradients that come to the results of each module."""
    return _holder().register_full_backward_pre_hook(hook)


def register_module_full_backward_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with the gradients of the inputs and results of each module."""
    return _holder().register_full_backward_hook(hook)


def register_module_backward_hook(hook: Hook) -> RemovableHandle:
    """Call a hook with the gradients around the last operation of each module."""
    return _holder().register_backward_hook(hook)
