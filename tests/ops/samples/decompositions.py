"""Proofs of the operators in ``gradcli/ops/decompositions.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A = "tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
_TALL = "tensor([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0]])"
_WIDE = _TALL + ".T"
_STACK = "linspace(-2, 3, 18).reshape(2, 3, 3).cos() + 2 * eye(3)"
_POSITIVE = "tensor([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]])"

PROOFS = {
    "linalg_cholesky_ex": Proof(
        [
            sample("torch.linalg.cholesky_ex(a)[0]", a=_POSITIVE),
            sample("torch.linalg.cholesky_ex(a, upper=True).L", a=_POSITIVE),
            sample("torch.linalg.cholesky_ex(a).info", a=_POSITIVE),
            sample("torch.linalg.cholesky_ex(-a.detach()).info", a=_POSITIVE),
            sample("torch.linalg.cholesky_ex(a).L", a="zeros(2, 0, 0)"),
        ],
        wrong=["torch.linalg.cholesky_ex(-eye(2), check_errors=True)"],
    ),
    "linalg_cholesky": Proof(
        [
            sample("torch.linalg.cholesky(a)", a=_POSITIVE),
            sample("torch.linalg.cholesky(a, upper=True)", a=_POSITIVE),
            sample("torch.linalg.cholesky(a)", a=f"stack([{_POSITIVE}, eye(3)])"),
            sample("torch.linalg.cholesky(a @ a.T + eye(3))", a=_A),
            sample("torch.linalg.cholesky(a)", a="tensor([[4.0]])"),
            *across("torch.linalg.cholesky(x @ x.mT + 2 * eye(x.shape[-2]))", 2, 2, empty=False),
        ],
        wrong=[
            "torch.linalg.cholesky(-eye(2))",
            "torch.linalg.cholesky(stack([eye(2), -eye(2)]))",
            "torch.linalg.cholesky(ones(2, 3))",
        ],
    ),
    "cholesky": Proof(
        [
            sample("cholesky(a)", a=_POSITIVE),
            sample("a.cholesky(upper=True)", a=_POSITIVE),
            sample("cholesky(a)", a=f"stack([{_POSITIVE}, eye(3)])"),
            sample("cholesky(a)", a="zeros(0, 0)"),
            sample("cholesky(a)", a="tensor([[4.0]])"),
        ],
        wrong=["cholesky(-eye(2))"],
    ),
    "linalg_qr": Proof(
        [
            sample("torch.linalg.qr(a)[0]", a=_A),
            sample("torch.linalg.qr(a).R", a=_A),
            sample("q, r = torch.linalg.qr(a)\nq @ r.mT", a=_STACK),
            sample("torch.linalg.qr(a).Q", a=_TALL),
            sample("torch.linalg.qr(a).R", a=_WIDE),
            sample("q, r = torch.linalg.qr(a)\nq.sin() @ r", a=_WIDE),
            sample("torch.linalg.qr(a.detach(), mode='complete').Q", a=_TALL),
            sample("torch.linalg.qr(a.detach(), mode='r').R", a=_TALL),
            sample("torch.linalg.qr(a, mode='complete').R", a=_WIDE),
            sample("torch.linalg.qr(a).R", a="zeros(0, 2)"),
        ],
        wrong=[
            "torch.linalg.qr(eye(2), 'x')",
            "torch.linalg.qr(ones(3, 2, requires_grad=True), 'complete')[0].sum().backward()",
            "torch.linalg.qr(ones(3, 2, requires_grad=True), 'r')[1].sum().backward()",
        ],
    ),
    "qr": Proof(
        [
            sample("qr(a)[0]", a=_A),
            sample("a.qr().R", a=_TALL),
            sample("qr(a, some=False).R", a=_WIDE),
            sample("qr(a).Q", a=_STACK),
            sample("qr(a)[1]", a="tensor([[2.0]])"),
        ]
    ),
    "linalg_svd": Proof(
        [
            sample("torch.linalg.svd(a).S", a=_A),
            sample("torch.linalg.svd(a)[1]", a=_STACK),
            sample("u, s, vh = torch.linalg.svd(a)\nu.abs() * s.exp() @ vh.abs()", a=_A),
            sample(
                "u, s, vh = torch.linalg.svd(a, full_matrices=False)\n(u * s.log()) @ vh", a=_TALL
            ),
            sample(
                "u, s, vh = torch.linalg.svd(a, full_matrices=False)\n(u * s.log()) @ vh", a=_WIDE
            ),
            sample("torch.linalg.svd(a, False).U.abs()", a=_TALL),
            sample("torch.linalg.svd(a).Vh.abs()", a=_TALL),
            sample("torch.linalg.svd(a).S", a="zeros(2, 0)"),
        ],
        wrong=["torch.linalg.svd(ones(2))", "torch.linalg.svd(tensor([[nan, 1.0], [1.0, 1.0]]))"],
    ),
    "linalg_svdvals": Proof(
        [
            sample("torch.linalg.svdvals(a)", a=_A),
            sample("torch.linalg.svdvals(a)", a=_STACK),
            sample("torch.linalg.svdvals(a)", a=_TALL),
            sample("torch.linalg.svdvals(a)", a=_WIDE),
            sample("torch.linalg.svdvals(a)", a="zeros(0, 3)"),
            *across(
                "torch.linalg.svdvals(x + eye(x.shape[-2], x.shape[-1])) ** 2", 2, 2, empty=False
            ),
            sample("torch.linalg.svdvals(a)", a="linspace(1, 2, 3).reshape(3, 1)"),
            sample("torch.linalg.svdvals(a.T) ** 2", a="linspace(-2, 3, 6).reshape(3, 2).sin()"),
            sample(
                "torch.linalg.svdvals(a).sum() ** 2", a="linspace(-2, 3, 18).reshape(2, 3, 3).sin()"
            ),
        ]
    ),
    "svd": Proof(
        [
            sample("svd(a).S", a=_A),
            sample("u, s, v = a.svd()\n(u * s.log()) @ v.T", a=_TALL),
            sample("svd(a, some=False).V.abs()", a=_TALL),
            sample("svd(a, compute_uv=False).S", a=_WIDE),
            sample("svd(a, compute_uv=False).V", a=_WIDE),
        ]
    ),
    "linalg_eigh": Proof(
        [
            sample("torch.linalg.eigh(a)[0]", a=_POSITIVE),
            sample("torch.linalg.eigh(a).eigenvalues", a=f"stack([{_POSITIVE}, {_POSITIVE} * 2])"),
            sample("torch.linalg.eigh(a).eigenvectors.abs()", a=_POSITIVE),
            sample("torch.linalg.eigh(a, UPLO='U').eigenvalues", a=_A),
            sample("w, v = torch.linalg.eigh(a + a.T)\n(v * w.exp()) @ v.T", a=_A),
            sample("torch.linalg.eigh(a)[0]", a="zeros(0, 0)"),
            *across(
                "torch.linalg.eigh(x @ x.mT + diag(arange(1.0, x.shape[-2] + 1)))[0] ** 2",
                2,
                3,
                empty=False,
            ),
        ],
        wrong=["torch.linalg.eigh(eye(2), 'x')"],
    ),
    "linalg_eigvalsh": Proof(
        [
            sample("torch.linalg.eigvalsh(a)", a=_POSITIVE),
            sample("torch.linalg.eigvalsh(a, UPLO='U')", a=_A),
            sample("torch.linalg.eigvalsh(a)", a=f"stack([{_POSITIVE}, {_POSITIVE} * 2])"),
            sample("torch.linalg.eigvalsh(a)", a="tensor([[2.0]])"),
            sample("torch.linalg.eigvalsh(a)", a="zeros(0, 0)"),
            *across(
                "torch.linalg.eigvalsh(x @ x.mT + diag(arange(1.0, x.shape[-2] + 1))) ** 2",
                2,
                3,
                empty=False,
            ),
        ]
    ),
    "linalg_eig": Proof(
        [
            sample("torch.linalg.eig(a)[0].abs()", a=_A),
            sample("torch.linalg.eig(a).eigenvalues.real", a=_STACK),
            sample("torch.linalg.eig(a).eigenvectors.abs()", a=_A),
            sample("torch.linalg.eig(a).eigenvalues.abs()", a="tensor([[0.0, 1.0], [-1.0, 0.0]])"),
            sample("torch.linalg.eig(a).eigenvalues.abs()", a="zeros(0, 0)"),
        ],
        wrong=["torch.linalg.eig(ones(2, 3))"],
    ),
    "linalg_eigvals": Proof(
        [
            sample("torch.linalg.eigvals(a).abs()", a=_A),
            sample("torch.linalg.eigvals(a).abs()", a=_STACK),
            sample("torch.linalg.eigvals(a).real", a="tensor([[0.0, 1.0], [-1.0, 0.0]])"),
            sample("torch.linalg.eigvals(a).imag", a="tensor([[0.0, 1.0], [-1.0, 0.0]])"),
            sample("torch.linalg.eigvals(a).abs()", a="tensor([[2.0]])"),
        ]
    ),
    "linalg_lu_factor_ex": Proof(
        [
            sample("torch.linalg.lu_factor_ex(a).LU", a=_A),
            sample("torch.linalg.lu_factor_ex(a)[0]", a=_STACK),
            sample("torch.linalg.lu_factor_ex(a).pivots", a=_STACK),
            sample("torch.linalg.lu_factor_ex(a).LU", a=_TALL),
            sample("torch.linalg.lu_factor_ex(a).LU", a=_WIDE),
            sample("torch.linalg.lu_factor_ex(a).info", a="zeros(2, 2)"),
        ]
    ),
    "linalg_lu_factor": Proof(
        [
            sample("torch.linalg.lu_factor(a)[0]", a=_A),
            sample("torch.linalg.lu_factor(a).LU", a=_STACK),
            sample("torch.linalg.lu_factor(a).pivots", a=_A),
            sample("torch.linalg.lu_factor(a)[0]", a=_TALL),
            sample("torch.linalg.lu_factor(a)[0]", a="zeros(0, 0)"),
        ],
        wrong=["torch.linalg.lu_factor(zeros(2, 2))"],
    ),
    "lu": Proof(
        [
            sample("lu(a)[0]", a=_A),
            sample("a.lu()[1]", a=_A),
            sample("lu(a, get_infos=True)[2]", a=_STACK),
            sample("lu(a)[0]", a=_STACK),
            sample("lu(a)[0]", a=_TALL),
        ]
    ),
    "_lu": Proof(),
    "rows_placed": Proof(),
    "linalg_lu": Proof(
        [
            sample("torch.linalg.lu(a).L", a=_A),
            sample("torch.linalg.lu(a)[2]", a=_A),
            sample("p, l, u = torch.linalg.lu(a)\np @ l.exp() @ u.sin()", a=_STACK),
            sample("p, l, u = torch.linalg.lu(a)\np @ l.exp() @ u.sin()", a=_TALL),
            sample("p, l, u = torch.linalg.lu(a)\np @ l.exp() @ u.sin()", a=_WIDE),
            sample("torch.linalg.lu(a).P", a=_A),
        ],
        wrong=["torch.linalg.lu(eye(2), pivot=False)"],
    ),
    "_unpack": Proof(),
    "lu_unpack": Proof(
        [
            sample("lu_unpack(*torch.linalg.lu_factor(a)).L", a=_A),
            sample("lu_unpack(*torch.linalg.lu_factor(a)).U", a=_STACK),
            sample("lu_unpack(*torch.linalg.lu_factor(a)).P", a=_A),
            sample("lu_unpack(*torch.linalg.lu_factor(a))[1]", a=_TALL),
            sample("lu_unpack(*torch.linalg.lu_factor(a))[2]", a=_WIDE),
        ]
    ),
    "linalg_ldl_factor_ex": Proof(
        [
            sample("torch.linalg.ldl_factor_ex(a.detach()).LD", a=_POSITIVE),
            sample("torch.linalg.ldl_factor_ex(a.detach())[0]", a=f"stack([{_POSITIVE}, eye(3)])"),
            sample("torch.linalg.ldl_factor_ex(a.detach()).pivots", a=_POSITIVE),
            sample("torch.linalg.ldl_factor_ex(a.detach()).info", a=_POSITIVE),
            sample(
                "torch.linalg.ldl_factor_ex(a.detach()).LD", a="tensor([[0.0, 1.0], [1.0, 0.0]])"
            ),
        ]
    ),
    "linalg_ldl_factor": Proof(
        [
            sample("torch.linalg.ldl_factor(a.detach()).LD", a=_POSITIVE),
            sample("torch.linalg.ldl_factor(a.detach())[0]", a=f"stack([{_POSITIVE}, eye(3)])"),
            sample("torch.linalg.ldl_factor(a.detach()).pivots", a=_POSITIVE),
            sample("torch.linalg.ldl_factor(a.detach()).LD", a="tensor([[2.0]])"),
            sample("torch.linalg.ldl_factor(a.detach()).LD", a="tensor([[0.0, 1.0], [1.0, 0.0]])"),
        ]
    ),
    "linalg_householder_product": Proof(
        [
            sample("torch.linalg.householder_product(a, t)", a=_A, t="tensor([1.0, 0.5, 0.2])"),
            sample("torch.linalg.householder_product(a, t)", a=_TALL, t="tensor([0.3, 0.2])"),
            sample("torch.linalg.householder_product(a, t)", a=_TALL, t="tensor([1.5])"),
            sample("torch.linalg.householder_product(a, t)", a=_STACK, t="ones(2, 3) * 0.3"),
            sample("orgqr(a, t)", a=_A, t="zeros(0)"),
        ],
        wrong=["torch.linalg.householder_product(ones(2, 3), ones(2))"],
    ),
    "ormqr": Proof(
        [
            sample("ormqr(a, t, b)", a=_A, t="tensor([0.3, 0.2, 0.1])", b=_TALL),
            sample("ormqr(a, t, b, transpose=True)", a=_A, t="tensor([0.3, 0.2, 0.1])", b=_TALL),
            sample("ormqr(a, t, b, left=False)", a=_A, t="tensor([0.3, 0.2, 0.1])", b=_WIDE),
            sample("ormqr(a, t, b, False, True)", a=_A, t="tensor([0.3, 0.2, 0.1])", b=_WIDE),
            sample("a.ormqr(t, b)", a=_TALL, t="tensor([0.3, 0.2])", b=_TALL),
        ]
    ),
    "geqrf": Proof(
        [
            sample("geqrf(a.detach()).a", a=_A),
            sample("geqrf(a.detach()).tau", a=_TALL),
            sample("a.detach().geqrf()[0]", a=_WIDE),
            sample("geqrf(a.detach())[1]", a=_STACK),
            sample("geqrf(a.detach()).a", a="tensor([[2.0]])"),
        ]
    ),
}

EXAMPLES = {
    "linalg_lu_factor": sample(
        "torch.linalg.lu_factor(a)[0]", a="tensor([[1.0, 2.0], [4.0, 3.0]])"
    ),
}
