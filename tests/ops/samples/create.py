"""Proofs of the operators in ``gradcli/ops/create.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample, sized

PROOFS = {
    "tensor": Proof(
        [
            sample("tensor([1.0, 2.5])"),
            sample("tensor([[1, 2], [3, 4]])"),
            sample("tensor(3.0)"),
            sample("tensor([True, False])"),
            sample("tensor([[], []])"),
            sample("tensor([1, 2], dtype=torch.float64)"),
            sample("tensor(1 + 2j)"),
            sample("tensor([1, 2.5, True])"),
            sample("tensor([[[1]], [[2]]])"),
            sample("tensor(())"),
            sample("tensor([nan, inf, -inf])"),
            sample("tensor([1.7, -1.7], dtype=torch.int64)"),
        ],
        wrong=["tensor([1, 2], requires_grad=True)", "tensor([[1, 2], [3]])"],
    ),
    "zeros": Proof(
        [
            *sized("zeros"),
            sample("zeros(2, 3)"),
            sample("zeros((4,), dtype=torch.int64)"),
            sample("zeros(())"),
        ],
        wrong=["zeros(-1)"],
    ),
    "ones": Proof(
        [
            *sized("ones"),
            sample("ones(2, 3)"),
            sample("ones([2], dtype=torch.bool)"),
            sample("ones(0, 3)"),
        ],
        wrong=["ones(-1)"],
    ),
    "empty": Proof(
        [
            sample("empty(0).shape"),
            sample("empty(2, dtype=torch.int64).dtype"),
            sample("torch.empty((2, 1)).stride()"),
            sample("empty(()).shape"),
            sample("empty(2, 3).shape"),
        ]
    ),
    "full": Proof(
        [
            sample("full((), 2.0)"),
            sample("full((2, 0), 1)"),
            sample("full((2, 3), 1.5)"),
            sample("full((2,), 7)"),
            sample("full([1], True)"),
        ]
    ),
    "eye": Proof(
        [
            sample("eye(3, 2, dtype=torch.int64)"),
            sample("torch.eye(1)"),
            sample("eye(3)"),
            sample("eye(2, 3)"),
            sample("eye(0)"),
        ]
    ),
    "arange": Proof(
        [
            sample("arange(5)"),
            sample("arange(1, 10, 3)"),
            sample("arange(0.0, 1.0, 0.25)"),
            sample("arange(5, 0, -2)"),
            sample("arange(end=3)"),
            sample("arange(1, end=6, step=2, dtype=torch.float64)"),
            sample("arange(2.5, dtype=torch.int64)"),
            sample("arange(3.0)"),
        ],
        wrong=["arange(5, 0)"],
    ),
    "range": Proof(
        [
            sample("torch.range(1, 4)"),
            sample("torch.range(1, 4, 0.5)"),
            sample("torch.range(3, 1, -1)"),
            sample("torch.range(0, 2, dtype=torch.int64)"),
            sample("torch.range(0.5, 3)"),
        ],
        wrong=["torch.range(4, 1)", "torch.range(1, 4, 0)"],
    ),
    "linspace": Proof(
        [
            sample("linspace(0, 1, 5)"),
            sample("linspace(-2.0, 2.0, 1)"),
            sample("linspace(3, -3, 7)"),
            sample("linspace(0, 1, 0)"),
            sample("linspace(0, 10, 4, dtype=torch.int64)"),
        ]
    ),
    "zeros_like": Proof(
        [*across("zeros_like(x) + x"), sample("zeros_like(x)", x="tensor([[1.0, 2.0]])")]
    ),
    "ones_like": Proof(
        [
            *across("ones_like(x) * x"),
            sample("ones_like(x, dtype=torch.int64)", x="tensor([[1.0, 2.0]])"),
        ]
    ),
    "empty_like": Proof(
        [*across("empty_like(x).shape", 0, 1), sample("empty_like(x).shape", x="zeros(2, 3)")]
    ),
    "full_like": Proof(
        [*across("full_like(x, 3)", 0, 1), sample("full_like(x, 2.5)", x="tensor([[1.0, 2.0]])")]
    ),
    "new_zeros": Proof(
        [
            sample("x.new_zeros(2, 3)", x="ones(2)"),
            sample("x.new_zeros((2,), dtype=torch.int64)", x="ones(2)"),
            sample("x.new_zeros([])", x="tensor([True])"),
            sample("x.new_zeros(size=(2, 0))", x="tensor([1])"),
            sample("x.new_zeros(2, device=None)", x="ones(2)"),
        ],
        wrong=["ones(2).new_zeros(-1)"],
    ),
    "new_ones": Proof(
        [
            sample("x.new_ones(2, 3)", x="ones(2)"),
            sample("x.new_ones((2,), dtype=torch.int64)", x="ones(2)"),
            sample("x.new_ones([])", x="tensor([True])"),
            sample("x.new_ones(size=(2, 0))", x="tensor([1])"),
            sample("x.new_ones(1, 1, 1)", x="ones(2)"),
        ]
    ),
    "new_empty": Proof(
        [
            sample("x.new_empty(2, 3).shape", x="ones(2)"),
            sample("x.new_empty((2,), dtype=torch.int64).dtype", x="ones(2)"),
            sample("x.new_empty(0).shape", x="ones(2)"),
            sample("x.new_empty(()).dtype", x="tensor([1])"),
            sample("x.new_empty([2, 1]).shape", x="ones(2)"),
        ]
    ),
    "new_empty_strided": Proof(
        [
            sample("x.new_empty_strided((2, 3), (3, 1)).shape", x="ones(2)"),
            sample("x.new_empty_strided((), ()).shape", x="ones(2)"),
            sample("x.new_empty_strided((2, 0), (1, 1)).shape", x="ones(2)"),
            sample("x.new_empty_strided((2, 3), (1, 2)).stride()", x="ones(2)"),
            sample("x.new_empty_strided((2,), (1,)).dtype", x="tensor([1])"),
        ]
    ),
    "new_full": Proof(
        [
            sample("x.new_full((2, 3), 1.5)", x="ones(2)"),
            sample("x.new_full((2,), 3.7)", x="tensor([1])"),
            sample("x.new_full((), 3)", x="tensor([True])"),
            sample("x.new_full(size=[2], fill_value=2, dtype=torch.int64)", x="ones(2)"),
            sample("x.new_full((0,), 1)", x="ones(2)"),
        ]
    ),
    "new_tensor": Proof(
        [
            sample("x.new_tensor([1, 2])", x="ones(2)"),
            sample("x.new_tensor([1.5, 2])", x="tensor([1])"),
            sample("x.new_tensor(3, dtype=torch.float64)", x="tensor([1])"),
            sample("x.new_tensor([[]])", x="ones(2)"),
            sample("x.new_tensor([True, 2.5])", x="tensor([1])"),
        ]
    ),
    "scalar_tensor": Proof(
        [
            sample("torch.scalar_tensor(3)"),
            sample("torch.scalar_tensor(2.5)"),
            sample("torch.scalar_tensor(True)"),
            sample("torch.scalar_tensor(2, dtype=torch.int64)"),
            sample("torch.scalar_tensor(s=-1.5)"),
        ]
    ),
    "logspace": Proof(
        [
            sample("logspace(0, 2, 3)"),
            sample("logspace(-1.0, 1.0, 5, base=2)"),
            sample("logspace(0, 2, 3, 2)"),
            sample("logspace(3, 0, 4)"),
            sample("logspace(start=0, end=2, steps=1)"),
            sample("logspace(0, 2, 0)"),
            sample("logspace(0, 2, 3, dtype=torch.int64)"),
            sample("logspace(0, i, 3)", i="tensor(2)"),
        ],
        wrong=["logspace(0, 1, -1)"],
    ),
    "tril_indices": Proof(
        [
            sample("tril_indices(3, 3)"),
            sample("torch.tril_indices(2, 4, 1)"),
            sample("torch.tril_indices(row=3, col=2, offset=-1)"),
            sample("torch.tril_indices(3, 3, dtype=torch.int32)"),
            sample("torch.tril_indices(0, 3)"),
        ],
        wrong=["torch.tril_indices(-3, 3)"],
    ),
    "triu_indices": Proof(
        [
            sample("triu_indices(3, 3)"),
            sample("torch.triu_indices(2, 4, 1)"),
            sample("torch.triu_indices(row=3, col=2, offset=-1)"),
            sample("torch.triu_indices(3, 3, dtype=torch.int32)"),
            sample("torch.triu_indices(0, 3)"),
        ]
    ),
    "empty_strided": Proof(
        [
            sample("torch.empty_strided((2, 3), (3, 1)).shape"),
            sample("torch.empty_strided((2, 3), (1, 2)).stride()"),
            sample("torch.empty_strided((), ()).shape"),
            sample("torch.empty_strided((2, 2), (0, 1)).stride()"),
            sample("torch.empty_strided((3,), (2,), dtype=torch.int64).dtype"),
        ]
    ),
    "empty_permuted": Proof(
        [
            sample("torch.empty_permuted((2, 3), (1, 0)).stride()"),
            sample("torch.empty_permuted((2, 3, 4), (1, 2, 0)).stride()"),
            sample("torch.empty_permuted((), ()).shape"),
            sample("torch.empty_permuted((2, 0), (1, 0)).shape"),
            sample("torch.empty_permuted((2, 3), (1, 0), dtype=torch.int64).dtype"),
        ],
        wrong=[
            "torch.empty_permuted((2, 3), (1,))",
            "torch.empty_permuted((2, 3), (1, 1))",
            "torch.empty_permuted((2, 3), (2, 0))",
        ],
    ),
}
