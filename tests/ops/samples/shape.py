"""Proofs of the operators in ``gradcli/ops/shape.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"

_SHAPES = [
    ("x.{}(6, 4)", _T),
    ("x.{}(-1)", _T),
    ("x.{}((2, -1))", _T),
    ("x.{}(1, 1)", "tensor([3.0])"),
    ("x.{}(())", "tensor([3.0])"),
    ("x.{}(0, 5)", "zeros(5, 0)"),
]

PROOFS = {
    "view": Proof(
        [
            *across("(x * 2).contiguous().view(-1) ** 2", 0, 2),
            *(sample(call.format("view"), x=x) for call, x in _SHAPES),
        ],
        wrong=["ones(2, 3).view(4)", "ones(2, 3).view(-1, -1)", "ones(2, 3).T.view(6)"],
    ),
    "_reshape_alias": Proof(),
    "_unsafe_view": Proof(),
    "reshape": Proof(
        [
            *(sample(call.format("reshape"), x=x) for call, x in _SHAPES),
            sample("x.T.reshape(6)", x=_A),
            sample("reshape(x, (3, 2))", x=_A),
            sample("x.transpose(0, 1).reshape(3, 2, 2, 2)", x=_T),
            *across("x.reshape(-1, 1) ** 2", 1, 1),
        ],
        wrong=["ones(2, 3).reshape(4)"],
    ),
    "flatten": Proof(
        [
            sample("flatten(x)", x=_T),
            sample("x.flatten(1)", x=_T),
            sample("x.flatten(0, 1)", x=_T),
            sample("x.flatten()", x="tensor(2.0)"),
            *across("x.flatten() ** 2", 0, 3),
        ]
    ),
    "transpose": Proof(
        [
            sample("transpose(x, 0, 1)", x=_A),
            sample("x.transpose(-1, 0)", x=_T),
            sample("x.transpose(0, -1)", x="tensor(1.0)"),
            *across("x.transpose(0, -1) ** 2", 1),
        ],
        wrong=["ones(2).transpose(0, 1)"],
    ),
    "t": Proof(
        [
            *across("x.t() ** 2", 0, 2),
            sample("x.t().exp().t()", x="linspace(0, 1, 6).reshape(2, 3)"),
            sample("t(x)", x=_A),
            sample("x.t()", x="tensor([1.0, 2.0])"),
        ],
        wrong=["ones(2, 2, 2).t()"],
    ),
    "permute": Proof(
        [
            sample("permute(x, (2, 0, 1))", x=_T),
            sample("x.permute(1, 0)", x=_A),
            sample("x.permute(-1, 0, 1)", x=_T),
            *across("x.permute(tuple(range(x.ndim)[::-1])) ** 2"),
        ],
        wrong=["ones(2, 2).permute(0, 0)"],
    ),
    "T": Proof([*across("x.T ** 2", 2, 2), sample("x.T", x=_A), sample("x.T", x="ones(2)")]),
    "mT": Proof([*across("x.mT ** 2", 2, 2), sample("x.mT", x=_T)]),
    "unsqueeze": Proof(
        [
            sample("unsqueeze(x, 0)", x=_A),
            sample("x.unsqueeze(-1)", x=_A),
            sample("x.unsqueeze(0)", x="tensor(2.0)"),
            sample("x[None]", x=_A),
            *across("x.unsqueeze(-1) ** 2", 0, 3),
        ],
        wrong=["ones(2).unsqueeze(3)"],
    ),
    "squeeze": Proof(
        [
            sample("squeeze(x)", x="linspace(0, 1, 3).reshape(1, 3, 1)"),
            sample("x.squeeze(0)", x="linspace(0, 1, 3).reshape(1, 3, 1)"),
            sample("x.squeeze(1)", x="linspace(0, 1, 3).reshape(1, 3, 1)"),
            sample("x.squeeze((0, 2))", x="linspace(0, 1, 3).reshape(1, 3, 1)"),
            sample("x.squeeze()", x="tensor(2.0)"),
            *across("x.squeeze(0) ** 2", 1, 3),
        ]
    ),
    "expand": Proof(
        [
            sample("x.expand(2, 3)", x="tensor([1.0, 2.0, 3.0])"),
            sample("x.expand(-1, 4)", x="tensor([[1.0], [2.0]])"),
            sample("x.expand((2, 2))", x="tensor(1.0)"),
            *across("x.expand(2, *x.shape) ** 2", 0, 3),
        ],
        wrong=["ones(2, 2).expand(3, 2)"],
    ),
    "view_as": Proof(
        [
            sample("x.view_as(y)", x=_A, y="zeros(3, 2)"),
            sample("x.view_as(x) ** 2", x="tensor([1.0, 2.0])"),
            sample("x.view_as(other=y)", x="tensor([3.0])", y="tensor(0)"),
            sample("x.view_as(y)", x="zeros(0, 3)", y="zeros(3, 0)"),
            sample("x.view_as(y)", x=_T, y="zeros(24)"),
            *across("(x * 2).contiguous().view_as(x.flatten()) ** 2", 0, 2),
        ]
    ),
    "reshape_as": Proof(
        [
            sample("x.reshape_as(y)", x=_A, y="zeros(3, 2)"),
            sample("x.T.reshape_as(y) ** 2", x=_A, y="zeros(6)"),
            sample("x.reshape_as(other=y)", x="tensor([3.0])", y="tensor(0)"),
            sample("x.reshape_as(y)", x="zeros(0, 3)", y="zeros(3, 0)"),
            sample("x.reshape_as(y)", x=_T, y="zeros(24)"),
        ]
    ),
    "ravel": Proof(
        [
            sample("ravel(x)", x=_T),
            sample("x.T.ravel() ** 2", x=_A),
            sample("x.ravel()", x="tensor(2.0)"),
            sample("x.ravel()", x="zeros(0, 2)"),
            sample("x[:, 1].ravel() ** 2", x=_A),
            *across("x.ravel() ** 2", 0, 2),
        ]
    ),
    "unflatten": Proof(
        [
            sample("unflatten(x, 2, (2, 2))", x=_T),
            sample("x.unflatten(-1, (2, -1))", x=_T),
            sample("x.unflatten(0, [1, 2]) ** 2", x=_T),
            sample("x.unflatten(dim=0, sizes=(3, 2))", x="linspace(0, 1, 6)"),
            sample("x.unflatten(0, (0, 3))", x="zeros(0, 2)"),
            *across("x.unflatten(0, (1, -1)) ** 2", 1, 3, empty=False),
        ],
        wrong=["ones(2, 3).unflatten(1, (2, 2))", "ones(2, 4).unflatten(1, ())"],
    ),
    "expand_as": Proof(
        [
            sample("x.expand_as(y)", x="tensor([1.0, 2.0, 3.0])", y="zeros(2, 3)"),
            sample("x.expand_as(y) ** 2", x="tensor([[1.0], [2.0]])", y="zeros(2, 2)"),
            sample("x.expand_as(other=y)", x="tensor(1.0)", y="zeros(2, 1)"),
            sample("x.expand_as(y)", x="tensor([1.0])", y="zeros(0)"),
            sample("x.expand_as(x)", x=_A),
            *across("x.expand_as(ones(2, *x.shape)) ** 2", 0, 2),
        ]
    ),
    "broadcast_to": Proof(
        [
            sample("broadcast_to(x, (2, 3))", x="tensor([1.0, 2.0, 3.0])"),
            sample("x.broadcast_to((2, 2)) ** 2", x="tensor([[1.0], [2.0]])"),
            sample("x.broadcast_to(size=(2, 1))", x="tensor(1.0)"),
            sample("x.broadcast_to((0,))", x="tensor([1.0])"),
            sample("x.broadcast_to((2, -1, 3))", x=_A),
            *across("x.broadcast_to(2, *x.shape) ** 2", 0, 2),
        ],
        wrong=["broadcast_to(ones(2), (3,))"],
    ),
    "broadcast_tensors": Proof(
        [
            sample("broadcast_tensors(a, b)[0]", a="tensor([1.0, 2.0])", b="ones(2, 1)"),
            sample("broadcast_tensors(a, b)[1] ** 2", a="tensor([1.0, 2.0])", b="ones(2, 1)"),
            sample("a, b, c = broadcast_tensors(x, y, x)\na * b + c", x="ones(2)", y="ones(2, 2)"),
            sample("broadcast_tensors(x)[0]", x=_A),
            sample("broadcast_tensors(a, b)[1]", a="zeros(0)", b="tensor(1.0)"),
            *across("broadcast_tensors(x, ones(2, *x.shape))[0] ** 2", 0, 2),
        ],
        wrong=["broadcast_tensors(ones(2), ones(3))"],
    ),
    "movedim": Proof(
        [
            sample("movedim(x, 0, 1)", x=_T),
            sample("x.movedim(-1, 0) ** 2", x=_T),
            sample("x.movedim((0, 1), (2, 0))", x=_T),
            sample("x.moveaxis(source=(2,), destination=(0,))", x=_T),
            sample("x.movedim(0, 0)", x="tensor(1.0)"),
            *across("x.movedim(0, -1) ** 2", 1, 3),
        ],
        wrong=["ones(2, 3).movedim((0, 1), (1,))", "ones(2, 3).movedim((0, 0), (1, 0))"],
    ),
    "H": Proof(
        [
            sample("x.H.exp()", x="linspace(0, 1, 3).reshape(1, 3)"),
            sample("x.T.H ** 2", x="linspace(0, 1, 6).reshape(2, 3)"),
            sample("x.H ** 2", x=_A),
            sample("x.H", x="ones(1, 2)"),
            sample("x.H @ x", x=_A),
        ],
        wrong=["ones(3).H"],
    ),
    "mH": Proof([*across("x.mH.exp()", 2, 2), sample("x.mH ** 2", x=_T), sample("x.mH", x=_A)]),
    "adjoint": Proof(
        [
            *across("x.adjoint() ** 2", 2, 2),
            sample("adjoint(x) ** 2", x=_T),
            sample("x.adjoint()", x=_A),
        ],
        wrong=["ones(3).adjoint()"],
    ),
    "cat": Proof(
        [
            sample("cat([a, b])", a="tensor([1.0, 2.0])", b="tensor([3.0])"),
            sample("cat((a, b), 1)", a=_A, b="ones(2, 1)"),
            sample("cat([a, b, a], dim=-1)", a=_A, b=_A),
            sample("cat([a, b])", a=_A, b="zeros(0)"),
            sample("cat([a, i])", a="tensor([1.0])", i="tensor([2])"),
            *across("cat([x, x * 2], -1) ** 2", 1, 2),
        ],
        wrong=["cat([ones(2, 2), ones(2, 3)])", "cat([])"],
    ),
    "stack": Proof(
        [
            sample("stack([a, b])", a="tensor([1.0, 2.0])", b="tensor([3.0, 4.0])"),
            sample("stack((a, b), 1)", a=_A, b=_A),
            sample("stack([a, a], dim=-1)", a="tensor(1.0)"),
            *across("stack([x, x * 2], -1) ** 2", 0, 3),
        ],
        wrong=["stack([ones(2, 2), ones(3, 3)])", "stack([])"],
    ),
    "unbind": Proof(
        [
            sample("unbind(x)[1]", x=_A),
            sample("unbind(x)[0]", x="ones(1, 3)"),
            sample("x.unbind(1)[0] * x.unbind(1)[2]", x=_A),
            *across("x.unbind(-1)[0] ** 2", 1, 3, empty=False),
        ]
    ),
}

EXAMPLES = {
    "broadcast_to": sample("x.broadcast_to((2, 3))", x="tensor([1.0, 2.0, 3.0])"),
    "adjoint": sample("x.adjoint() ** 2", x="linspace(-1, 2, 6).reshape(2, 3)"),
}
