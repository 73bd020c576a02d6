"""Proofs of the operators in ``gradcli/ops/bessel.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample, unary


def _values(name: str) -> list[Any]:
    return [
        sample(f"torch.special.{name}(x)", x="linspace(0.1, 2, 7)"),
        sample(f"torch.special.{name}(x)", x="tensor([[0.0, 1.0], [50.0, inf]])"),
        sample(f"torch.special.{name}(x)", x="tensor([1, 2, 3])"),
        sample(f"torch.special.{name}(x)", x="tensor(2.5)"),
        sample(f"torch.special.{name}(x)", x="zeros(0, 2)"),
    ]


PROOFS = {
    "i0": Proof(unary("i0(x)", -3, 5, "[0.0, 20.0, -30.0]", "[1, 2]")),
    "i0e": Proof(unary("torch.special.i0e(x)", -3, 5, "[0.0, 20.0, -30.0]")),
    "i1": Proof(unary("torch.special.i1(x)", -3, 5, "[1e-20, 20.0, -30.0]")),
    "i1e": Proof(unary("torch.special.i1e(x)", -3, 5, "[1e-20, 20.0, -30.0]")),
    "bessel_j0": Proof(_values("bessel_j0"), wrong=["torch.special.bessel_j0(ones(2).half())"]),
    "bessel_j1": Proof(_values("bessel_j1"), wrong=["torch.special.bessel_j1(ones(2).half())"]),
    "bessel_y0": Proof(_values("bessel_y0"), wrong=["torch.special.bessel_y0(ones(2).half())"]),
    "bessel_y1": Proof(_values("bessel_y1"), wrong=["torch.special.bessel_y1(ones(2).half())"]),
    "modified_bessel_i0": Proof(
        _values("modified_bessel_i0"), wrong=["torch.special.modified_bessel_i0(ones(2).half())"]
    ),
    "modified_bessel_i1": Proof(
        _values("modified_bessel_i1"), wrong=["torch.special.modified_bessel_i1(ones(2).half())"]
    ),
    "modified_bessel_k0": Proof(
        _values("modified_bessel_k0"), wrong=["torch.special.modified_bessel_k0(ones(2).half())"]
    ),
    "modified_bessel_k1": Proof(
        _values("modified_bessel_k1"), wrong=["torch.special.modified_bessel_k1(ones(2).half())"]
    ),
    "scaled_modified_bessel_k0": Proof(
        _values("scaled_modified_bessel_k0"),
        wrong=["torch.special.scaled_modified_bessel_k0(ones(2).half())"],
    ),
    "scaled_modified_bessel_k1": Proof(
        _values("scaled_modified_bessel_k1"),
        wrong=["torch.special.scaled_modified_bessel_k1(ones(2).half())"],
    ),
    "airy_ai": Proof(_values("airy_ai"), wrong=["torch.special.airy_ai(ones(2).half())"]),
    "spherical_bessel_j0": Proof(
        _values("spherical_bessel_j0"), wrong=["torch.special.spherical_bessel_j0(ones(2).half())"]
    ),
}
