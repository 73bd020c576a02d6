"""Gradients clipped, and parameters as one vector."""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.nn.calls import linalg, torch, typename, without_underscore
from gradcli.operators.refusals import invalid

_NAMES = (
    "clip_grad_norm clip_grad_norm_ clip_grad_value_ clip_grads_with_norm_ get_total_norm "
    "parameters_to_vector vector_to_parameters"
)
__all__ = _NAMES.split()


def _listed(tensors: Any) -> list[Any]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _grads(parameters: list[Any]) -> list[Any]:
    return [p.grad for p in parameters if p.grad is not None]


def get_total_norm(
    tensors: Any, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: Any = None
) -> Any:
    """Return the norm of all tensors as one vector."""
    tensors, norm_type = _listed(tensors), float(norm_type)
    if not tensors:
        return torch.tensor(0.0)
    with no_grad():
        norms = torch.stack([linalg.vector_norm(tensor, norm_type) for tensor in tensors])
        norm = linalg.vector_norm(norms, norm_type)
    if error_if_nonfinite and not norm.isfinite():
        raise invalid(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return norm


def clip_grads_with_norm_(
    parameters: Any, max_norm: float, total_norm: Any, foreach: Any = None
) -> None:
    """Scale gradients so that a norm which they have becomes at most another."""
    with no_grad():
        scale = torch.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
        for grad in _grads(_listed(parameters)):
            grad.mul_(scale)


def clip_grad_norm_(
    parameters: Any,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: Any = None,
) -> Any:
    """Scale gradients so that their norm is at most one, and return what it was."""
    listed = _listed(parameters)
    if isinstance(parameters, GeneratorType) and not listed:
        warn("`parameters` is an empty generator, no gradient clipping will occur.")
    norm = get_total_norm(_grads(listed), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(listed, max_norm, norm)
    return norm


clip_grad_norm = without_underscore("torch.nn.utils", clip_grad_norm_)


def clip_grad_value_(parameters: Any, clip_value: float, foreach: Any = None) -> None:
    """Bound the elements of gradients."""
    with no_grad():
        for grad in _grads(_listed(parameters)):
            grad.clamp_(min=-float(clip_value), max=float(clip_value))


def parameters_to_vector(parameters: Any) -> Any:
    """Return the elements of all parameters, one after the other."""
    return torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec: Any, parameters: Any) -> None:
    """Let parameters have the elements of a vector."""
    if not isinstance(vec, Tensor):
        raise invalid(f"expected torch.Tensor, but got: {typename(vec)}", TypeError)
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].view(parameter.shape).data
        start = end
