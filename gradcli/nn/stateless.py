"""Modules as functions of their parameters: ``torch.func.functional_call`` and ensembles.

A call finds other tensors in the module's registries, and the module's own again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from gradcli.nn.calls import torch
from gradcli.nn.module import Module
from gradcli.operators.refusals import invalid

__all__ = [
    "combine_state_for_ensemble",
    "functional_call",
    "make_functional",
    "make_functional_with_buffers",
    "replace_all_batch_norm_modules_",
    "stack_module_state",
]

State = dict[str, Any]


def functional_call(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other parameters and buffers than its own, by their names."""
    given = _merged(parameter_and_buffer_dicts)
    state = _untied(module, given) if tie_weights else given
    if strict:
        _check_names(module, state)
    values = () if args is None else args if isinstance(args, tuple) else (args,)
    with _replaced(module, state, given):
        return module(*values, **(kwargs or {}))


def stack_module_state(models: Sequence[Any]) -> tuple[State, State]:
    """Return the parameters and the buffers of like modules, stacked by their names."""
    _check_alike(models, "stack_module_state: Expected", ", got 0.")
    parameters = [dict(model.named_parameters()) for model in models]
    buffers = [dict(model.named_buffers()) for model in models]
    return _stacked(parameters), _stacked(buffers)


def _check_alike(models: Sequence[Any], call: str, none: str) -> None:
    if not models:
        raise invalid(f"{call} at least one model{none}")
    if len({model.training for model in models}) > 1:
        raise invalid(f"{call} all models to have the same training/eval mode.")
    if len({getattr(model, "cls", type(model)) for model in models}) > 1:
        raise invalid(f"{call} all models to be of the same class.")


class FunctionalModule(Module):
    """A module as a function of its parameters, which are given in turn."""

    def __init__(self, stateless_model: Any, names: tuple[list[str], ...]) -> None:
        super().__init__()
        self.stateless_model = stateless_model
        self.names = names

    def forward(self, *given: Any, **kwargs: Any) -> Any:
        """Call the module with values for all of its names, and then its own arguments."""
        values, args = given[: len(self.names)], given[len(self.names) :]
        state: State = {}
        for names, tensors in zip(self.names, values, strict=True):
            state |= zip(names, tensors, strict=True)
        return functional_call(self.stateless_model, state, args, kwargs)


class FunctionalModuleWithBuffers(FunctionalModule):
    """A module as a function of its parameters and buffers."""


def make_functional_with_buffers(model: Any, disable_autograd_tracking: bool = False) -> Any:
    """Return a module as a function of its parameters and buffers, and those."""
    copied = deepcopy(model)
    parameters, buffers = dict(copied.named_parameters()), dict(copied.named_buffers())
    if disable_autograd_tracking:
        for parameter in parameters.values():
            parameter.requires_grad_(False)
    made = FunctionalModuleWithBuffers(copied, ([*parameters], [*buffers]))
    return made, tuple(parameters.values()), tuple(buffers.values())


def make_functional(model: Any, disable_autograd_tracking: bool = False) -> Any:
    """Return a module as a function of its parameters, and those."""
    if any(True for _ in model.buffers()):
        raise invalid(
            "make_functional(model): `model` has buffers. Please use "
            "make_functional_with_buffers(model) instead."
        )
    made, parameters, _ = make_functional_with_buffers(model, disable_autograd_tracking)
    return FunctionalModule(made.stateless_model, made.names[:1]), parameters


def combine_state_for_ensemble(models: Sequence[Any]) -> Any:
    """Return like modules as one function, and their parameters and buffers, stacked."""
    _check_alike(models, "combine_state_for_ensemble: Expected", ".")
    made, *states = zip(*map(make_functional_with_buffers, models), strict=True)
    stacked = [tuple(map(_stack, zip(*state, strict=True))) for state in states]
    return made[0], *stacked


def _stack(tensors: Sequence[Any]) -> Any:
    return torch.stack(tensors).detach()


def replace_all_batch_norm_modules_(root: Any) -> Any:
    """Let every batch normalization in a module, itself included, keep no running statistics."""
    from gradcli.nn.batchnorm import _BatchNorm

    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root


def _stacked(states: list[State]) -> State:
    return {name: _leaf(name, [state[name] for state in states]) for name in states[0]}


def _leaf(name: str, tensors: list[Any]) -> Any:
    flags = {tensor.requires_grad for tensor in tensors}
    if len(flags) > 1:
        raise invalid(f"Expected {name} from each model to have the same .requires_grad")
    stacked = torch.stack(tensors)
    return stacked.detach().requires_grad_() if True in flags else stacked


def _merged(dicts: Any) -> State:
    """Return one dictionary of all tensors that stand in for the module's own."""
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, Sequence):
        raise invalid(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(dicts)}",
            ValueError,
        )
    if not all(isinstance(part, dict) for part in dicts):
        message = "Expected all elements of parameter_and_buffer_dicts to be dictionaries"
        raise invalid(message, ValueError)
    names = [name for part in dicts for name in part]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise invalid(
            f"{repeated} appeared in multiple dictionaries; behavior of functional call is "
            "ambiguous",
            ValueError,
        )
    return {name: tensor for part in dicts for name, tensor in part.items()}


def _places(module: Any) -> Iterator[tuple[str, State, str]]:
    """Yield the name of each tensor of a module, and where it lies."""
    for path, child in module.named_modules(remove_duplicate=False):
        for registry in (child._parameters, child._buffers):
            for name in registry:
                yield f"{path}.{name}" if path else name, registry, name


def _untied(module: Any, given: State) -> State:
    """Return the tensors under all names of those that the module has under several."""
    groups: dict[int, list[str]] = {}
    for name, registry, key in _places(module):
        if registry[key] is not None:
            groups.setdefault(id(registry[key]), []).append(name)
    state = dict(given)
    for names in groups.values():
        values = [given[name] for name in names if name in given]
        if not values:
            continue
        if any(value is not values[0] for value in values):
            raise invalid(
                f"functional_call got multiple values for keys {sorted(names)}, which are tied. "
                "Consider using tie_weights=False",
                ValueError,
            )
        state.update(dict.fromkeys(names, values[0]))
    return state


def _check_names(module: Any, state: Mapping[str, Any]) -> None:
    known = [name for name, *_ in _places(module)]
    wrong = {
        "Unexpected": [name for name in state if name not in known],
        "Missing": [name for name in known if name not in state],
    }
    lines = [
        f"{word} key(s): {', '.join(map(repr, names))}." for word, names in wrong.items() if names
    ]
    if lines:
        message = f"Error(s) in reparametrizing for {module._get_name()}:\n\t"
        raise invalid(message + "\n\t".join(lines))


@contextmanager
def _replaced(module: Any, state: State, given: State) -> Iterator[None]:
    """Let the module have other tensors; what it makes of them is found in ``given``."""
    places = [place for place in _places(module) if place[0] in state]
    kept = [registry[key] for _, registry, key in places]
    try:
        for name, registry, key in places:
            registry[key] = state[name]
        yield
    finally:
        for (name, registry, key), own in zip(places, kept, strict=True):
            if name in given:
                given[name] = registry[key]
            registry[key] = own
