"""Proofs of the operators in ``gradcli/ops/copies.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"
_V = "linspace(-1, 1, 3)"


def _samples(name: str, *calls: tuple[str, str]) -> list[Any]:
    """Sample calls, their value and their square."""
    return [
        sample(f"torch.{name}(x{', ' if args else ''}{args}){power}", x=x)
        for args, x in calls
        for power in ("", " ** 2")
    ]


_NARROW = [("0, 1, 2", _V), ("-1, -2, 1", _T), ("1, 0, 0", _A)]

PROOFS = {
    "alias_copy": Proof(_samples("alias_copy", ("", _A), ("", "tensor(2.0)"), ("", "zeros(0)"))),
    "expand_copy": Proof(
        _samples("expand_copy", ("(2, 3)", _V), ("(-1, 3)", _A), ("(2, 2)", "tensor(2.0)"))
    ),
    "permute_copy": Proof(
        _samples("permute_copy", ("(1, 0)", _A), ("(2, 0, 1)", _T), ("()", "tensor(2.0)"))
    ),
    "view_copy": Proof(
        _samples("view_copy", ("(3, 2)", _A), ("(-1,)", _T), ("()", "tensor([2.0])"))
    ),
    "transpose_copy": Proof(
        _samples("transpose_copy", ("0, 1", _A), ("-1, 0", _T), ("0, 0", "tensor(2.0)"))
    ),
    "t_copy": Proof(_samples("t_copy", ("", _A), ("", _V), ("", "tensor(2.0)"))),
    "unsqueeze_copy": Proof(
        _samples("unsqueeze_copy", ("0", _A), ("-1", _V), ("0", "tensor(2.0)"))
    ),
    "squeeze_copy": Proof(
        _samples(
            "squeeze_copy",
            ("", "ones(1, 3, 1)"),
            ("0", "ones(1, 3, 1)"),
            ("(0, 2)", "ones(1, 3, 1)"),
            ("1", "ones(1, 3, 1)"),
        )
    ),
    "select_copy": Proof(_samples("select_copy", ("0, 1", _A), ("-1, -1", _T), ("0, 0", _V))),
    "slice_copy": Proof(_samples("slice_copy", ("0, 1", _A), ("1, 0, 3, 2", _A), ("0, -2", _V))),
    "narrow": Proof(
        [
            *_samples("narrow", *_NARROW),
            sample("x.narrow(0, i, 1)", x=_V, i="tensor(1)"),
            sample("x.narrow(dim=0, start=3, length=0)", x=_V),
            *across("x.narrow(0, 0, 1) ** 2", 2, 2, empty=False),
        ],
        wrong=[
            "ones(3).narrow(0, 1, 5)",
            "ones(3).narrow(0, 5, 1)",
            "ones(3).narrow(0, 0, -1)",
            "tensor(1.0).narrow(0, 0, 1)",
        ],
    ),
    "narrow_copy": Proof(_samples("narrow_copy", *_NARROW), wrong=["ones(3).narrow_copy(0, 1, 5)"]),
    "unbind_copy": Proof(
        [
            sample("torch.unbind_copy(x)[1] ** 2", x=_A),
            sample("torch.unbind_copy(x, 1)[0]", x=_A),
            sample("torch.unbind_copy(x, dim=-1)[3] ** 2", x=_T),
            sample("torch.unbind_copy(x.T)[1] ** 2", x=_A),
            sample("torch.unbind_copy(x)[0] ** 2", x=_V),
        ]
    ),
    "split_with_sizes_copy": Proof(
        [
            sample("torch.split_with_sizes_copy(x, (1, 2))[1] ** 2", x=_V),
            sample("torch.split_with_sizes_copy(x, [1, 2], 1)[0]", x=_A),
            sample("torch.split_with_sizes_copy(x, (2, 2), dim=-1)[1] ** 2", x=_T),
            sample("torch.split_with_sizes_copy(x, (0, 3))[1] ** 2", x=_V),
            sample("torch.split_with_sizes_copy(x.T, (1, 2))[0] ** 2", x=_A),
        ]
    ),
    "split_copy": Proof(
        [
            sample("torch.split_copy(x, 2)[1] ** 2", x=_V),
            sample("torch.split_copy(x, 2, 1)[0]", x=_A),
            sample("torch.split_copy(x, 3, dim=-1)[1] ** 2", x=_T),
            sample("torch.split_copy(x, 5)[0]", x=_V),
            sample("torch.split_copy(x, 2)[0]", x="zeros(0, 3)"),
        ],
        wrong=["torch.split_copy(ones(2), -1)"],
    ),
    "view_as_real_copy": Proof(
        [
            sample("torch.view_as_real_copy(x * (1 + 2j))", x=_V),
            sample("torch.view_as_real_copy(x * (1 + 2j)) ** 2", x=_A),
            sample("torch.view_as_real_copy((x * 1j).T) ** 2", x=_A),
            sample("torch.view_as_real_copy(x * 1j)", x="tensor(2.0)"),
            sample("torch.view_as_real_copy(x * 1j).shape", x="zeros(0, 2)"),
        ]
    ),
}

EXAMPLES = {
    "split_copy": sample("torch.split_copy(x, 2)[0] ** 2", x="tensor([1.0, 2.0, 3.0])"),
}
