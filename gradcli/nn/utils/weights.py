"""Weights made of other parameters before each call: of length and direction, or of norm 1."""

from __future__ import annotations

from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.nn.calls import F, check_count, torch
from gradcli.nn.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from gradcli.nn.parameter import Parameter
from gradcli.operators.refusals import invalid

__all__ = ["remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"]

_TRANSPOSED = (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)


class _Made:
    """A hook that makes a weight of other parameters before its module is called."""

    kind = ""

    def __init__(self, name: str, dim: int) -> None:
        self.name, self.dim = name, dim

    def weight(self, module: Any, training: bool) -> Any:
        """Return the weight."""
        raise NotImplementedError

    def parts(self) -> list[str]:
        """Return the names of what the weight is made of."""
        raise NotImplementedError

    def __call__(self, module: Any, inputs: Any) -> None:
        setattr(module, self.name, self.weight(module, module.training))

    def enter(self, module: Any) -> None:
        """Make the weight from now on."""
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, type(self)) and hook.name == self.name:
                raise invalid(
                    f"Cannot register two {self.kind} hooks on the same parameter {self.name}"
                )

    def leave(self, module: Any) -> None:
        """Make a parameter of the weight as it is now."""
        with no_grad():
            weight = self.weight(module, False)
        for name in (self.name, *self.parts()):
            delattr(module, name)
        setattr(module, self.name, Parameter(weight.detach()))


def tensor_of(module: Any, name: str) -> Any:
    """Return a parameter, a buffer, or the tensor that stands in the place of one."""
    found = vars(module).get(name)
    return found if isinstance(found, Tensor) else module.__getattr__(name)


def _removed(module: Any, name: str, kind: type[_Made]) -> Any:
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            hook.leave(module)
            del module._forward_pre_hooks[key]
            return module
    raise invalid(f"{kind.kind} of '{name}' not found in {module}", ValueError)


def lengths(v: Any, dim: int) -> Any:
    """Return the length of each part of a weight along a dimension; of the whole for -1."""
    if dim == -1:
        return v.norm()
    others = [other for other in range(v.dim()) if other != dim]
    return v.norm(2, others, keepdim=True) if others else v.abs()


class WeightNorm(_Made):
    """A weight as lengths times directions."""

    kind = "weight_norm"

    def parts(self) -> list[str]:
        """Return the names of the lengths and the directions."""
        return [f"{self.name}_g", f"{self.name}_v"]

    def weight(self, module: Any, training: bool) -> Any:
        """Return the lengths times the directions."""
        g, v = (tensor_of(module, name) for name in self.parts())
        return v * (g / lengths(v, self.dim))

    def enter(self, module: Any) -> None:
        """Take the weight apart."""
        super().enter(module)
        weight = tensor_of(module, self.name)
        delattr(module, self.name)
        for name, part in zip(self.parts(), (lengths(weight, self.dim), weight), strict=True):
            module.register_parameter(name, Parameter(part.data))
        setattr(module, self.name, self.weight(module, False))
        module.register_forward_pre_hook(self)


def flattened(weight: Any, dim: int) -> Any:
    """Return a weight as a matrix, whose rows are along a dimension."""
    if dim != 0:
        others = [other for other in range(weight.dim()) if other != dim]
        weight = weight.permute(dim, *others)
    return weight.reshape(weight.size(0), -1)


def dimension_of(module: Any) -> int:
    """Return the dimension of a module's weight that is that of its results."""
    return 1 if isinstance(module, _TRANSPOSED) else 0


class SpectralNorm(_Made):
    """A weight divided by its largest singular value, which is followed by iteration."""

    kind = "spectral_norm"

    def __init__(self, name: str, dim: int, steps: int, eps: float) -> None:
        super().__init__(name, dim)
        if steps <= 0:
            raise invalid(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={steps}",
                ValueError,
            )
        check_count(steps, "iterations")
        self.steps, self.eps = steps, eps

    def parts(self) -> list[str]:
        """Return the names of the weight as it is learned, and of the singular vectors."""
        return [f"{self.name}_orig", f"{self.name}_u", f"{self.name}_v"]

    def weight(self, module: Any, training: bool) -> Any:
        """Return the weight with norm 1."""
        weight, u, v = (tensor_of(module, name) for name in self.parts())
        matrix = flattened(weight, self.dim)
        if training:
            with no_grad():
                for _ in range(self.steps):
                    v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def enter(self, module: Any) -> None:
        """Begin with vectors at random."""
        super().enter(module)
        weight = module._parameters[self.name]
        if weight is None:
            message = f"`SpectralNorm` cannot be applied as parameter `{self.name}` is None"
            raise invalid(message, ValueError)
        with no_grad():
            sizes = flattened(weight, self.dim).size()
            drawn = [weight.new_empty(size).normal_(0, 1) for size in sizes]
            vectors = [F.normalize(vector, dim=0, eps=self.eps) for vector in drawn]
        delattr(module, self.name)
        orig, *names = self.parts()
        module.register_parameter(orig, weight)
        setattr(module, self.name, weight.data)
        for name, vector in zip(names, vectors, strict=True):
            module.register_buffer(name, vector)
        module.register_forward_pre_hook(self)


def weight_norm(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """Let a module learn the lengths and the directions of a weight."""
    warn(
        "`torch.nn.utils.weight_norm` is deprecated in favor of "
        "`torch.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
    )
    WeightNorm(name, -1 if dim is None else dim).enter(module)
    return module


def remove_weight_norm(module: Any, name: str = "weight") -> Any:
    """Let a module learn a weight itself again."""
    return _removed(module, name, WeightNorm)


def spectral_norm(
    module: Any,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> Any:
    """Let a module have a weight whose largest singular value is 1."""
    dim = dimension_of(module) if dim is None else dim
    SpectralNorm(name, dim, n_power_iterations, eps).enter(module)
    return module


def remove_spectral_norm(module: Any, name: str = "weight") -> Any:
    """Let a module learn a weight itself again."""
    return _removed(module, name, SpectralNorm)
