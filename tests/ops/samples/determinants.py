"""Proofs of the operators in ``gradcli/ops/determinants.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A = "tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
_STACK = "linspace(-2, 3, 27).reshape(3, 3, 3) + 2 * eye(3)"

_SLOPE = "g = torch.autograd.grad(det(a), a, create_graph=True)[0]"
_SECOND = "h = torch.autograd.grad((g * g).sum(), a, create_graph=True)[0]"

PROOFS = {
    "det": Proof(
        [
            sample("det(a)", a=_A),
            sample("torch.linalg.det(a)", a=_STACK),
            sample("a.det()", a=_A + ".T"),
            sample("det(a)", a="tensor([[3.0]])"),
            sample("det(a)", a="zeros(0, 0)"),
            sample("det(a)", a="zeros(0, 2, 2)"),
            sample("det(a)", a="eye(3)"),
            sample("det(a)", a="tensor([[0.0, 1.0], [1.0, 0.0]])"),
            sample("det(a)", a="tensor([[1.0, 2.0], [2.0, 5.0]])"),
            sample("det(a)", a="diag(tensor([1e-3, 1.0, 1e3]))"),
            sample("det(a)", a=_STACK + ".transpose(0, 1)"),
            sample("det(a.mT)", a="linspace(1, 2, 8).reshape(2, 2, 2)"),
        ],
        wrong=["torch.linalg.det(ones(2))", "det(ones(2, 3))", "det(tensor([[1]]))"],
    ),
    "_cofactors": Proof(
        [
            sample("det(a[:2]) + det(a[1:])", a="linspace(1, 2, 12).reshape(3, 2, 2)"),
            sample("det(a)", a="linspace(0.5, 3, 16).reshape(4, 4) ** 2"),
            sample(_SLOPE + "\ng * g", a=_A),
            sample(_SLOPE + "\n" + _SECOND + "\nh * h", a=_A),
        ]
    ),
    "_cofactor_slope": Proof(),
    "_alternating": Proof(),
    "_minors": Proof(),
    "_put_minors": Proof(),
    "linalg_slogdet": Proof(
        [
            sample("torch.linalg.slogdet(a)[1]", a=_A),
            sample("torch.linalg.slogdet(a).sign", a=_A),
            sample("torch.linalg.slogdet(a).logabsdet", a=_STACK),
            sample("torch.linalg.slogdet(a)[1]", a="tensor([[0.0, 1.0], [1.0, 0.0]])"),
            sample("torch.linalg.slogdet(a)[1]", a="zeros(0, 0)"),
            *across("torch.linalg.slogdet(x @ x.mT + eye(x.shape[-2]))[1] ** 2", 2, 2, empty=False),
        ],
        wrong=["torch.linalg.slogdet(ones(2, 3))"],
    ),
    "slogdet": Proof(
        [
            sample("slogdet(a)[1]", a=_A),
            sample("a.slogdet().logabsdet", a=_STACK),
            sample("slogdet(a).sign", a=_STACK),
            sample("slogdet(a)[1]", a="tensor([[1e-20]])"),
            sample("slogdet(a)[1]", a="zeros(0, 0)"),
        ]
    ),
    "logdet": Proof(
        [
            sample("logdet(a)", a=_A),
            sample("a.logdet()", a=_STACK),
            sample("logdet(a)", a="tensor([[1e-20]])"),
            sample("logdet(a)", a="eye(3)"),
            sample("logdet(a)", a="zeros(0, 0)"),
            *across("logdet(x @ x.mT + eye(x.shape[-2])) ** 2", 2, 3),
        ],
        wrong=["logdet(ones(2, 3))"],
    ),
}

EXAMPLES = {
    "linalg_slogdet": sample("torch.linalg.slogdet(a)[1]", a="tensor([[2.0, 1.0], [1.0, 3.0]])"),
}
