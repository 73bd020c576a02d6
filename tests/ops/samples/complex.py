"""Proofs of the operators in ``gradcli/ops/complex.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_Z = "(x * (1 + 2j) + x ** 2 * 1j)"
_X = "linspace(-1, 1.5, 6).reshape(2, 3)"

PROOFS = {
    "_same": Proof(),
    "_conj": Proof([sample(f"({_Z}.conj() * {_Z}).real", x=_X), sample(f"{_Z}.conj() ** 2", x=_X)]),
    "conj": Proof(
        [
            sample("x.conj()", x="tensor([1.0, -2.0])"),
            sample("conj(x * (1 + 2j))", x=_X),
            sample(f"(conj({_Z}) * (2 - 1j)).imag", x=_X),
            sample("x.conj().dtype", x="tensor([1, 2])"),
            sample("(x + 0j).conj().abs() ** 2", x=_X),
        ]
    ),
    "_conj_physical": Proof([sample(f"(torch.conj_physical({_Z}) ** 3).real", x=_X)]),
    "conj_physical": Proof(
        [
            sample("torch.conj_physical(x * (1 + 2j))", x=_X),
            sample("conj_physical(x)", x=_X),
            sample("y = x * 1\ny[1:].conj_physical_()\ny * x", x=_X),
            sample("(x * 1).T.conj_physical_()", x="linspace(-1, 2, 6).reshape(2, 3)"),
            sample("y = x * 1\ny.T.conj_physical_()\ny * x", x="linspace(-1, 2, 6).reshape(2, 3)"),
            sample(f"{_Z}.conj_physical().imag", x=_X),
            sample("x.conj_physical().dtype", x="tensor([1, 2])"),
            sample("conj_physical(x * 1j) ** 2", x="tensor([])"),
        ]
    ),
    "resolve_conj": Proof(
        [
            sample("x.resolve_conj() * 2", x=_X),
            sample("torch.resolve_conj(x * 2j).real", x=_X),
            sample("(x * 1j).resolve_conj() * 1j", x=_X),
            sample("x.resolve_conj().dtype", x="tensor([1, 2])"),
            sample("resolve_conj(x) ** 2", x="tensor(3.0)"),
        ]
    ),
    "view_as_real": Proof(
        [
            sample("torch.view_as_real(x * (1 + 2j))", x=_X),
            sample("view_as_real((x * (1 + 2j)).T)", x=_X),
            sample(f"view_as_real({_Z}) ** 2", x=_X),
            sample("view_as_real(x * 1j)", x="tensor(2.0)"),
            sample("view_as_real(x * (1 + 2j)).sum() ** 2", x=_X),
            sample("view_as_real(x * 1j).shape", x="zeros(0, 2)"),
            sample(
                "view_as_real(torch.view_as_complex(x)) ** 3", x="linspace(1, 2, 4).reshape(2, 2)"
            ),
        ],
        wrong=["torch.view_as_real(ones(3))"],
    ),
    "view_as_complex": Proof(
        [
            sample("torch.view_as_complex(x)", x="linspace(1, 2, 6).reshape(3, 2)"),
            sample("view_as_complex(x) * (2 - 1j)", x="linspace(1, 2, 6).reshape(3, 2)"),
            sample("(view_as_complex(x) ** 2).imag", x="linspace(1, 2, 6).reshape(3, 2)"),
            sample("view_as_complex(x)", x="tensor([1.0, -2.0])"),
            sample("view_as_complex(x[::2])", x="linspace(1, 2, 8).reshape(4, 2)"),
        ],
        wrong=["torch.view_as_complex(ones(3))", "torch.view_as_complex(ones(3, 2).long())"],
    ),
    "real": Proof(
        [
            sample("torch.real(x * (1 + 2j))", x=_X),
            sample(f"{_Z}.real ** 2", x=_X),
            sample("(x * 1j * x).real", x="tensor(2.0)"),
            sample("real(x)", x=_X),
            sample("(x.T * (2 - 1j)).real", x=_X),
            sample("z = x * (1 + 1j)\nz.real.mul_(3)\nz * 1j", x=_X),
        ]
    ),
    "imag": Proof(
        [
            sample("torch.imag(x * (1 + 2j))", x=_X),
            sample(f"{_Z}.imag ** 2", x=_X),
            sample("(x * 1j * x).imag", x="tensor(2.0)"),
            sample("(x.T * (2 - 1j)).imag", x=_X),
            sample(f"({_Z} / (x * x + 1j)).imag", x=_X),
        ],
        wrong=["torch.imag(ones(3))"],
    ),
    "complex": Proof(
        [
            sample("torch.complex(a, b)", a=_X, b="ones(2, 3)"),
            sample("torch.complex(a, b) ** 2", a=_X, b="linspace(0, 1, 3)"),
            sample("(torch.complex(a, b) * (1 - 2j)).real", a=_X, b=_X + " * 2"),
            sample("torch.complex(a, b).abs()", a="tensor(3.0)", b="tensor(4.0)"),
            sample(
                "torch.complex(a, b)", a="tensor([inf, nan, 1.0])", b="tensor([1.0, inf, -inf])"
            ),
        ],
        wrong=[
            "torch.complex(ones(3), ones(3).double())",
            "torch.complex(ones(3).long(), ones(3).long())",
        ],
    ),
    "polar": Proof(
        [
            sample("torch.polar(a, b)", a=_X, b="ones(2, 3)"),
            sample("polar(a, b) ** 2", a=_X, b="linspace(0, 1, 3)"),
            sample("polar(a, b).real", a=_X, b=_X + " * 2"),
            sample("polar(a, b).abs()", a="tensor(3.0)", b="tensor(4.0)"),
            sample("polar(a, b).imag ** 2", a=_X, b="tensor(4.0)"),
        ],
        wrong=["torch.polar(ones(3), ones(3).double())"],
    ),
}

EXAMPLES = {
    "conj": sample("((1 + 2j) * x).conj().imag", x="tensor([1.0, -2.0])"),
    "conj_physical": sample("conj_physical((1 + 2j) * x).imag", x="tensor([1.0, -2.0])"),
    "resolve_conj": sample("((1 + 2j) * x).conj().resolve_conj().imag", x="tensor([1.0, -2.0])"),
    "view_as_complex": sample("view_as_complex(x).abs()", x="tensor([[3.0, 4.0], [1.0, -1.0]])"),
    "real": sample("((1 + 1j) * x * x).real", x="tensor(2.0)"),
    "complex": sample("torch.complex(a, b).abs()", a="tensor([3.0, 1.0])", b="tensor([4.0, -1.0])"),
}
