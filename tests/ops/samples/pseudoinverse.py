"""Proofs of the operators in ``gradcli/ops/pseudoinverse.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_A = "tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
_B = "linspace(-1, 2, 6).reshape(3, 2)"
_STACK = "linspace(-2, 3, 27).reshape(3, 3, 3) + 4 * eye(3)"
_SINGULAR = "tensor([[1.0, 2.0], [2.0, 4.0]])"

PROOFS = {
    "linalg_pinv": Proof(
        [
            sample("torch.linalg.pinv(a)", a=_A),
            sample("torch.linalg.pinv(a)", a=_B),
            sample("torch.linalg.pinv(a)", a=_B + ".T"),
            sample("torch.linalg.pinv(a)", a=_STACK),
            sample("torch.linalg.pinv(a, hermitian=True)", a="eye(3) + 0.1"),
            sample("torch.linalg.pinv(a, rtol=0.5)", a="diag(tensor([2.0, 0.5]))"),
            sample("torch.linalg.pinv(a, 0.5)", a="diag(tensor([2.0, 0.5]))"),
            sample("torch.linalg.pinv(a)", a="zeros(0, 3)"),
            sample("torch.linalg.pinv(a)", a=_SINGULAR),
            sample("torch.linalg.pinv(a) ** 2", a="linspace(-1, 2, 6).reshape(3, 2).sin()"),
            sample("torch.linalg.pinv(a)", a="linspace(-1, 2, 12).reshape(2, 2, 3).sin()"),
            sample(
                "torch.linalg.pinv(a @ a.T + eye(2), hermitian=True)",
                a="linspace(-1, 2, 4).reshape(2, 2).sin()",
            ),
        ],
        wrong=["torch.linalg.pinv(ones(2))"],
    ),
    "pinverse": Proof(
        [
            sample("pinverse(a)", a=_B),
            sample("a.pinverse(1e-5)", a=_B),
            sample("pinverse(a, rcond=0.1)", a=_STACK),
            sample("pinverse(a)", a=_A),
            sample("pinverse(a)", a="ones(1, 2)"),
        ]
    ),
    "_lstsq": Proof(),
    "linalg_lstsq": Proof(
        [
            sample("torch.linalg.lstsq(a, b).solution", a=_B, b="ones(3, 1)"),
            sample("torch.linalg.lstsq(a, b)[0]", a=_A, b=_B),
            sample("torch.linalg.lstsq(a, b).rank", a=_B, b="ones(3, 1)"),
            sample("torch.linalg.lstsq(a, b).solution", a=_STACK, b="ones(3, 3, 2)"),
            sample("torch.linalg.lstsq(a, b, driver='gelsd').solution", a=_B, b="ones(3, 2)"),
        ],
        wrong=["torch.linalg.lstsq(ones(4, 3), ones(3, 1))"],
    ),
}
