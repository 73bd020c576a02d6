"""Hooks that mask some elements of a weight before each call, and several of them together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradcli.nn.calls import torch
from gradcli.nn.utils.weights import tensor_of
from gradcli.operators.refusals import index_error, invalid

__all__: list[str] = []


class BasePruningMethod:
    """A hook that masks a tensor of a module; ``compute_mask`` says how."""

    PRUNING_TYPE: str | None = None
    _name: Any = None

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.nn.utils."):
            cls.__module__ = "torch.nn.utils.prune"

    @property
    def _tensor_name(self) -> Any:
        """Return the name of the tensor."""
        return self._name

    def _get_name(self) -> str:
        return type(self).__name__

    def _member(self, name: str) -> Any:
        """Return an attribute of the method, or None."""
        return getattr(self, name, None)

    def __repr__(self) -> str:
        return f"<torch.nn.utils.prune.{self._get_name()} object>"

    def __call__(self, module: Any, inputs: Any) -> None:
        """Mask the tensor, before its module is called."""
        setattr(module, self._name, self.apply_mask(module))

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return what the elements are multiplied by, 0 and 1, given what they are by now."""
        raise invalid("compute_mask is not implemented", NotImplementedError)

    def apply_mask(self, module: Any) -> Any:
        """Return the tensor with its mask."""
        self._check_used(module, "has to be pruned")
        mask, original = (tensor_of(module, f"{self._name}_{part}") for part in ("mask", "orig"))
        return mask.to(dtype=original.dtype) * original

    def _check_used(self, module: Any, message: str) -> None:
        if self._name is None:
            raise invalid(f"Module {module} {message}", AssertionError)

    @classmethod
    def apply(
        cls, module: Any, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any
    ) -> Any:
        """Mask a tensor of a module from now on, besides what masks it already."""
        method = _added(module, name, cls(*args, **kwargs))
        tensor = tensor_of(module, name)
        first = not isinstance(method, PruningContainer)
        what = f"parameter {name} of {module}"
        scores = _scores(tensor if importance_scores is None else importance_scores, tensor, what)
        if first:
            module.register_parameter(f"{name}_orig", tensor)
            del module._parameters[name]
            default = torch.ones_like(tensor)
        else:
            default = tensor_of(module, f"{name}_mask").detach().clone()
        try:
            mask = method.compute_mask(scores, default_mask=default)
            module.register_buffer(f"{name}_mask", mask)
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if first:
                module.register_parameter(name, tensor_of(module, f"{name}_orig"))
                del module._parameters[f"{name}_orig"]
            raise
        return method

    def prune(self, t: Any, default_mask: Any = None, importance_scores: Any = None) -> Any:
        """Return a tensor masked."""
        scores = _scores(t if importance_scores is None else importance_scores, t, "tensor t")
        default = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=default)

    def remove(self, module: Any) -> None:
        """Let the module have the masked tensor as its parameter."""
        self._check_used(module, "has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if module._has(self._name):
            delattr(module, self._name)
        original = module._parameters.pop(f"{self._name}_orig")
        original.data = weight.data
        del module._buffers[f"{self._name}_mask"]
        setattr(module, self._name, original)


BasePruningMethod.__module__ = "torch.nn.utils.prune"


def _scores(scores: Any, tensor: Any, what: str) -> Any:
    """Return the importance of elements, which has the shape of these."""
    if scores.shape != tensor.shape:
        raise invalid(
            f"importance_scores should have the same shape as {what}, got {scores.shape} vs "
            f"{tensor.shape}",
            AssertionError,
        )
    return scores


def _added(module: Any, name: str, method: Any) -> Any:
    """Return a method together with what masks the tensor already, which is no hook any more."""
    method._name = name
    hooks = module._forward_pre_hooks
    found = [key for key, hook in hooks.items() if prunes(hook, name)]
    if not found:
        return method
    old = hooks.pop(found[0])
    container = old if isinstance(old, PruningContainer) else PruningContainer(old)
    container.add_pruning_method(method)
    return container


def prunes(hook: Any, name: str) -> bool:
    """Tell whether a hook masks a tensor."""
    return isinstance(hook, BasePruningMethod) and hook._name == name


class PruningContainer(BasePruningMethod):
    """Several methods, one after the other, of which the last one masks what is left."""

    def __init__(self, *args: Any) -> None:
        self._methods: tuple[Any, ...] = ()
        if len(args) == 1:
            self._name = args[0]._name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """Add a method for the same tensor."""
        if method is not None and not isinstance(method, BasePruningMethod):
            raise invalid(f"{type(method)} is not a BasePruningMethod subclass", TypeError)
        if method is not None and self._name != method._name:
            raise invalid(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._name}' to PruningContainer {self}. Found '{method._name}'",
                ValueError,
            )
        self._methods += (method,)

    def __len__(self) -> int:
        return len(self._methods)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._methods)

    def __getitem__(self, idx: Any) -> Any:
        return self._methods[idx]

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask that the last method makes of what the others left."""
        method = self._methods[-1]
        made = default_mask.to(dtype=t.dtype)
        part = _left(method, t, default_mask)
        partial = method.compute_mask(t[part], default_mask=default_mask[part])
        made[part] = partial.to(dtype=made.dtype)
        return made


def _left(method: Any, t: Any, mask: Any) -> Any:
    """Return the index of what is left for a method of its type."""
    kind, dims = method._member("PRUNING_TYPE"), t.dim()
    if kind == "unstructured":
        return mask == 1
    if kind == "global":
        return (slice(None),) * dims
    if kind != "structured":
        raise invalid(f"Unrecognized PRUNING_TYPE {kind}", ValueError)
    dim = method._member("dim")
    if dim is None:
        raise invalid(
            'Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` '
            "defined.",
            AttributeError,
        )
    if dim < -dims:
        raise index_error(f"Index is out of bounds for tensor with dimensions {dims}")
    dim %= dims
    kept = mask.sum(dim=[other for other in range(dims) if other != dim]) != 0
    return along(dims, dim, kept)


def along(dims: int, dim: int, index: Any) -> tuple[Any, ...]:
    """Return an index along one dimension."""
    slices: list[Any] = [slice(None)] * dims
    slices[dim] = index
    return tuple(slices)
