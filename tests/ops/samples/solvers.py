"""Proofs of the operators in ``gradcli/ops/solvers.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A = "tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
_B = "linspace(-1, 2, 6).reshape(3, 2)"
_STACK = "linspace(-2, 3, 27).reshape(3, 3, 3) + 4 * eye(3)"
_SINGULAR = "tensor([[1.0, 2.0], [2.0, 4.0]])"

PROOFS = {
    "linalg_inv_ex": Proof(
        [
            sample("torch.linalg.inv_ex(a)[0]", a=_A),
            sample("torch.linalg.inv_ex(a).inverse", a=_STACK),
            sample("torch.linalg.inv_ex(a).info", a=_STACK),
            sample("torch.linalg.inv_ex(a.detach()).info", a=_SINGULAR),
            sample("torch.linalg.inv_ex(a, check_errors=True)[0]", a="zeros(0, 0)"),
        ],
        wrong=["torch.linalg.inv_ex(tensor([[1.0, 2.0], [2.0, 4.0]]), check_errors=True)"],
    ),
    "linalg_inv": Proof(
        [
            sample("torch.linalg.inv(a)", a=_A),
            sample("torch.linalg.inv(a)", a=_STACK),
            sample("torch.linalg.inv(a.mT)", a=_STACK),
            sample("torch.linalg.inv(a)", a="tensor([[4.0]])"),
            sample("torch.linalg.inv(a)", a="zeros(2, 0, 0)"),
            *across("torch.linalg.inv(x @ x.mT + eye(x.shape[-2])) ** 2", 2, 3),
        ],
        wrong=[
            "torch.linalg.inv(zeros(2, 2))",
            "torch.linalg.inv(stack([eye(2), tensor([[1.0, 2.0], [2.0, 4.0]])]))",
            "torch.linalg.inv(ones(2, 3))",
            "torch.linalg.inv(tensor([[1]]))",
            "torch.linalg.inv(ones(2))",
        ],
    ),
    "inverse": Proof(
        [
            sample("inverse(a)", a=_A),
            sample("a.inverse()", a=_STACK),
            sample("inverse(a) @ a", a=_A),
            sample("inverse(a)", a="eye(2)"),
            sample("inverse(a)", a="zeros(0, 0)"),
            *across("(x @ x.mT + eye(x.shape[-2])).inverse() ** 2", 2, 3),
        ]
    ),
    "linalg_tensorinv": Proof(
        [
            sample("torch.linalg.tensorinv(a)", a="(eye(4) + 0.1).reshape(2, 2, 2, 2)"),
            sample("torch.linalg.tensorinv(a, ind=1)", a="(eye(4) + 0.1).reshape(4, 2, 2)"),
            sample("torch.linalg.tensorinv(a, ind=1)", a=_A),
            sample("torch.linalg.tensorinv(a, ind=2)", a="(eye(4) + 0.1).reshape(2, 2, 4)"),
            sample("torch.linalg.tensorinv(a, ind=1)", a="tensor([[2.0]])"),
        ],
        wrong=["torch.linalg.tensorinv(ones(2, 2), ind=0)"],
    ),
    "linalg_solve_ex": Proof(
        [
            sample("torch.linalg.solve_ex(a, b)[0]", a=_A, b=_B),
            sample("torch.linalg.solve_ex(a, b).result", a=_STACK, b=_B),
            sample("torch.linalg.solve_ex(a, b).info", a=_STACK, b=_B),
            sample("torch.linalg.solve_ex(a, b, left=False).result", a=_A, b=_B + ".T"),
            sample("torch.linalg.solve_ex(a, b, check_errors=True).result", a=_A, b="ones(3)"),
        ]
    ),
    "linalg_solve": Proof(
        [
            sample("torch.linalg.solve(a, b)", a=_A, b=_B),
            sample("torch.linalg.solve(a, b)", a=_A, b="ones(3)"),
            sample("torch.linalg.solve(a, b)", a=_STACK, b=_B),
            sample("torch.linalg.solve(a, b)", a=_STACK, b="linspace(0, 1, 9).reshape(3, 3)"),
            sample("torch.linalg.solve(a, b)", a=_STACK, b="ones(3)"),
            sample("torch.linalg.solve(a, b)", a=_A, b="linspace(0, 1, 18).reshape(3, 3, 2)"),
            sample("torch.linalg.solve(a, b, left=False)", a=_A, b=_B + ".T"),
            sample("torch.linalg.solve(a, b, left=False)", a=_STACK, b=_B + ".T"),
            sample("torch.linalg.solve(a, b)", a="zeros(0, 0)", b="zeros(0, 2)"),
            sample("torch.linalg.solve(a.T, b)", a=_A, b=_B),
            sample("torch.linalg.solve(a, b)", a="tensor([[2.0]])", b="tensor([[3.0]])"),
            sample("torch.linalg.solve(a, a)", a=_A),
        ],
        wrong=[
            "torch.linalg.solve(zeros(2, 2), ones(2))",
            "torch.linalg.solve(ones(2, 3), ones(2))",
            "torch.linalg.solve(eye(3), ones(4, 3))",
            "torch.linalg.solve(eye(3), ones(3).double())",
        ],
    ),
    "linalg_solve_triangular": Proof(
        [
            sample("torch.linalg.solve_triangular(a, b, upper=True)", a=_A, b=_B),
            sample("torch.linalg.solve_triangular(a, b, upper=False)", a=_A, b=_B),
            sample(
                "torch.linalg.solve_triangular(a, b, upper=True, left=False)", a=_A, b=_B + ".T"
            ),
            sample(
                "torch.linalg.solve_triangular(a, b, upper=False, unitriangular=True)", a=_A, b=_B
            ),
            sample("torch.linalg.solve_triangular(a, b, upper=True)", a=_STACK, b=_B),
        ],
        wrong=[
            "torch.linalg.solve_triangular(eye(2), ones(2), upper=True)",
            "torch.linalg.solve_triangular(eye(2), ones(3, 1), upper=True)",
        ],
    ),
    "_triangular_solve": Proof(),
    "triangular_solve": Proof(
        [
            sample("triangular_solve(b, a)[0]", a=_A, b=_B),
            sample("b.triangular_solve(a, upper=False).solution", a=_A, b=_B),
            sample("triangular_solve(b, a, transpose=True).solution", a=_STACK, b=_B),
            sample("triangular_solve(b, a, True, False, True)[0]", a=_A, b=_B),
            sample("triangular_solve(b, a).cloned_coefficient * 2", a=_A, b=_B),
        ],
        wrong=["triangular_solve(ones(2), eye(2))"],
    ),
    "cholesky_solve": Proof(
        [
            sample("cholesky_solve(b, a.tril())", a=_A, b=_B),
            sample("b.cholesky_solve(a.triu(), upper=True)", a=_A, b=_B),
            sample("cholesky_solve(b, a.tril(), False)", a=_STACK, b=_B),
            sample("cholesky_solve(b, a.tril())", a=_A, b="linspace(0, 1, 18).reshape(3, 3, 2)"),
            sample("cholesky_solve(b, a)", a="zeros(0, 0)", b="zeros(0, 2)"),
        ],
        wrong=["cholesky_solve(ones(2), eye(2))"],
    ),
    "cholesky_inverse": Proof(
        [
            sample("cholesky_inverse(a.tril())", a=_A),
            sample("a.triu().cholesky_inverse(upper=True)", a=_A),
            sample("cholesky_inverse(a.tril())", a=_STACK),
            sample("cholesky_inverse(a)", a="tensor([[2.0]])"),
            sample("cholesky_inverse(a)", a="zeros(0, 0)"),
        ],
        wrong=["cholesky_inverse(ones(2, 3))"],
    ),
    "linalg_lu_solve": Proof(
        [
            sample("torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b)", a=_A, b=_B),
            sample(
                "torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b, adjoint=True)", a=_A, b=_B
            ),
            sample(
                "torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b, left=False)",
                a=_A,
                b=_B + ".T",
            ),
            sample("torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b)", a=_STACK, b=_B),
            sample(
                "torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b, left=False, adjoint=True)",
                a=_STACK,
                b=_B + ".T",
            ),
        ]
    ),
    "rows_exchanged": Proof(),
    "rows_returned": Proof(),
    "lu_solve": Proof(
        [
            sample("lu_solve(b, *torch.linalg.lu_factor(a))", a=_A, b=_B),
            sample("b.lu_solve(*torch.linalg.lu_factor(a))", a=_STACK, b=_B),
            sample("lu_solve(b, *torch.linalg.lu_factor(a))", a="tensor([[2.0]])", b="ones(1, 1)"),
            sample("lu_solve(b, *torch.linalg.lu_factor(a))", a="zeros(0, 0)", b="ones(0, 1)"),
            sample("lu_solve(b, *torch.linalg.lu_factor(a.T))", a=_A, b=_B),
        ]
    ),
    "linalg_ldl_solve": Proof(
        [
            sample(
                "torch.linalg.ldl_solve(*torch.linalg.ldl_factor((a + a.mT).detach()), b.detach())",
                a=stack,
                b=_B,
            )
            for stack in (_A, _STACK, "eye(3)", "tensor([[0.0, 1, 0], [1, 0, 0], [0, 0, 2.0]])", _A)
        ]
    ),
    "linalg_tensorsolve": Proof(
        [
            sample(
                "torch.linalg.tensorsolve(a, b)", a="(eye(4) + 0.1).reshape(2, 2, 4)", b="eye(2)"
            ),
            sample("torch.linalg.tensorsolve(a, b)", a=_A, b="ones(3)"),
            sample(
                "torch.linalg.tensorsolve(a, b, dims=(0,))",
                a="(eye(4) + 0.1).reshape(2, 4, 2)",
                b="ones(4)",
            ),
            sample(
                "torch.linalg.tensorsolve(a, b)", a="(eye(4) + 0.1).reshape(4, 2, 2)", b="ones(4)"
            ),
            sample("torch.linalg.tensorsolve(a, b)", a="tensor([[2.0]])", b="ones(1)"),
        ],
        wrong=["torch.linalg.tensorsolve(ones(2, 3, 5), ones(2, 3))"],
    ),
}

EXAMPLES = {
    "linalg_inv_ex": sample("torch.linalg.inv_ex(a)[0]", a="tensor([[2.0, 1.0], [1.0, 3.0]])"),
}
