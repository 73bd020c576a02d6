"""Proofs of the operators in ``gradcli/ops/resampling.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_LINE = "cos(arange(10.0)).reshape(1, 2, 5)"
_PLANE = "cos(arange(24.0)).reshape(1, 2, 3, 4)"
_SPACE = "cos(arange(48.0)).reshape(1, 2, 2, 3, 4)"

PROOFS = {
    "_resampled": Proof(
        [
            sample("F.interpolate(x, size=5, mode='bilinear') ** 2", x=_PLANE),
            sample("F.interpolate(x, size=2, mode='nearest') ** 2", x=_PLANE),
        ]
    ),
    "interpolate": Proof(
        [
            sample("F.interpolate(x, size=7)", x=_LINE),
            sample("F.interpolate(x, scale_factor=2)", x=_PLANE),
            sample("F.interpolate(x, (2, 7), mode='nearest')", x=_PLANE),
            sample("F.interpolate(x, 3)", x=_SPACE),
            sample("F.interpolate(x, (5, 2), mode='nearest-exact')", x=_PLANE),
            sample("F.interpolate(x, scale_factor=1.7, mode='linear')", x=_LINE),
            sample("F.interpolate(x, size=3, mode='linear', align_corners=True)", x=_LINE),
            sample("F.interpolate(x, scale_factor=(2, 0.5), mode='bilinear')", x=_PLANE),
            sample("F.interpolate(x, (5, 5), mode='bilinear', align_corners=True)", x=_PLANE),
            sample("F.interpolate(x, (1, 9), mode='bilinear', align_corners=True)", x=_PLANE),
            sample("F.interpolate(x, (2, 3), mode='bilinear', antialias=True)", x=_PLANE),
            sample("F.interpolate(x, (5, 7), mode='bicubic')", x=_PLANE),
            sample("F.interpolate(x, (5, 7), mode='bicubic', align_corners=True)", x=_PLANE),
            sample("F.interpolate(x, (2, 2), mode='bicubic', antialias=True)", x=_PLANE),
            sample("F.interpolate(x, (3, 2, 6), mode='trilinear')", x=_SPACE),
            sample("F.interpolate(x, (2, 3), mode='area')", x=_PLANE),
            sample(
                "F.interpolate(x, scale_factor=1.7, mode='bilinear', recompute_scale_factor=True)",
                x=_PLANE,
            ),
        ],
        wrong=[
            "F.interpolate(ones(1, 2, 3, 3))",
            "F.interpolate(ones(1, 2, 3, 3), size=5, scale_factor=2)",
            "F.interpolate(ones(1, 2, 3), size=5, mode='bilinear')",
            "F.interpolate(ones(1, 2, 3, 3), size=5, align_corners=True)",
            "F.interpolate(ones(1, 2, 3, 3), size=0)",
            "F.interpolate(ones(2, 3), size=3)",
        ],
    ),
    "upsample": Proof(
        [
            sample("F.upsample(x, 5)", x=_PLANE),
            sample("F.upsample(x, scale_factor=2, mode='bilinear')", x=_PLANE),
            sample("F.upsample(x, 3, None, 'linear', True)", x=_LINE),
            sample("F.upsample(x, (2, 2), mode='nearest')", x=_PLANE),
            sample("F.upsample(x, 4)", x=_SPACE),
        ]
    ),
    "upsample_nearest": Proof(
        [
            sample("F.upsample_nearest(x, 5)", x=_PLANE),
            sample("F.upsample_nearest(x, (2, 9))", x=_PLANE),
            sample("F.upsample_nearest(x, scale_factor=2)", x=_PLANE),
            sample("F.upsample_nearest(x, 3)", x=_LINE),
            sample("F.upsample_nearest(x, 3)", x=_SPACE),
        ]
    ),
    "upsample_bilinear": Proof(
        [
            sample("F.upsample_bilinear(x, 5)", x=_PLANE),
            sample("F.upsample_bilinear(x, (2, 9))", x=_PLANE),
            sample("F.upsample_bilinear(x, scale_factor=2)", x=_PLANE),
            sample("F.upsample_bilinear(x, 1)", x=_PLANE),
            sample("F.upsample_bilinear(x, 3) ** 2", x=_PLANE),
        ]
    ),
    "pixel_shuffle": Proof(
        [
            sample("F.pixel_shuffle(x, 2)", x="linspace(-1, 1, 24).reshape(1, 4, 2, 3)"),
            sample("pixel_shuffle(x, 3)", x="linspace(-1, 1, 18).reshape(9, 1, 2)"),
            sample("pixel_shuffle(x, 1)", x=_PLANE),
            sample("pixel_shuffle(x, 2) ** 2", x="linspace(-1, 1, 32).reshape(2, 2, 4, 1, 2)"),
            sample("pixel_shuffle(x, 2)", x="ones(1, 4, 1, 1)"),
        ],
        wrong=["pixel_shuffle(ones(1, 3, 2, 2), 2)", "pixel_shuffle(ones(2, 2), 2)"],
    ),
    "pixel_unshuffle": Proof(
        [
            sample("F.pixel_unshuffle(x, 2)", x="linspace(-1, 1, 24).reshape(1, 1, 4, 6)"),
            sample("pixel_unshuffle(x, 3)", x="linspace(-1, 1, 18).reshape(1, 3, 6)"),
            sample("pixel_unshuffle(x, 1)", x=_PLANE),
            sample("pixel_unshuffle(x, 2) ** 2", x="linspace(-1, 1, 32).reshape(2, 2, 1, 2, 4)"),
            sample("pixel_unshuffle(x, 2)", x="ones(1, 1, 2, 2)"),
        ],
        wrong=["pixel_unshuffle(ones(1, 1, 3, 4), 2)"],
    ),
    "channel_shuffle": Proof(
        [
            sample("channel_shuffle(x, 2)", x="linspace(-1, 1, 24).reshape(1, 4, 2, 3)"),
            sample("torch.channel_shuffle(x, 3)", x="linspace(-1, 1, 24).reshape(2, 6, 2)"),
            sample("channel_shuffle(x, 1)", x=_PLANE),
            sample("channel_shuffle(x, 2) ** 2", x=_PLANE),
            sample("channel_shuffle(x, 2)", x="linspace(-1, 1, 32).reshape(1, 4, 2, 2, 2)"),
        ],
        wrong=["channel_shuffle(ones(1, 3, 2, 2), 2)"],
    ),
}
