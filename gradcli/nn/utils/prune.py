"""PyTorch's ``torch.nn.utils.prune``: weights with elements that are masked before each call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gradcli.nn.calls import torch
from gradcli.nn.utils.gradients import parameters_to_vector
from gradcli.nn.utils.pruning import BasePruningMethod, PruningContainer, along, prunes
from gradcli.nn.utils.weights import tensor_of
from gradcli.operators.refusals import index_error, invalid

__all__ = [
    *("BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured"),
    *("PruningContainer", "RandomStructured", "RandomUnstructured", "custom_from_mask"),
    *("global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured"),
    *("random_structured", "random_unstructured", "remove"),
]


class Identity(BasePruningMethod):
    """No elements are masked."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask that there is."""
        return default_mask


class _Amount(BasePruningMethod):
    """A method that masks a number of elements, or a share of them."""

    def __init__(self, amount: Any) -> None:
        if not isinstance(amount, (int, float)):
            message = f"Invalid type for amount: {amount}. Must be int or float."
            raise invalid(message, TypeError)
        if amount < 0 or (isinstance(amount, float) and amount > 1.0):
            raise invalid(
                f"amount={amount} should either be a float in the range [0, 1] or a non-negative "
                "integer",
                ValueError,
            )
        self.amount = amount

    def _count(self, size: int) -> int:
        """Return how many of some are masked."""
        if isinstance(self.amount, float):
            return round(self.amount * size)
        if self.amount > size:
            raise invalid(
                f"amount={self.amount} should be smaller than the number of parameters to "
                f"prune={size}",
                ValueError,
            )
        return self.amount


class _Unstructured(_Amount):
    """A method that masks elements wherever they are."""

    PRUNING_TYPE = "unstructured"

    def _chosen(self, t: Any, count: int) -> Any:
        """Return the places of the elements to mask."""
        raise NotImplementedError

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask without the elements that are chosen."""
        count = self._count(t.nelement())
        mask = default_mask.clone()
        if count != 0:
            mask.view(-1)[self._chosen(t, count)] = 0
        return mask


class RandomUnstructured(_Unstructured):
    """Elements at random are masked."""

    def _chosen(self, t: Any, count: int) -> Any:
        return torch.topk(torch.rand_like(t).view(-1), k=count).indices


class L1Unstructured(_Unstructured):
    """The smallest elements are masked."""

    def _chosen(self, t: Any, count: int) -> Any:
        return torch.topk(torch.abs(t).view(-1), k=count, largest=False).indices


class _Structured(_Amount):
    """A method that masks all along a dimension."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, dim: int = -1) -> None:
        super().__init__(amount)
        self.dim = dim

    def _kept(self, t: Any, count: int) -> Any:
        """Return the index of what is not masked."""
        raise NotImplementedError

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask without the channels that are chosen."""
        dims = t.dim()
        if dims <= 1:
            raise invalid(
                "Structured pruning can only be applied to multidimensional tensors. Found tensor "
                f"of shape {t.shape} with {dims} dims",
                ValueError,
            )
        if self.dim >= dims:
            raise index_error(f"Invalid index {self.dim} for tensor of size {t.shape}")
        count = self._count(t.shape[self.dim])
        kept = self._kept(t, count)
        if count == 0:
            return default_mask
        mask = torch.zeros_like(t)
        mask[along(dims, self.dim, kept)] = 1
        mask *= default_mask.to(dtype=mask.dtype)
        return mask


class RandomStructured(_Structured):
    """Channels at random are masked."""

    def _kept(self, t: Any, count: int) -> Any:
        if count == 0:
            return None
        drawn = torch.rand(t.shape[self.dim])
        return drawn > torch.kthvalue(drawn, k=count).values


class LnStructured(_Structured):
    """The channels with the smallest norm are masked."""

    def __init__(self, amount: Any, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def _kept(self, t: Any, count: int) -> Any:
        others = [dim for dim in range(t.dim()) if dim != self.dim % t.dim()]
        norms = torch.norm(t, p=self.n, dim=others)
        return torch.topk(norms, k=t.shape[self.dim] - count, largest=True).indices


class CustomFromMask(BasePruningMethod):
    """A mask that is given."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Any) -> None:
        self.mask = mask

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask, without what is masked already."""
        if default_mask.shape != self.mask.shape:
            raise invalid(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}",
                AssertionError,
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module: Any, name: str) -> Any:
    """Mark a tensor of a module as pruned, without masking any of it."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Any, name: str, amount: Any) -> Any:
    """Mask elements of a tensor at random."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Any, name: str, amount: Any, importance_scores: Any = None) -> Any:
    """Mask the smallest elements of a tensor."""
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module: Any, name: str, amount: Any, dim: int) -> Any:
    """Mask channels of a tensor at random."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: Any, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None
) -> Any:
    """Mask the channels of a tensor with the smallest norm."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Any, name: str, mask: Any) -> Any:
    """Mask a tensor as is given."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any
) -> None:
    """Mask elements of several tensors as if they were one."""
    if not isinstance(parameters, Iterable):
        raise invalid("global_unstructured(): parameters is not an Iterable", TypeError)
    given = {} if importance_scores is None else importance_scores
    if not isinstance(given, dict):
        raise invalid("global_unstructured(): importance_scores must be of type dict", TypeError)
    pairs = [(module, name, tensor_of(module, name)) for module, name in parameters]
    scores = parameters_to_vector([given.get((m, name), tensor) for m, name, tensor in pairs])
    masks = [m._buffers.get(f"{name}_mask", torch.ones_like(t)) for m, name, t in pairs]
    default = parameters_to_vector(masks)
    container = PruningContainer()
    container.add_pruning_method(_of_elements(pruning_method, kwargs))
    mask = container.compute_mask(scores, default)
    parts = mask.split([tensor.numel() for _, _, tensor in pairs])
    for part, (module, name, tensor) in zip(parts, pairs, strict=True):
        custom_from_mask(module, name, part.view_as(tensor))


def _of_elements(pruning_method: Any, options: dict[str, Any]) -> Any:
    """Return a method of a class, which masks elements wherever they are."""
    known = not isinstance(pruning_method, type) or issubclass(pruning_method, BasePruningMethod)
    method = pruning_method(**options) if known else None
    kind = method._member("PRUNING_TYPE") if isinstance(method, BasePruningMethod) else None
    if kind != "unstructured":
        raise invalid(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {kind}",
            TypeError,
        )
    return method


def remove(module: Any, name: str) -> Any:
    """Let a module have a masked tensor as its parameter."""
    for key, hook in module._forward_pre_hooks.items():
        if prunes(hook, name):
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise invalid(
        f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed",
        ValueError,
    )


def is_pruned(module: Any) -> bool:
    """Tell whether a module, or what it is made of, has a masked tensor."""
    hooks = (hook for part in module.modules() for hook in part._forward_pre_hooks.values())
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
