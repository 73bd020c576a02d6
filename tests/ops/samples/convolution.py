"""Proofs of the operators in ``gradcli/ops/convolution.py``."""

from __future__ import annotations

import math

from tests.ops.sampling import Proof, sample

_LINE = "linspace(-2, 2, 24).reshape(2, 3, 4) ** 2"
_PLANE = "cos(arange(60.0)).reshape(2, 2, 3, 5)"
_SPACE = "cos(arange(48.0)).reshape(1, 2, 2, 3, 4)"


def _kernel(shape: tuple[int, ...], low: float = -1, high: float = 1.5) -> str:
    return f"linspace({low}, {high}, {math.prod(shape)}).reshape({shape})"


PROOFS = {
    "_convolution": Proof(
        [
            sample("conv1d(x, w) ** 2", x=_LINE, w=_kernel((2, 3, 2))),
            sample(
                "conv2d(x, w, stride=(2, 3), padding=1) ** 2", x=_PLANE, w=_kernel((3, 2, 2, 2))
            ),
        ]
    ),
    "_weight_gradient": Proof(
        [
            sample("conv1d(x, w, padding=1) ** 2", x=_LINE, w=_kernel((2, 3, 2))),
            sample("conv2d(x, w, groups=2, dilation=2) ** 2", x=_PLANE, w=_kernel((4, 1, 2, 2))),
        ]
    ),
    "convolution": Proof(
        [
            sample(
                "torch.convolution(x, w, None, [1], [0], [1], False, [0], 1)",
                x=_LINE,
                w=_kernel((2, 3, 2)),
            ),
            sample(
                "torch.convolution(x, w, b, [2], [1], [1], True, [1], 1)",
                x=_LINE,
                w=_kernel((3, 2, 2)),
                b="tensor([1.0, 2.0])",
            ),
            sample(
                "torch.convolution(x, w, None, [2], [1], [1], False, [0], 1) ** 2",
                x="linspace(-1, 1, 12).reshape(1, 2, 6)",
                w="linspace(0, 1, 12).reshape(2, 2, 3)",
            ),
            sample(
                "torch.convolution(x, w, None, [1], [0], [1], True, [0], 1)",
                x="linspace(-1, 1, 12).reshape(1, 2, 6)",
                w="linspace(0, 1, 12).reshape(2, 2, 3)",
            ),
            sample(
                "torch.convolution(x, w, None, [1], [0], [2], False, [0], 2)",
                x="linspace(-1, 1, 12).reshape(1, 2, 6)",
                w="linspace(0, 1, 6).reshape(2, 1, 3)",
            ),
        ]
    ),
    "conv1d": Proof(
        [
            sample("conv1d(x, w)", x=_LINE, w=_kernel((2, 3, 2))),
            sample("F.conv1d(x, w, b)", x=_LINE, w=_kernel((2, 3, 2)), b="tensor([1.0, -1.0])"),
            sample("conv1d(x, w, stride=2, padding=1)", x=_LINE, w=_kernel((2, 3, 3))),
            sample("conv1d(x, w, dilation=2)", x=_LINE, w=_kernel((1, 3, 2))),
            sample("conv1d(x, w, groups=3)", x=_LINE, w=_kernel((6, 1, 2))),
            sample("conv1d(x, w, padding='same')", x=_LINE, w=_kernel((2, 3, 3))),
            sample("conv1d(x, w, padding='same', dilation=3)", x=_LINE, w=_kernel((2, 3, 2))),
            sample("conv1d(x, w, padding='valid')", x=_LINE, w=_kernel((2, 3, 3))),
            sample("conv1d(x, w)", x=_LINE.split(" **")[0] + "[0]", w=_kernel((2, 3, 4))),
            sample("conv1d(x.transpose(1, 2), w)", x=_LINE, w=_kernel((2, 4, 2))),
            sample("conv1d(x, w, None, 3)", x=_LINE, w=_kernel((2, 3, 1))),
            sample("conv1d(x, w)", x="zeros(0, 3, 4)", w=_kernel((2, 3, 2))),
        ],
        wrong=["conv1d(ones(3), ones(2, 3, 3))", "conv1d(ones(1, 3, 5), ones(2, 3))"],
    ),
    "conv2d": Proof(
        [
            sample("conv2d(x, w)", x=_PLANE, w=_kernel((3, 2, 2, 2))),
            sample("F.conv2d(x, w, b)", x=_PLANE, w=_kernel((2, 2, 3, 3)), b="tensor([1.0, -1.0])"),
            sample("conv2d(x, w, stride=2, padding=1)", x=_PLANE, w=_kernel((2, 2, 3, 3))),
            sample(
                "conv2d(x, w, b, (1, 2), (2, 0))", x=_PLANE, w=_kernel((1, 2, 3, 2)), b="ones(1)"
            ),
            sample("conv2d(x, w, dilation=(1, 2))", x=_PLANE, w=_kernel((1, 2, 2, 2))),
            sample("conv2d(x, w, groups=2)", x=_PLANE, w=_kernel((4, 1, 2, 3))),
            sample("conv2d(x, w, padding='same')", x=_PLANE, w=_kernel((2, 2, 2, 3))),
            sample("conv2d(x, w, padding='valid')", x=_PLANE, w=_kernel((2, 2, 3, 3))),
            sample("conv2d(x[0], w)", x=_PLANE, w=_kernel((2, 2, 3, 5))),
            sample("conv2d(x.mT, w)", x=_PLANE, w=_kernel((2, 2, 1, 1))),
            sample("conv2d(x[:, :, :, ::2], w)", x=_PLANE, w=_kernel((1, 2, 2, 2))),
            sample("conv2d(x, w)", x="tensor([[[[nan, 1.0, inf, 0.0]]]])", w="ones(1, 1, 1, 2)"),
            sample("conv2d(x, w)", x="tensor([[[[1.0, 4.0, 2.0]]]])", w="ones(1, 1, 1, 2)"),
            sample("conv2d(x, w).dtype", x="ones(1, 1, 2, 2).long()", w="ones(1, 1, 1, 1).long()"),
        ],
        wrong=[
            "conv2d(ones(1, 3, 4, 4), ones(2, 2, 3, 3))",
            "F.conv2d(ones(1, 3, 2, 2), ones(2, 3, 3, 3))",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), ones(3))",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), stride=0)",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), padding=-1)",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), stride=(1, 1, 1))",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), padding='foo')",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3), padding='same', stride=2)",
            "conv2d(ones(1, 4, 4, 4), ones(3, 2, 3, 3), groups=2)",
            "conv2d(ones(1, 3, 4, 4), ones(2, 3, 3, 3).double())",
        ],
    ),
    "conv3d": Proof(
        [
            sample("conv3d(x, w)", x=_SPACE, w=_kernel((2, 2, 2, 2, 2))),
            sample("F.conv3d(x, w, b, 2, 1)", x=_SPACE, w=_kernel((1, 2, 2, 2, 3)), b="ones(1)"),
            sample("conv3d(x, w, dilation=(1, 2, 1))", x=_SPACE, w=_kernel((1, 2, 1, 2, 2))),
            sample("conv3d(x, w, groups=2)", x=_SPACE, w=_kernel((2, 1, 1, 2, 2))),
            sample("conv3d(x[0], w, padding='same')", x=_SPACE, w=_kernel((1, 2, 1, 3, 2))),
        ]
    ),
    "conv_transpose1d": Proof(
        [
            sample("conv_transpose1d(x, w)", x=_LINE, w=_kernel((3, 2, 2))),
            sample("F.conv_transpose1d(x, w, b, 2)", x=_LINE, w=_kernel((3, 1, 3)), b="ones(1)"),
            sample(
                "conv_transpose1d(x, w, stride=2, padding=1, output_padding=1)",
                x=_LINE,
                w=_kernel((3, 2, 3)),
            ),
            sample("conv_transpose1d(x, w, groups=3, dilation=2)", x=_LINE, w=_kernel((3, 2, 2))),
            sample(
                "conv_transpose1d(x, w, dilation=3, output_padding=2)",
                x=_LINE,
                w=_kernel((3, 1, 2)),
            ),
            sample("conv_transpose1d(x[0], w)", x=_LINE, w=_kernel((3, 2, 1))),
        ],
        wrong=["conv_transpose1d(ones(1, 3, 4), ones(3, 2, 3), output_padding=1)"],
    ),
    "conv_transpose2d": Proof(
        [
            sample("conv_transpose2d(x, w)", x=_PLANE, w=_kernel((2, 3, 2, 2))),
            sample(
                "F.conv_transpose2d(x, w, b, 2)", x=_PLANE, w=_kernel((2, 1, 3, 3)), b="ones(1)"
            ),
            sample(
                "conv_transpose2d(x, w, None, (2, 3), (1, 0), (1, 2))",
                x=_PLANE,
                w=_kernel((2, 1, 3, 2)),
            ),
            sample(
                "conv_transpose2d(x, w, groups=2, dilation=2)", x=_PLANE, w=_kernel((2, 2, 2, 2))
            ),
            sample("conv_transpose2d(x[0], w)", x=_PLANE, w=_kernel((2, 2, 1, 1))),
            sample("conv_transpose2d(x, w, padding=1) ** 2", x=_PLANE, w=_kernel((2, 1, 3, 3))),
            sample("conv_transpose2d(x, w, stride=2)", x=_PLANE, w=_kernel((2, 2, 1, 1))),
            sample("conv_transpose2d(x, w, b)", x=_PLANE, w=_kernel((2, 2, 2, 3)), b="ones(2)"),
            sample("conv_transpose2d(x, w.transpose(0, 1))", x=_PLANE, w=_kernel((3, 2, 2, 2))),
            sample("conv_transpose2d(x, w, dilation=(1, 3))", x=_PLANE, w=_kernel((2, 1, 2, 2))),
            sample(
                "conv_transpose2d(x, w, stride=3, output_padding=2)",
                x=_PLANE,
                w=_kernel((2, 1, 2, 2)),
            ),
            sample(
                "conv_transpose2d(x, w, dilation=2, output_padding=1)",
                x=_PLANE,
                w=_kernel((2, 1, 2, 2)),
            ),
        ],
        wrong=[
            "conv_transpose2d(ones(1, 3, 4, 4), ones(2, 2, 3, 3))",
            "conv_transpose2d(ones(1, 3, 4, 4), ones(3, 2, 3, 3), padding=5)",
        ],
    ),
    "conv_transpose3d": Proof(
        [
            sample("conv_transpose3d(x, w)", x=_SPACE, w=_kernel((2, 1, 2, 2, 2))),
            sample(
                "F.conv_transpose3d(x, w, b, 2, 1)",
                x=_SPACE,
                w=_kernel((2, 1, 3, 3, 3)),
                b="ones(1)",
            ),
            sample("conv_transpose3d(x, w, groups=2)", x=_SPACE, w=_kernel((2, 1, 1, 2, 2))),
            sample(
                "conv_transpose3d(x, w, stride=2, output_padding=1)",
                x=_SPACE,
                w=_kernel((2, 1, 1, 1, 1)),
            ),
            sample("conv_transpose3d(x[0], w, dilation=2)", x=_SPACE, w=_kernel((2, 1, 1, 2, 1))),
        ]
    ),
}
