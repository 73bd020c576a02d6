"""Proofs of the operators in ``gradcli/ops/matrix_functions.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_A = "tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
_STACK = "linspace(-2, 3, 18).reshape(2, 3, 3).cos() + 2 * eye(3)"
_TALL = "tensor([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0]])"

PROOFS = {
    "matrix_power": Proof(
        [
            sample("matrix_power(a, 3)", a=_A),
            sample("a.matrix_power(2)", a=_STACK),
            sample("torch.linalg.matrix_power(a, 5)", a=_A),
            sample("matrix_power(a, 0)", a=_A),
            sample("matrix_power(a, 1)", a=_A),
            sample("matrix_power(a, -2)", a=_A),
            sample("matrix_power(a, 3)", a="zeros(0, 0)"),
            sample("matrix_power(a, 2)", a="tensor([[1, 2], [3, 4]])"),
            sample("matrix_power(a, 2) ** 2", a="linspace(-1, 1, 18).reshape(2, 3, 3).cos()"),
            sample("matrix_power(a, 5)", a="tensor([[0.5, 1.0], [0.0, 0.3]])"),
            sample("matrix_power(a, -1) ** 2", a="tensor([[2.0, 1.0], [0.0, 1.0]])"),
            sample("matrix_power(a, 0)", a="ones(2, 2)"),
        ],
        wrong=["matrix_power(ones(2, 3), 2)"],
    ),
    "matrix_exp": Proof(
        [
            sample("matrix_exp(a)", a=_A),
            sample("torch.linalg.matrix_exp(a)", a=_STACK),
            sample("a.matrix_exp()", a="zeros(2, 2)"),
            sample("matrix_exp(a)", a="tensor([[0.0, 1.0], [-1.0, 0.0]])"),
            sample("matrix_exp(a)", a="tensor([[1.5]])"),
            sample("matrix_exp(a)", a="zeros(0, 0)"),
        ],
        wrong=["matrix_exp(ones(2, 3))"],
    ),
    "linalg_matrix_norm": Proof(
        [
            *(
                sample(f"torch.linalg.matrix_norm(a, {ord})", a=_A)
                for ord in ("'fro'", "'nuc'", 1, -1, 2, -2, "inf", "-inf")
            ),
            sample("torch.linalg.matrix_norm(a)", a=_STACK),
            sample("torch.linalg.matrix_norm(a, 'nuc', dim=(0, 2), keepdim=True)", a=_STACK),
            sample("torch.linalg.matrix_norm(a, 1, dim=(0, 1))", a=_STACK),
            sample("torch.linalg.matrix_norm(a, inf, dim=(0, -1), keepdim=True)", a=_STACK),
            sample("torch.linalg.matrix_norm(a, 2)", a=_TALL),
        ],
        wrong=[
            "torch.linalg.matrix_norm(ones(2))",
            "torch.linalg.matrix_norm(eye(2), 0)",
            "torch.linalg.matrix_norm(eye(2), dim=(0, 0))",
        ],
    ),
    "nuclear_norm": Proof(
        [
            sample("torch.nuclear_norm(a)", a=_TALL),
            sample("torch.nuclear_norm(a, (0, 1))", a=_A),
            sample("torch.nuclear_norm(a, keepdim=True)", a=_STACK),
            sample("torch.nuclear_norm(a, dim=(0, -1), keepdim=True)", a=_STACK),
            sample("torch.nuclear_norm(a, (0, 2))", a=_STACK),
        ],
        wrong=["torch.nuclear_norm(ones(2))", "torch.nuclear_norm(eye(2), (0, 0))"],
    ),
    "frobenius_norm": Proof(
        [
            sample("torch.frobenius_norm(a, (0, 1))", a=_TALL),
            sample("torch.frobenius_norm(a, 0)", a=_A),
            sample("torch.frobenius_norm(a, (-1,), True)", a=_STACK),
            sample("torch.frobenius_norm(a, dim=(0, 2), keepdim=True)", a=_STACK),
            sample("torch.frobenius_norm(a, ())", a=_STACK),
        ],
        wrong=["torch.frobenius_norm(ones(2, 2, 2), (0, 1, 2))", "torch.frobenius_norm(ones(2))"],
    ),
    "linalg_norm": Proof(
        [
            *(
                sample(f"torch.linalg.norm(a, {ord})", a=_A)
                for ord in ("'fro'", "'nuc'", 1, 2, "inf")
            ),
            sample("torch.linalg.norm(a)", a=_STACK),
            sample("torch.linalg.norm(a, 2, dim=1)", a=_STACK),
            sample("torch.linalg.norm(a, 3)", a="tensor([1.0, -2.0, 0.5])"),
            sample("torch.linalg.norm(a, 1, dim=(0, 1))", a=_STACK),
            sample("torch.linalg.norm(a, keepdim=True)", a=_STACK),
            sample("torch.linalg.norm(a)", a="tensor(-2.0)"),
            sample("torch.linalg.norm(a, -inf)", a="tensor([1.0, -2.0, 0.5])"),
        ],
        wrong=["torch.linalg.norm(ones(2, 2, 2), 2)"],
    ),
    "linalg_cond": Proof(
        [
            *(sample(f"torch.linalg.cond(a, {p})", a=_A) for p in (None, "'nuc'", 2, -2)),
            *(  # PyTorch overwrites the inverse, and so cannot differentiate these
                sample(f"torch.linalg.cond(a, {p}).detach()", a=_A)
                for p in ("'fro'", 1, -1, "inf", "-inf")
            ),
            sample("torch.linalg.cond(a)", a=_STACK),
            sample("torch.linalg.cond(a)", a=_TALL),
            sample("torch.linalg.cond(a.detach(), 1)", a="zeros(2, 2)"),
            sample("torch.linalg.cond(a, 'fro').detach()", a=_STACK),
        ],
        wrong=["torch.linalg.cond(ones(2, 3), 1)", "torch.linalg.cond(eye(2), 3)"],
    ),
    "linalg_matrix_rank": Proof(
        [
            sample("torch.linalg.matrix_rank(a)", a=_A),
            sample("torch.linalg.matrix_rank(a)", a="tensor([[1.0, 2.0], [2.0, 4.0]])"),
            sample("torch.linalg.matrix_rank(a, hermitian=True)", a="eye(3) + 0.1"),
            sample("torch.linalg.matrix_rank(a, tol=1.0)", a="diag(tensor([2.0, 0.5]))"),
            sample("torch.linalg.matrix_rank(a, rtol=0.5)", a="diag(tensor([2.0, 0.5]))"),
            sample("torch.linalg.matrix_rank(a)", a="zeros(2, 0, 3)"),
        ],
        wrong=["torch.linalg.matrix_rank(ones(2))"],
    ),
    "linalg_vander": Proof(
        [
            sample("torch.linalg.vander(x)", x="tensor([1.0, -2.0, 3.0])"),
            sample("torch.linalg.vander(x, N=5)", x="tensor([1.0, -2.0, 0.0])"),
            sample("torch.linalg.vander(x, N=2)", x="tensor([1.0, -2.0, 0.0])"),
            sample("torch.linalg.vander(x)", x="tensor([[1.0, -2.0], [0.5, 3.0]])"),
            sample("torch.linalg.vander(x)", x="tensor([1, 2, 3])"),
        ],
        wrong=["torch.linalg.vander(ones(2), N=1)"],
    ),
    "vander": Proof(
        [
            sample("vander(x).detach()", x="tensor([1.0, -2.0, 3.0])"),
            sample("vander(x, 2, True).detach()", x="tensor([1.0, -2.0, 0.0])"),
            sample("vander(x, N=4).detach()", x="tensor([1.0, -2.0, 0.0])"),
            sample("vander(x, 0)", x="tensor([1.0, -2.0, 0.0])"),
            sample("vander(x)", x="tensor([1, 2, 3])"),
        ],
        wrong=["vander(ones(2, 2))", "vander(ones(2), -1)"],
    ),
    "svd_lowrank": Proof(
        [
            sample("manual_seed(0)\ntorch.svd_lowrank(a, q=2)[1]", a=_TALL),
            sample("manual_seed(1)\ntorch.svd_lowrank(a, 2)[1]", a=_STACK),
            sample("manual_seed(2)\ntorch.svd_lowrank(a.T, q=2, niter=0)[1]", a=_TALL),
            sample("manual_seed(3)\ntorch.svd_lowrank(a, q=1, M=a.mean(0))[1]", a=_TALL),
            sample("manual_seed(4)\nU, S, V = torch.svd_lowrank(a, 2)\nU @ diag(S) @ V.T", a=_TALL),
        ],
        wrong=["torch.svd_lowrank(ones(2, 2, dtype=int64))"],
    ),
    "pca_lowrank": Proof(
        [
            sample("manual_seed(0)\ntorch.pca_lowrank(a, q=2)[1]", a=_TALL),
            sample("manual_seed(1)\ntorch.pca_lowrank(a, center=False)[1]", a=_TALL),
            sample("manual_seed(2)\ntorch.pca_lowrank(a, 1, True, 3)[1]", a=_STACK),
            sample("manual_seed(3)\ntorch.pca_lowrank(a.T, q=1)[1]", a=_TALL),
            sample("manual_seed(4)\nU, S, V = torch.pca_lowrank(a, 1)\nU * S @ V.T", a=_TALL),
        ],
        wrong=["torch.pca_lowrank(ones(2, 2), 3)", "torch.pca_lowrank(ones(2, 2), 1, niter=-1)"],
    ),
}

EXAMPLES = {
    "matrix_power": sample("matrix_power(a, 2)", a="tensor([[1.0, 2.0], [3.0, 4.0]])"),
}
