"""Proofs of the operators in ``gradcli/ops/embedding.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_W = "linspace(-2, 2, 12).reshape(4, 3)"

PROOFS = {
    "one_hot": Proof(
        [
            sample("F.one_hot(tensor([0, 2, 1]))"),
            sample("F.one_hot(tensor([[0, 2], [1, 1]]), 4)"),
            sample("F.one_hot(tensor(1), num_classes=3)"),
            sample("F.one_hot(zeros(0, dtype=torch.int64), 3)"),
            sample("F.one_hot(tensor([0, 2]), -1).sum(0)"),
            sample("F.one_hot(x)", x="tensor([[0, 3]])"),
            sample("F.one_hot(x, 5)", x="tensor([1, 4])"),
            sample("F.one_hot(x)", x="tensor(2)"),
            sample("F.one_hot(x, 2)", x="tensor([], dtype=torch.int64)"),
            sample("F.one_hot(x % 3)", x="arange(5)"),
            sample("F.one_hot(x, num_classes=1)", x="zeros(2, 2).long()"),
            sample("F.one_hot(x.T)", x="tensor([[0, 1, 2], [2, 1, 0]])"),
        ],
        wrong=[
            "F.one_hot(tensor([0, 2]), 2)",
            "F.one_hot(tensor([0, -2]))",
            "F.one_hot(tensor([0.0]))",
            "F.one_hot(zeros(0, dtype=torch.int64))",
        ],
    ),
    "_rows": Proof([sample("F.embedding(tensor([[1, 3], [3, 0]]), w, padding_idx=1) ** 2", w=_W)]),
    "_gather_rows": Proof(),
    "_weighted_rows": Proof(
        [
            sample(
                "y = (F.embedding(tensor([1, 3, 3]), w, padding_idx=1) ** 3).sum()\n"
                "g, = torch.autograd.grad(y, w, create_graph=True)\ng ** 2",
                w=_W,
            )
        ]
    ),
    "embedding": Proof(
        [
            sample("F.embedding(tensor([0, 2]), w)", w=_W),
            sample("F.embedding(tensor([[0, 2, 2], [1, 2, 0]]), w)", w=_W),
            sample("F.embedding(tensor(1), w)", w=_W),
            sample("F.embedding(tensor([[1, 3], [3, 0]]), w, padding_idx=-1)", w=_W),
            sample("F.embedding(tensor([1, 1, 3, 0]), w, scale_grad_by_freq=True)", w=_W),
            sample("F.embedding(tensor([1, 3]), w * 1, None, 2.0)", w=_W),
            sample("F.embedding(zeros(0, dtype=torch.int64), w)", w=_W),
            sample("F.embedding(tensor([0, 1], dtype=torch.int32), w)", w=_W),
            sample("F.embedding(tensor([]).long(), w)", w="linspace(-2, 2, 12).reshape(4, 3)"),
            sample(
                "F.embedding(tensor([[0, 1], [1, 1]]), w) ** 2",
                w="linspace(-2, 2, 12).reshape(4, 3)",
            ),
            sample("F.embedding(tensor(2), w) ** 2", w="linspace(-2, 2, 12).reshape(4, 3)"),
        ],
        wrong=[
            "F.embedding(tensor([4]), ones(4, 3))",
            "F.embedding(tensor([0]), ones(4))",
            "F.embedding(tensor([0.0]), ones(4, 3))",
            "F.embedding(tensor([0]), ones(4, 3), padding_idx=4)",
        ],
    ),
    "_torch_embedding": Proof([sample("torch.embedding(w, tensor([0, 2]))", w=_W)]),
    "_bags": Proof([sample("F.embedding_bag(tensor([[0, 2], [1, 1]]), w, mode='sum') ** 2", w=_W)]),
    "embedding_bag": Proof(
        [
            sample("F.embedding_bag(tensor([[0, 2], [1, 1]]), w)", w=_W),
            sample("F.embedding_bag(tensor([0, 2, 1]), w, tensor([0, 2]), mode='sum')", w=_W),
            sample("F.embedding_bag(tensor([0, 2, 1]), w, tensor([0, 0, 2]))", w=_W),
            sample(
                "F.embedding_bag(tensor([[0, 2], [1, 1]]), w, mode='sum', per_sample_weights=p)",
                w=_W,
                p="tensor([[0.5, 1.0], [2.0, -1.0]])",
            ),
            sample(
                "F.embedding_bag(tensor([[0, 2], [1, 1]]), w, mode='mean', padding_idx=1)", w=_W
            ),
        ],
        wrong=[
            "F.embedding_bag(tensor([0, 1]), ones(4, 3))",
            "F.embedding_bag(tensor([[0, 1]]), ones(4, 3), mode='x')",
        ],
    ),
}
