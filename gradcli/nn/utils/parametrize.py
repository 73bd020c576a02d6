"""PyTorch's ``torch.nn.utils.parametrize``: parameters that are functions of others.

A module's own tensor is taken out of its registries. ``parametrizations``, a submodule, holds what
it is computed of, and computes it whenever the module is asked for it by its name (``registry``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.nn.container import ModuleDict, ModuleList
from gradcli.nn.parameter import Parameter
from gradcli.operators.refusals import invalid

__all__ = [
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "transfer_parametrizations_and_params",
    "type_before_parametrizations",
]


class cached(Shown):
    """A context in which each parametrized tensor is computed once."""

    def __enter__(self) -> None:
        self.outside = STATE.parametrized
        if self.outside is None:
            STATE.parametrized = {}

    def __exit__(self, *exception: object) -> None:
        STATE.parametrized = self.outside


cached.__module__ = "torch.nn.utils.parametrize"


def _refused(message: str) -> Exception:
    return invalid(message, ValueError)


def _register(module: Any, name: str, tensor: Any) -> None:
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _inverse_of(parametrization: Any, value: Any, otherwise: Any) -> Any:
    """Return what a parametrization makes a value of, or something else if it does not say."""
    inverse = parametrization._member("right_inverse")
    if inverse is None:
        return otherwise
    try:
        return inverse(value)
    except NotImplementedError:
        return otherwise


def _may_not(part: str) -> str:
    return f"Registering a parametrization may not change the {part} of the tensor"


class ParametrizationList(ModuleList):
    """What a tensor is computed of, ``original`` or several, and the functions that compute it."""

    _stands_for_tensor = True

    def __init__(self, modules: Sequence[Any], original: Any, unsafe: bool = False) -> None:
        if len(modules) == 0:
            raise _refused("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            new = original
            for module in reversed(list(self)):
                new = _inverse_of(module, new, new)
        self._take(original, new)
        if unsafe:
            return
        made = self()
        if not isinstance(made, Tensor):
            kind = type(made).__name__
            raise _refused(f"A parametrization must return a tensor. Got {kind}.")
        for part, old, found in (("dtype", dtype, made.dtype), ("shape", shape, made.shape)):
            if old != found:
                raise _refused(
                    f"{_may_not(part)}, unless `unsafe` flag is enabled.\n"
                    f"unparametrized {part}: {old}\nparametrized {part}: {found}"
                )

    def _take(self, original: Any, new: Any) -> None:
        """Register what the tensor is computed of."""
        wanted = "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...)."
        if not isinstance(new, (Tensor, list, tuple)):
            raise _refused(f"{wanted} Got {type(new).__name__}")
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if isinstance(new, Tensor) else len(new)
        if isinstance(new, Tensor):
            if original.dtype != new.dtype:
                raise _refused(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {original.dtype}\n"
                    f"right_inverse(original).dtype: {new.dtype}"
                )
            original.data = new
            _register(self, "original", original)
            return
        for place, part in enumerate(new):
            if not isinstance(part, Tensor):
                kind = type(part).__name__
                message = f"{wanted} Got element {place} of the sequence with type {kind}."
                raise _refused(message)
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            part.requires_grad_(original.requires_grad)
            _register(self, f"original{place}", part)

    def _originals(self) -> list[Any]:
        if self.is_tensor:
            return [self.original]
        return [self._held(f"original{place}") for place in range(self.ntensors)]

    def right_inverse(self, value: Any) -> None:
        """Let the tensor be a value, as far as it can be computed."""
        with no_grad():
            for module in reversed(list(self)):
                inverse = module._member("right_inverse")
                if inverse is None:
                    kind = module._get_name()
                    raise invalid(f"parametrization {kind} does not implement right_inverse.")
                value = inverse(value)
            if self.is_tensor:
                self._assign(value)
            else:
                self._assign_several(value)

    def _assign(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            kind = type(value).__name__
            raise _refused(f"`right_inverse` should return a tensor. Got {kind}")
        if value.dtype != self.original.dtype:
            raise _refused(
                f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` "
                f"has dtype {self.original.dtype}"
            )
        self.original.data = value

    def _assign_several(self, values: Any) -> None:
        if not isinstance(values, (list, tuple)):
            kind = type(values).__name__
            raise _refused(f"'right_inverse' must return a sequence of tensors. Got {kind}.")
        if len(values) != self.ntensors:
            raise _refused(
                f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got "
                f"a sequence of length {len(values)}."
            )
        for place, (value, original) in enumerate(zip(values, self._originals(), strict=True)):
            if not isinstance(value, Tensor):
                raise _refused(
                    "'right_inverse' must return a sequence of tensors or reference-type opaques. "
                    f"Got element {place} of type {type(value).__name__}."
                )
            if original.dtype != value.dtype:
                raise _refused(
                    f"Tensor {place} returned by `right_inverse` has dtype {value.dtype} while "
                    f"`original{place}` has dtype {original.dtype}"
                )
            original.data = value

    def forward(self) -> Any:
        """Compute the tensor."""
        first, *others = self
        value = first(*self._originals())
        for module in others:
            value = module(value)
        return value


ParametrizationList.__module__ = "torch.nn.utils.parametrize"


def _check_added(module: Any, name: str, parametrization: Any) -> None:
    """Refuse one more parametrization that would change what the tensor is."""
    old = module._parametrized(name)
    new = parametrization(old)
    if not isinstance(new, Tensor):
        kind = type(new).__name__
        raise _refused(f"A parametrization must return a tensor. Got {kind}.")
    before, unless = f"module.{name}", ", unless the `unsafe` flag is enabled."
    for part, had, has in (("dtype", old.dtype, new.dtype), ("shape", old.shape, new.shape)):
        if had != has:
            raise _refused(
                f"{_may_not(part)}{unless}\n"
                f"{before}.{part}: {had}\nparametrization({before}).{part}: {has}"
            )
    back = _inverse_of(parametrization, new, old)
    if not isinstance(back, Tensor):
        kind = type(back).__name__
        raise _refused(f"parametrization.right_inverse must return a tensor. Got: {kind}")
    for part, had, has in (("dtype", old.dtype, back.dtype), ("shape", old.shape, back.shape)):
        if had != has:
            raise _refused(
                "The tensor returned by parametrization.right_inverse must have the same "
                f"{part} as {before}{unless}\n{before}.{part}: {had}\nreturned {part}: {has}"
            )


def register_parametrization(
    module: Any, tensor_name: str, parametrization: Any, *, unsafe: bool = False
) -> Any:
    """Let a tensor of a module be computed by a module of what it is now."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_added(module, tensor_name, parametrization)
        listed = module.parametrizations[tensor_name]
        listed.append(parametrization)
        listed.unsafe |= unsafe
        return module
    original = module._buffers.get(tensor_name, module._parameters.get(tensor_name))
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise _refused(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    listed = ParametrizationList([parametrization], original, unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module._derive("Parametrized", ParametrizationList.__module__)
        module.parametrizations = ModuleDict()
    module.parametrizations[tensor_name] = listed
    return module


def is_parametrized(module: Any, tensor_name: str | None = None) -> bool:
    """Tell whether a module computes a tensor of its own of others, or any at all."""
    found = module._modules.get("parametrizations")
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module: Any, tensor_name: str, leave_parametrized: bool = True) -> Any:
    """Let a tensor be a parameter or buffer again: as it is computed now, or what it was of."""
    if not is_parametrized(module, tensor_name):
        raise _refused(f"Module {module} does not have a parametrization on {tensor_name}")
    listed = module.parametrizations[tensor_name]
    if listed.is_tensor:
        original = listed.original
        if leave_parametrized:
            with no_grad():
                original.data = module._parametrized(tensor_name)
    elif leave_parametrized:
        made = module._parametrized(tensor_name)
        original = Parameter(made) if made.requires_grad else made
    else:
        raise _refused(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module._underive()
    return module


def type_before_parametrizations(module: Any) -> Any:
    """Return the class that a module has without its parametrizations."""
    kind = module._kind()
    return kind.__bases__[0] if is_parametrized(module) else kind


def transfer_parametrizations_and_params(
    from_module: Any, to_module: Any, tensor_name: str | None = None
) -> Any:
    """Let a module have the parametrizations of another, and what those compute of."""
    if not is_parametrized(from_module):
        return to_module
    names = list(from_module.parametrizations) if tensor_name is None else [tensor_name]
    for name in names:
        listed = from_module.parametrizations[name]
        if not to_module._has(name):
            to_module.register_parameter(name, Parameter(from_module._parametrized(name)))
        for parametrization in listed:
            register_parametrization(to_module, name, parametrization)
        for original, tensor in (listed._parameters | listed._buffers).items():
            setattr(to_module.parametrizations[name], original, tensor)
    return to_module
