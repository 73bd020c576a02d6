"""Proofs of the operators in ``gradcli/ops/random.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, drawn, sample

PROOFS = {
    "rand": Proof(
        [
            sample("manual_seed(0)\nrand(2, 3)"),
            sample("rand(20, generator=torch.Generator().manual_seed(3))"),
            sample("manual_seed(0)\nrand(0, 2)"),
            *drawn("rand"),
        ],
        wrong=["rand(2, dtype=torch.int64)"],
    ),
    "randn": Proof(
        [
            sample("manual_seed(0)\nrandn(3)"),
            sample("manual_seed(0)\nrandn(5, 7)"),
            sample("randn(2, generator=torch.Generator().manual_seed(3))"),
            *drawn("randn"),
        ]
    ),
    "randint": Proof(
        [
            sample("manual_seed(0)\nrandint(10, (2, 3))"),
            sample("manual_seed(0)\nrandint(-3, 10, (20,))"),
            sample("manual_seed(0)\nrandint(high=2, size=(4,), dtype=torch.float32)"),
            sample("manual_seed(1)\nrandint(-5, 5, (3,))"),
            sample("manual_seed(2)\ntorch.randint(2**40, (2,))"),
        ],
        wrong=["randint(5, 0, (2,))", "randint(0, 10, 2)"],
    ),
    "randperm": Proof(
        [
            sample("manual_seed(0)\nrandperm(20)"),
            sample("manual_seed(0)\nrandperm(5, dtype=torch.float32)"),
            sample("randperm(0)"),
            sample("manual_seed(1)\nrandperm(0)"),
            sample("manual_seed(1)\nrandperm(5, dtype=torch.int32)"),
        ],
        wrong=["randperm(-5)", "randperm(300, dtype=torch.uint8)"],
    ),
    "rand_like": Proof(
        [
            sample("manual_seed(0)\nrand_like(x)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nrand_like(x.T)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nrand_like(x, dtype=torch.float32)", x="zeros(2, 3)"),
            *across("manual_seed(1)\nrand_like(x.contiguous()) * x", 1),
        ]
    ),
    "randn_like": Proof(
        [
            sample("manual_seed(0)\nrandn_like(x)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nrandn_like(x)", x="zeros(4, 6)"),
            sample("manual_seed(0)\nrandn_like(x.T)", x="zeros(4, 6)"),
            *across("manual_seed(1)\nrandn_like(x.contiguous()) * x", 1),
        ]
    ),
    "randint_like": Proof(
        [
            sample("manual_seed(0)\nrandint_like(x, 10)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nrandint_like(x.T, -3, 10)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nrandint_like(x, high=10)", x="tensor([[1, 2], [3, 4]])"),
            sample("manual_seed(1)\nrandint_like(x, 2, 9)", x="zeros(2, 2)"),
            sample("manual_seed(1)\nrandint_like(x, 3, dtype=torch.int64)", x="zeros(4)"),
        ]
    ),
    "normal": Proof(
        [
            sample("manual_seed(0)\nnormal(x, y)", x="linspace(0, 1, 6)", y="linspace(1, 2, 6)"),
            sample(
                "manual_seed(0)\nnormal(x, y)", x="linspace(0, 1, 6).reshape(2, 3)", y="ones(3)"
            ),
            sample("manual_seed(0)\nnormal(x, 2.0)", x="linspace(0, 1, 20)"),
            sample("manual_seed(0)\nnormal(x)", x="linspace(0, 1, 3)"),
            sample("manual_seed(0)\nnormal(0.5, y)", y="linspace(1, 2, 20)"),
            sample("manual_seed(0)\nnormal(0.5, 2.0, (2, 3))"),
            sample("manual_seed(0)\nnormal(mean=0.0, std=1.0, size=(20,))"),
        ],
        wrong=["normal(zeros(2), -1.0)", "normal(zeros(2), -ones(2))", "normal(0.0, 1.0)"],
    ),
    "_normal_of_size": Proof(),
    "_normal_of_means": Proof(),
    "_normal_of_deviations": Proof(),
    "_normal_of_both": Proof(),
    "bernoulli": Proof(
        [
            sample("manual_seed(0)\nbernoulli(x)", x="linspace(0, 1, 6).reshape(2, 3)"),
            sample("manual_seed(0)\nbernoulli(x.T)", x="linspace(0, 1, 6).reshape(2, 3)"),
            sample("manual_seed(0)\nbernoulli(x.detach(), 0.3)", x="zeros(4)"),
        ],
        wrong=["bernoulli(tensor([0.5, 1.5]))", "bernoulli(tensor([1, 0]))"],
    ),
    "_bernoulli": Proof(),
    "_bernoulli_like": Proof(),
    "poisson": Proof(
        [
            sample("manual_seed(0)\npoisson(x)", x="linspace(0, 5, 6)"),
            sample("manual_seed(0)\npoisson(x)", x="linspace(5, 300, 12).reshape(3, 4)"),
            sample("manual_seed(1)\npoisson(x)", x="zeros(2, 2)"),
            sample("manual_seed(2)\npoisson(x)", x="tensor([0.1, 5.0, 50.0])"),
            sample("manual_seed(3)\npoisson(x)", x="zeros(0)"),
        ],
        wrong=["poisson(tensor([-1.0]))"],
    ),
    "multinomial": Proof(
        [
            sample("manual_seed(0)\nmultinomial(x, 2)", x="linspace(0.1, 1, 6).reshape(2, 3)"),
            sample("manual_seed(0)\nmultinomial(x, 1)", x="linspace(0.1, 1, 6)"),
            sample("manual_seed(0)\nmultinomial(x, 20, True)", x="linspace(0, 1, 6).reshape(2, 3)"),
            sample("manual_seed(0)\nx.multinomial(4, replacement=True)", x="linspace(0, 1, 6)"),
            sample("manual_seed(3)\nmultinomial(x, 5, True)", x="tensor([[0.0, 1.0], [3.0, 1.0]])"),
        ],
        wrong=[
            "multinomial(ones(3), 4)",
            "multinomial(ones(3), 0)",
            "multinomial(-ones(3), 1)",
            "multinomial(zeros(3), 1)",
            "multinomial(tensor([0, 1]), 1)",
            "multinomial(ones(1, 2, 3), 1)",
        ],
    ),
    "uniform": Proof(
        [
            sample("manual_seed(0)\ny = x * 1\ny.uniform_(-1, 1)\ny + x", x="zeros(2, 3)"),
            sample("manual_seed(0)\ny = x * 1\ny[:, 1].uniform_()\ny", x="zeros(4, 3)"),
            sample("manual_seed(0)\nzeros(3, 4).T.uniform_()"),
            sample("manual_seed(1)\ny = x * 1\ny.uniform_()\ny + x", x="zeros(20)"),
            sample("manual_seed(1)\ny = x * 1\ny.uniform_(2, 3)\ny + x", x="zeros(2, 2)"),
        ],
        wrong=["zeros(2).uniform_(2, 1)"],
    ),
    "_overwrite_normally": Proof(
        [
            sample("manual_seed(0)\ny = x * 1\ny.normal_(3, 2)\ny + x", x="zeros(2, 3)"),
            sample("manual_seed(0)\nzeros(20).normal_()"),
            sample("manual_seed(0)\nzeros(4, 6).T.normal_()"),
            sample("manual_seed(0)\nzeros(20, 8)[:, ::2].normal_()"),
        ],
        wrong=["zeros(2).normal_(0, -1)"],
    ),
    "random": Proof(
        [
            sample("manual_seed(0)\nzeros(3, dtype=torch.int64).random_()"),
            sample("manual_seed(0)\ny = x * 1\ny.random_(10)", x="zeros(2, 3)"),
            sample("manual_seed(0)\ny = x * 1\ny.random_(-3, 10)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nzeros(3, 4, dtype=torch.int64).T.random_(100)"),
            sample("manual_seed(2)\nzeros(4).random_(7)"),
        ],
        wrong=["zeros(2).random_(5, 5)"],
    ),
    "_overwrite_by_chance": Proof(
        [
            sample(
                "manual_seed(0)\ny = x * 1\ny.bernoulli_(p)", x="zeros(2, 3)", p="ones(2, 3) / 3"
            ),
            sample("manual_seed(0)\nzeros(2, 3).bernoulli_(p)", p="linspace(0, 1, 3)"),
            sample("manual_seed(0)\nzeros(3, 2).T.bernoulli_(p)", p="linspace(0, 1, 3)"),
            sample("manual_seed(0)\ny = x * 1\ny[1].bernoulli_(0.3)\ny", x="zeros(2, 30)"),
            sample("manual_seed(0)\nzeros(3, 4, dtype=torch.int64).T.bernoulli_()"),
        ],
        wrong=["zeros(2).bernoulli_(1.5)"],
    ),
    "_by_chances": Proof(),
    "_by_chance": Proof(),
    "_overwrite_exponentially": Proof(
        [
            sample("manual_seed(0)\ny = x * 1\ny.exponential_(2)", x="zeros(2, 3)"),
            sample("manual_seed(0)\nzeros(3, 4).T.exponential_()"),
        ],
        wrong=["zeros(2).exponential_(-2)"],
    ),
    "geometric": Proof(
        [
            sample("manual_seed(0)\ny = x * 1\ny.geometric_(0.3)", x="zeros(2, 30)"),
            sample("manual_seed(0)\nzeros(3, 4, dtype=torch.int64).T.geometric_(0.1)"),
            sample("manual_seed(1)\ny = x * 1\ny.geometric_(0.9)", x="zeros(3)"),
            sample("manual_seed(2)\ny = x * 1\ny.geometric_(p=0.01)", x="zeros(2, 2)"),
            sample("manual_seed(3)\ny = x * 1\ny.geometric_(0.5)", x="zeros(17)"),
        ],
        wrong=["zeros(2).geometric_(1.3)"],
    ),
    "cauchy": Proof(
        [
            sample("manual_seed(1)\ny = x * 1\ny.cauchy_()", x="zeros(3)"),
            sample("manual_seed(2)\ny = x * 1\ny.cauchy_(sigma=0.5)", x="zeros(2, 2)"),
            sample("manual_seed(3)\ny = x * 1\ny.cauchy_(-1, 3)", x="zeros(17)"),
            sample("manual_seed(4)\ny = x * 1\ny.cauchy_()", x="zeros(0)"),
            sample("manual_seed(0)\ny = x * 1\ny.cauchy_(1, 2)", x="zeros(2, 30)"),
        ],
        wrong=["zeros(2).cauchy_(0, -1)"],
    ),
    "log_normal": Proof(
        [
            sample("manual_seed(1)\ny = x * 1\ny.log_normal_()", x="zeros(3)"),
            sample("manual_seed(2)\ny = x * 1\ny.log_normal_(std=0.5)", x="zeros(2, 2)"),
            sample("manual_seed(3)\ny = x * 1\ny.log_normal_(-1, 2)", x="zeros(17)"),
            sample("manual_seed(4)\ny = x * 1\ny.log_normal_()", x="zeros(0)"),
            sample("manual_seed(0)\ny = x * 1\ny.log_normal_(1, 0.5)", x="zeros(2, 30)"),
        ],
        wrong=["zeros(2).log_normal_(0, -1)"],
    ),
}
