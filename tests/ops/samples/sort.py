"""Proofs of the operators in ``gradcli/ops/sort.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_T = "cos(linspace(-9, 9, 24)).reshape(2, 3, 4)"
_TIES = "tensor([[3.0, 1.0, 3.0, 2.0], [0.0, -0.0, 5.0, 0.0]])"
_NANS = "tensor([2.0, nan, -inf, 1.0, inf, nan, 1.0])"

_ORDERS = [
    ("{}(x)", _T),
    ("{}(x, 0)", _T),
    ("x.{}(dim=1, descending=True)", _T),
    ("x.{}(-1, True)", _T),
    ("x.{}()", _TIES),
    ("x.{}(descending=True)", _TIES),
    ("x.{}(stable=True, dim=1, descending=True)", _TIES),
    ("x.{}()", _NANS),
    ("x.{}(descending=True)", _NANS),
    ("x.{}(0)", "tensor(2.0)"),
    ("x.{}()", "zeros(0)"),
    ("x.{}(1)", "zeros(2, 0)"),
    ("x.{}(1)", _T + ".permute(2, 0, 1)"),
    ("x.{}()", "tensor([3, 1, 2])"),
]

_PICKS = [
    ("{}(x, 0)", _T),
    ("x.{}(1)", _T),
    ("x.{}(-1, keepdim=True)", _T),
    ("x.{}(dim=1)", _T + ".permute(2, 0, 1)"),
    ("x.{}(0)", "tensor(2.0)"),
    ("x.{}(0)", "tensor([4.0, 1.0, 3.0, 2.0])"),
    ("x.{}(1)", "ones(3, 1)"),
]

_MIDDLES = [
    ("{}(x)", _T),
    ("x.{}()", "tensor([1.0, 2.0, 3.0, 4.0])"),
    ("x.{}()", "tensor([1.0, 2.0, 2.0, 4.0])"),
    ("x.{}()", "tensor([1.0, nan, 2.0])"),
    ("x.{}()", "tensor([nan, nan])"),
    ("x.{}()", "tensor(2.0)"),
    ("x.{}(1)[0]", "tensor([[1.0, nan, 2.0, 5.0], [4.0, 3.0, 1.0, 2.0]])"),
    ("x.{}(1)[1]", "tensor([[1.0, nan, 2.0, 5.0], [4.0, 3.0, 1.0, 2.0]])"),
    *((call + "[0]", x) for call, x in _PICKS),
]

_REPEATED = "tensor([3, 1, 1, 2, 3, 3])"
_SLICES = "tensor([[1, 2], [0, 1], [1, 2], [1, 2]])"

PROOFS = {
    "sort": Proof(
        [
            *(sample(call.format("sort") + ".values", x=x) for call, x in _ORDERS),
            sample("x.sort().indices", x=_TIES),
            sample("x.sort()[0] ** 2", x=_TIES),
        ],
        wrong=["ones(2).sort(1)"],
    ),
    "argsort": Proof(
        [sample(call.format("argsort"), x=x) for call, x in _ORDERS], wrong=["ones(2).argsort(1)"]
    ),
    "msort": Proof(
        [sample("msort(x)", x=x) for x in (_T, _TIES, _NANS, "tensor(2.0)", "zeros(0)")]
    ),
    "topk": Proof(
        [
            sample("topk(x, 2)[0]", x=_T),
            sample("x.topk(2, 1).values", x=_T),
            sample("x.topk(1, dim=0, largest=False).values", x=_T),
            sample("x.topk(3, largest=False)[0]", x="tensor([4.0, 1.0, 3.0, 2.0])"),
            sample("x.topk(2).indices", x="tensor([4.0, 1.0, 3.0, 2.0])"),
            sample("x.topk(2)[0] ** 2", x="tensor([4.0, 1.0, 3.0, 2.0])"),
            sample("x.topk(1)[0]", x="tensor(2.0)"),
            sample("x.topk(0)[0]", x="tensor([1.0, 2.0])"),
            sample("x.topk(2)[0]", x="tensor([1.0, nan, 3.0])"),
            *across("x.sin().topk(1, 0)[0] ** 2", 1, 2, empty=False),
        ],
        wrong=["ones(3).topk(4)", "ones(3).topk(1, 1)", "tensor([True, False]).topk(1)"],
    ),
    "kthvalue": Proof(
        [
            sample("kthvalue(x, 2)[0]", x=_T),
            sample("x.kthvalue(1, 0).values", x=_T),
            sample("x.kthvalue(3, dim=1, keepdim=True).values", x=_T),
            sample("x.kthvalue(2).indices", x="tensor([4.0, 1.0, 3.0, 2.0])"),
            sample("x.kthvalue(1)[0]", x="tensor(2.0)"),
            sample("x.kthvalue(3)[0] ** 2", x="tensor([4.0, nan, 3.0])"),
        ],
        wrong=["ones(2).kthvalue(1, 1)", "zeros(2, 0).kthvalue(1, 1)", "ones(3).kthvalue(4)"],
    ),
    "mode": Proof(
        [
            *(sample(call.format("mode") + ".values", x=x) for call, x in _PICKS),
            sample("x.mode()[0]", x="tensor([1.0, 2.0, 2.0, 1.0, 3.0])"),
            sample(
                "x.mode()[1]", x="tensor([[1.0, 2.0, 2.0, 1.0, 3.0], [5.0, 5.0, 4.0, 3.0, 5.0]])"
            ),
        ],
        wrong=["ones(2).mode(1)", "zeros(2, 0).mode(1)"],
    ),
    "_median_of_all": Proof(),
    "_median_along": Proof(),
    "median": Proof(
        [sample(call.format("median"), x=x) for call, x in _MIDDLES],
        wrong=["ones(2).median(1)", "zeros(2, 0).median(1)"],
    ),
    "_nanmedian_of_all": Proof(),
    "_nanmedian_along": Proof(),
    "nanmedian": Proof(
        [sample(call.format("nanmedian"), x=x) for call, x in _MIDDLES],
        wrong=["ones(2).nanmedian(1)", "zeros(2, 0).nanmedian(1)"],
    ),
    "_unique_elements": Proof(),
    "_unique_slices": Proof(),
    "_unique_runs": Proof(),
    "unique": Proof(
        [
            sample("unique(x)", x=_REPEATED),
            sample("x.unique(return_counts=True)[1]", x=_REPEATED),
            sample("unique(x, True, True)[1]", x=_REPEATED),
            sample("x.unique(return_inverse=True, return_counts=True)[2]", x=_SLICES),
            sample("x.unique(dim=0)", x=_SLICES),
            sample("x.unique(dim=1, return_inverse=True)[1]", x=_SLICES),
            sample("tensor([2.0, nan, 1.0, nan]).unique().isnan() * x", x="tensor(1.0)"),
        ],
        wrong=["tensor([1.0, 2.0], requires_grad=True).unique().sum().backward()"],
    ),
    "unique_consecutive": Proof(
        [
            sample("unique_consecutive(x)", x=_REPEATED),
            sample("x.unique_consecutive(return_counts=True)[1]", x=_REPEATED),
            sample("x.unique_consecutive(True)[1]", x=_REPEATED),
            sample("x.unique_consecutive(dim=0)", x=_SLICES),
            sample("x.unique_consecutive(return_inverse=True, dim=0)[1]", x=_SLICES),
        ]
    ),
    "searchsorted": Proof(
        [
            sample(
                "searchsorted(s, x)", s="tensor([1.0, 3.0, 3.0, 5.0])", x="tensor([0.0, 3.0, 9.0])"
            ),
            sample(
                "searchsorted(s, x, right=True)", s="tensor([1, 3, 3, 5])", x="tensor([[3], [4]])"
            ),
            sample("searchsorted(s, 3, side='right')", s="tensor([1, 3, 3, 5])"),
            sample(
                "searchsorted(s, x)",
                s="tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])",
                x="tensor([[2.5, 0.0], [6.0, 7.0]])",
            ),
            sample(
                "searchsorted(s, x, sorter=tensor([1, 0, 2]))",
                s="tensor([3.0, 1.0, 5.0])",
                x="tensor([2.0, nan])",
            ),
        ],
        wrong=["searchsorted(ones(3), 1, side='left', right=True)"],
    ),
    "bucketize": Proof(
        [
            sample(
                "bucketize(x, b)", x="tensor([[0.0, 3.0], [9.0, nan]])", b="tensor([1.0, 3.0, 5.0])"
            ),
            sample("bucketize(x, b, right=True)", x="tensor([1, 3])", b="tensor([1, 3, 5])"),
            sample("bucketize(2, b, out_int32=True)", b="tensor([1, 3, 5])"),
            sample(
                "bucketize(x, tensor([0.0, 1.0]), right=True)", x="linspace(-1, 2, 7).reshape(7, 1)"
            ),
            sample("bucketize(x, tensor([1, 3, 5]))", x="tensor([1, 2, 6])"),
        ],
        wrong=["bucketize(ones(3), ones(3, 3))"],
    ),
    "isin": Proof(
        [
            sample("isin(x, y)", x="tensor([[1, 2], [3, 4]])", y="tensor([2, 3])"),
            sample("isin(x, y, invert=True)", x="tensor([1.0, nan])", y="tensor([1.0, nan])"),
            sample("isin(x, 2)", x="tensor([[1, 2], [3, 4]])"),
            sample("isin(2, y, assume_unique=True)", y="tensor([[1, 2], [3, 4]])"),
            sample("isin(x, y)", x="tensor([1, 2])", y="tensor([])"),
        ]
    ),
}

EXAMPLES = {
    "sort": sample("x.sort().values", x="tensor([3.0, 1.0, 2.0])"),
    "topk": sample("x.topk(2).values", x="tensor([4.0, 1.0, 3.0, 2.0])"),
    "kthvalue": sample("x.kthvalue(2).values", x="tensor([4.0, 1.0, 3.0, 2.0])"),
}
