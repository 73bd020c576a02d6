"""Proofs of the operators in ``gradcli/ops/attention.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_Q = "linspace(-1, 1, 12).reshape(2, 2, 3)"
_K = "linspace(-2, 1, 18).reshape(2, 3, 3)"
_V = "linspace(2, -1, 24).reshape(2, 3, 4)"
_IMAGE = "linspace(-1, 1, 24).reshape(1, 2, 4, 3)"

PROOFS = {
    "_safe_softmax": Proof(
        [sample("F.scaled_dot_product_attention(x, y, z) ** 2", x=_Q, y=_K, z=_V)]
    ),
    "_flash_attention": Proof(
        [
            sample("F.scaled_dot_product_attention(x, x, x)", x=_IMAGE),
            sample("F.scaled_dot_product_attention(x, x, x, is_causal=True)", x=_IMAGE),
        ]
    ),
    "scaled_dot_product_attention": Proof(
        [
            sample("F.scaled_dot_product_attention(x, y, z)", x=_Q, y=_K, z=_V),
            sample("F.scaled_dot_product_attention(x, y, z, is_causal=True)", x=_Q, y=_K, z=_V),
            sample("F.scaled_dot_product_attention(x, y, z, scale=0.25)", x=_Q, y=_K, z=_V),
            sample(
                "F.scaled_dot_product_attention(x, y, z, tensor([[True, False, True], [False] * "
                "3]))",
                x=_Q,
                y=_K,
                z=_V,
            ),
            sample(
                "F.scaled_dot_product_attention(x, y, z, attn_mask=m)",
                x=_Q,
                y=_K,
                z=_V,
                m="linspace(-1, 2, 6).reshape(2, 3)",
            ),
            sample(
                "F.scaled_dot_product_attention(x, y, y, m.detach())",
                x=_IMAGE,
                y=_IMAGE + "[:, :, :3] ** 2",
                m="linspace(-1, 2, 12).reshape(4, 3)",
            ),
            sample(
                "F.scaled_dot_product_attention(x, y, z)", x=_Q + "[0]", y=_K + "[0]", z=_V + "[0]"
            ),
            sample(
                "F.scaled_dot_product_attention(x, y, y, enable_gqa=True)",
                x=_IMAGE,
                y="linspace(-1, 1, 9).reshape(1, 1, 3, 3)",
            ),
            *across("F.scaled_dot_product_attention(x, x * 2, x ** 2)", 2, 2, empty=False),
        ],
        wrong=[
            "F.scaled_dot_product_attention(ones(4), ones(4), ones(4))",
            "F.scaled_dot_product_attention(ones(2, 4), ones(3, 4), ones(3, 4).double())",
            "F.scaled_dot_product_attention(ones(2, 4), ones(3, 4), ones(3, 4), ones(2, 3) > 0, "
            "is_causal=True)",
        ],
    ),
}
