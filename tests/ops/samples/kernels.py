"""Proofs of the operators in ``gradcli/ops/kernels.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample

_X, _Y = "linspace(-2, 2, 6).reshape(2, 3)", "linspace(0.1, 0.9, 6).reshape(2, 3)"
_SIGNS = "tensor([1.0, -1.0])"
_PLANE = "linspace(-1, 1, 32).reshape(2, 4, 2, 2)"


def _reduced(call: str, **inputs: str) -> list[Any]:
    """Sample a loss in each reduction; the call ends where that comes."""
    return [
        sample(f"{call}{more}", **inputs)
        for more in (
            ")",
            ", reduction=0)",
            ", reduction=1)",
            ", reduction=2)",
            ", reduction=2) ** 2",
        )
    ]


_NORMALISED = [
    ("x, None, None, None, None, True, 0.1, 1e-5, False", ""),
    ("x, w, b, None, None, True, 0.1, 1e-5, False", ""),
    ("x, w, b, None, None, True, 0.1, 1e-5, False", " ** 2"),
    ("x, w, b, zeros(4), ones(4), False, 0.1, 1e-5, False", ""),
    ("x, None, None, zeros(4), ones(4), True, 0.5, 0.1, True", " ** 2"),
]


def _normalisations(name: str) -> list[Any]:
    affine = {"w": "tensor([1.0, 2.0, -1.0, 0.5])", "b": "linspace(-1, 1, 4)"}
    return [
        sample(f"torch.{name}({args}){power}", x=_PLANE, **(affine if "w, b" in args else {}))
        for args, power in _NORMALISED
    ]


PROOFS = {
    "torch_kl_div": Proof(
        [
            *_reduced("torch.kl_div(x, y", x=_X, y=_Y),
            sample("torch.kl_div(x, y, 1, log_target=True)", x=_X, y=_Y),
        ]
    ),
    "torch_binary_cross_entropy_with_logits": Proof(
        [
            *_reduced("torch.binary_cross_entropy_with_logits(x, y", x=_X, y=_Y),
            sample(
                "torch.binary_cross_entropy_with_logits(x, y, y.detach(), y.detach())", x=_X, y=_Y
            ),
        ]
    ),
    "torch_hinge_embedding_loss": Proof(
        _reduced("torch.hinge_embedding_loss(x, t, 0.5", x=_X, t="tensor([[1], [-1]])")
    ),
    "torch_margin_ranking_loss": Proof(
        _reduced(
            "torch.margin_ranking_loss(x, y, t, 0.5", x="tensor([1.0, 2.0])", y="ones(2)", t=_SIGNS
        )
    ),
    "torch_cosine_embedding_loss": Proof(
        _reduced("torch.cosine_embedding_loss(x, y, t, 0.5", x=_X, y=_Y, t=_SIGNS)
    ),
    "torch_triplet_margin_loss": Proof(
        [
            *_reduced("torch.triplet_margin_loss(x, y, x * y", x=_X, y=_Y),
            sample("torch.triplet_margin_loss(x, y, x * y, 0.5, 1.0, 1e-3, True)", x=_X, y=_Y),
        ]
    ),
    "torch_poisson_nll_loss": Proof(
        [
            sample(
                f"torch.poisson_nll_loss(x, y, {flags}, 1e-8, {reduction})",
                x=_Y,
                y="ones(2, 3) * 3",
            )
            for flags in ("True, False", "False, True")
            for reduction in (0, 1, 2)
        ]
    ),
    "torch_batch_norm": Proof(_normalisations("batch_norm")),
    "torch_instance_norm": Proof(_normalisations("instance_norm")),
    "grid_sampler": Proof(
        [
            sample(
                f"torch.grid_sampler(x, g, {mode}, {padding}, {corners})",
                x=_PLANE,
                g="linspace(-0.9, 1.2, 16).reshape(2, 2, 2, 2)",
            )
            for mode, padding, corners in (
                (0, 0, False),
                (0, 1, True),
                (0, 2, False),
                (2, 0, False),
            )
        ]
        + [sample("torch.grid_sampler(x, zeros(2, 1, 1, 2) + 0.7, 1, 0, False)", x=_PLANE)]
    ),
}
