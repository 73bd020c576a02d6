"""Proofs of the operators in ``gradcli/ops/memory.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

PROOFS = {
    "zero": Proof(
        [
            *across("y = x * 1\ny.zero_()\ny + x ** 2"),
            sample("y = x * 1\ny[0].zero_()\ny ** 2", x="linspace(1, 2, 6).reshape(2, 3)"),
            sample("y = x * 2\ny.zero_()\ny + x", x="ones(2)"),
        ]
    ),
    "fill": Proof(
        [
            sample("torch.fill(x, 3.0) * x", x="ones(2, 3)"),
            sample("torch.fill(x, b) * x", x="ones(2, 3)", b="tensor(2.0)"),
            sample("torch.fill(x, 2)", x="zeros(0)"),
            sample("y = x * 2\ny.fill_(3.0)\ny * x", x="ones(2)"),
            sample("y = x * 2\ny[0] = b\ny ** 2", x="tensor([1.0, 2.0])", b="tensor(3.0)"),
            sample("y = x * 2\ny[0] = 5.0\ny ** 2", x="tensor([1.0, 2.0])"),
            sample("y = zeros(3)\ny.fill_(b)\ny ** 2", b="tensor(3.0)"),
            *across("y = x * 1\ny.fill_(3)\ny * x", 1, 2),
        ]
    ),
    "copy": Proof(
        [
            sample("y = x * 2\ny.copy_(b)\ny ** 2", x="ones(2, 2)", b="tensor([1.0, 2.0])"),
            sample("y = x * 1\ny[:, 0] = b\ny ** 2", x="ones(2, 2)", b="tensor([1.0, 2.0])"),
            sample("y = zeros(2, 2)\ny[0] = b\ny ** 3", b="tensor([1.0, 2.0])"),
            sample("y = zeros(3)\ny[:] = b\ny ** 3", b="tensor([1.0, 2.0, 3.0])"),
            *across("y = x * 1\ny.copy_(x ** 2)\ny * x", 1, 2),
        ]
    ),
    "_write_at": Proof(
        [
            sample("y = x * 1\ny[[0, 2]] = b\ny ** 2", x="ones(3)", b="tensor([1.0, 2.0])"),
            sample(
                "y = x * 1\ny[x > 0] = b\ny ** 2", x="tensor([1.0, -1.0, 2.0])", b="tensor(3.0)"
            ),
        ]
    ),
    "_cleared": Proof(
        [sample("y = x ** 2\ny[[0, 2]] = b\ny ** 2", x="ones(3)", b="tensor([1.0, 2.0])")]
    ),
    "index_put": Proof(
        [
            sample(
                "x.index_put((i,), v) ** 2", x="ones(3)", i="tensor([0, 2])", v="tensor([1.0, 2.0])"
            ),
            sample(
                "torch.index_put(x, [i, i], v, accumulate=True) ** 2",
                x="ones(3, 3)",
                i="tensor([1, 1])",
                v="tensor([1.0, 2.0])",
            ),
            sample("x.index_put((x > 1,), v) ** 2", x="linspace(0, 2, 5)", v="tensor(3.0)"),
            sample(
                "x.index_put((i,), v)", x="ones(3, 2)", i="tensor([-1])", v="tensor([1.0, 2.0])"
            ),
            sample(
                "y = x * 2\ny.index_put_((i,), v)\ny ** 2",
                x="ones(3)",
                i="tensor([1])",
                v="ones(1)",
            ),
            sample(
                "y = x * 2\ny[1:].index_put_((i,), v, True)\ny ** 2",
                x="ones(3)",
                i="tensor([1, 1])",
                v="tensor([2.0, 3.0])",
            ),
        ],
        wrong=[
            "ones(2, 3).index_put((tensor([5]),), ones(3))",
            "ones(2, 3).index_put((tensor([0]),), ones(4))",
            "ones(2, 3).index_put((tensor([0]),), ones(3, dtype=torch.float64))",
        ],
    ),
    "_view": Proof(
        [
            sample(
                "y = x * 1\nv = y[0:2]\nv.mul_(b)\nv ** 2",
                x="tensor([1.0, 2.0, 3.0])",
                b="tensor([2.0, -1.0])",
            ),
            sample(
                "y = x * 1\nv = y.view(4)\ny[0].mul_(3)\nv ** 2",
                x="linspace(1, 2, 4).reshape(2, 2)",
            ),
            sample("y = x * 1\nv = y.expand(2, 3)\ny.mul_(2)\nv ** 3", x="linspace(1, 2, 3)"),
            sample("y = x * 1\nv = y.unfold(0, 2, 1)\ny.mul_(2)\nv ** 3", x="linspace(1, 2, 3)"),
        ]
    ),
    "_put_view": Proof(
        [
            sample(
                "y = x * 1\nv = y[0:2]\nv.mul_(b)\nv ** 2",
                x="tensor([1.0, 2.0, 3.0])",
                b="tensor([2.0, -1.0])",
            ),
            sample(
                "y = x * 1\nv = y.view(4)\ny[0].mul_(3)\nv ** 2",
                x="linspace(1, 2, 4).reshape(2, 2)",
            ),
        ]
    ),
    "_replace_view": Proof(
        [
            sample(
                "y = x ** 2\ny[1:].mul_(b)\ny ** 2",
                x="tensor([1.0, 2.0, 3.0])",
                b="tensor([2.0, -1.0])",
            ),
            sample(
                "y = x ** 2\ny.T[0] += b\ny[1].exp_()\ny ** 2",
                x="linspace(0, 1, 4).reshape(2, 2)",
                b="tensor([2.0, -1.0])",
            ),
        ]
    ),
}
