"""PyTorch's ``torch.distributions.utils``: what distributions of one's own are written with."""

from __future__ import annotations

import math
from typing import Any

from gradcli.distributions.chances import within as clamp_probs
from gradcli.distributions.distribution import broadcast_all, invalid, sum_rightmost
from gradcli.distributions.families import limits_of
from gradcli.nn.calls import F, torch

__all__ = [
    "broadcast_all",
    "clamp_probs",
    "euler_constant",
    "logits_to_probs",
    "probs_to_logits",
    "tril_matrix_to_vec",
    "vec_to_tril_matrix",
]

euler_constant = 0.57721566490153286060
_sum_rightmost = sum_rightmost


def _standard_normal(shape: Any, dtype: Any, device: Any) -> Any:
    """Draw normal numbers of a shape."""
    return torch.randn(shape, dtype=dtype, device=device)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """Return the probabilities of logits, which are of two outcomes or along the last dimension."""
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Any:
    """Return the logits of probabilities, none of which counts as 0 or 1."""
    clamped = clamp_probs(probs)
    logits = torch.log(clamped)
    return logits - torch.log1p(-clamped) if is_binary else logits


def _below(size: int, diag: int) -> tuple[Any, ...]:
    """Return the indices of the elements of a triangle, row by row."""
    return (..., *torch.tril_indices(size, size, diag).unbind())


def tril_matrix_to_vec(mat: Any, diag: int = 0) -> Any:
    """Return the lower triangle of matrices as vectors, row by row."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise invalid(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    return mat[_below(n, diag)]


def vec_to_tril_matrix(vec: Any, diag: int = 0) -> Any:
    """Return square matrices of which vectors are the lower triangles."""
    count, first = vec.shape[-1], 1 + 2 * diag
    n = (-first + math.sqrt(first**2 + 8 * count + 4 * abs(diag) * (diag + 1))) / 2
    if round(n) - n > float(limits_of(vec).eps):
        raise invalid(
            f"The size of last dimension is {count} which cannot be expressed as "
            "the lower triangular part of a square D x D matrix."
        )
    matrix = vec.new_zeros((*vec.shape[:-1], round(n), round(n)))
    matrix[_below(round(n), diag)] = vec
    return matrix
