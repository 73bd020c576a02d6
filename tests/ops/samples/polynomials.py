"""Proofs of the operators in ``gradcli/ops/polynomials.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample


def _degrees(name: str) -> list[Any]:
    call = f"torch.special.{name}"
    return [
        sample(f"{call}(x, 3)", x="linspace(-1.5, 1.5, 6).reshape(2, 3)"),
        sample(f"{call}(x, n)", x="tensor([[0.5], [1.0], [-1.0], [2.5]])", n="arange(9)"),
        sample(f"{call}(x, n)", x="tensor([0.3, 0.3, 0.3])", n="tensor([-1.0, 2.7, nan])"),
        sample(f"{call}(0.5, n)", n="tensor([0, 1, 12])"),
        sample(f"{call}(x, n)", x="tensor([1, 2])", n="tensor(2)"),
        sample(f"{call}(x, 2)", x="zeros(0)"),
    ]


PROOFS = {
    "chebyshev_polynomial_t": Proof(
        _degrees("chebyshev_polynomial_t"),
        wrong=["torch.special.chebyshev_polynomial_t(ones(2).half(), 3)"],
    ),
    "chebyshev_polynomial_u": Proof(
        _degrees("chebyshev_polynomial_u"),
        wrong=["torch.special.chebyshev_polynomial_u(ones(2).half(), 3)"],
    ),
    "chebyshev_polynomial_v": Proof(
        _degrees("chebyshev_polynomial_v"),
        wrong=["torch.special.chebyshev_polynomial_v(ones(2).half(), 3)"],
    ),
    "chebyshev_polynomial_w": Proof(
        _degrees("chebyshev_polynomial_w"),
        wrong=["torch.special.chebyshev_polynomial_w(ones(2).half(), 3)"],
    ),
    "hermite_polynomial_h": Proof(
        _degrees("hermite_polynomial_h"),
        wrong=["torch.special.hermite_polynomial_h(ones(2).half(), 3)"],
    ),
    "hermite_polynomial_he": Proof(
        _degrees("hermite_polynomial_he"),
        wrong=["torch.special.hermite_polynomial_he(ones(2).half(), 3)"],
    ),
    "laguerre_polynomial_l": Proof(
        _degrees("laguerre_polynomial_l"),
        wrong=["torch.special.laguerre_polynomial_l(ones(2).half(), 3)"],
    ),
    "legendre_polynomial_p": Proof(
        _degrees("legendre_polynomial_p"),
        wrong=["torch.special.legendre_polynomial_p(ones(2).half(), 3)"],
    ),
    "shifted_chebyshev_polynomial_t": Proof(
        _degrees("shifted_chebyshev_polynomial_t"),
        wrong=["torch.special.shifted_chebyshev_polynomial_t(ones(2).half(), 3)"],
    ),
    "shifted_chebyshev_polynomial_u": Proof(
        _degrees("shifted_chebyshev_polynomial_u"),
        wrong=["torch.special.shifted_chebyshev_polynomial_u(ones(2).half(), 3)"],
    ),
    "shifted_chebyshev_polynomial_v": Proof(
        _degrees("shifted_chebyshev_polynomial_v"),
        wrong=["torch.special.shifted_chebyshev_polynomial_v(ones(2).half(), 3)"],
    ),
    "shifted_chebyshev_polynomial_w": Proof(
        _degrees("shifted_chebyshev_polynomial_w"),
        wrong=["torch.special.shifted_chebyshev_polynomial_w(ones(2).half(), 3)"],
    ),
}
