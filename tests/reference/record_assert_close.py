"""Record what PyTorch's assert_close says of pairs of values.

usage: python tests/reference/record_assert_close.py          (needs torch 2.13)
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from torch import inf, nan

DATA = Path(__file__).parents[1] / "data" / "assert_close.json"
CASES = [
    "torch.tensor([1.,2]),torch.tensor([1.,2.1])",
    "1.0,2.0",
    "'a','b'",
    "{1:2},{3:4}",
    "torch.tensor(1.),1.0",
    "[1.,2],[1.,2,3]",
    "torch.tensor([nan]),torch.tensor([nan])",
    "torch.tensor([1,2]),torch.tensor([1,3])",
    "torch.tensor([True]),torch.tensor([False])",
    "torch.tensor(1.),torch.tensor(2.)",
    "1,1.5",
    "None,1",
    "True,False",
    "torch.ones(2),torch.ones(2,dtype=torch.float64)",
    "torch.ones(2),torch.ones(3)",
    "[torch.ones(2)],[torch.zeros(2)]",
    "{'a':1.},{'a':2.}",
    "torch.ones(2),torch.zeros(2),rtol=1",
    "torch.ones(2),torch.zeros(2),msg='boo'",
    "torch.ones(2),torch.zeros(2),msg=lambda m:'X '+m",
    "torch.tensor([nan,1.]),torch.tensor([1.,2.])",
    "torch.ones(2,2).t(),torch.ones(2,3),check_stride=True",
    "torch.ones(2,3).t(),torch.ones(3,2),check_stride=True",
    "torch.tensor([1j]),torch.tensor([2j])",
    "torch.tensor([True]),torch.tensor([False]),rtol=0.1,atol=0.1",
    "[1,'a'],[1,'b']",
    "torch.Size([1,2]),(1,3)",
    "range(2),[0,2]",
    "torch.tensor([2**60]),torch.tensor([2**60+1])",
    "torch.tensor([1.,2.,3.]).half(),torch.tensor([1.,2.5,3.]).half()",
    "torch.tensor([1.,2.,3.]).bfloat16(),torch.tensor([1.,2.5,3.]).bfloat16()",
    "torch.tensor([[1.,2.],[3.,4.]]),torch.tensor([[1.,2.],[3.,inf]])",
    "torch.tensor(True),torch.tensor(False)",
    "torch.tensor(3),torch.tensor(4)",
    "torch.tensor([1,2],dtype=torch.int8),torch.tensor([1,3],dtype=torch.uint8),check_dtype=False",
    "torch.tensor([0.,0.]),torch.tensor([0.,1e-3]),rtol=0.,atol=0.",
    "nan,nan",
    "1j,2j",
    "[[1.,[2.]]],[[1.,[3.]]]",
    "torch.tensor([1.,2]),torch.tensor([1.,2.1]),rtol=1e-3,atol=1e-4",
    "[1.0, 2.0],[1.5, 3.0]",
    "[1.0, 'a'],[1.5, 'b']",
    "1",
    "1,2,3",
    "torch.ones(2),[1.,1.]",
    "(1,),1",
    "nan, nan, equal_nan=True",
    "torch.tensor([nan, inf]), torch.tensor([nan, inf]), equal_nan=True",
    "torch.ones(2), torch.ones(2).double(), check_dtype=False",
    "1.0, 1, check_dtype=False",
    "{'a': [1, (torch.ones(2),)]}, {'a': (1, [torch.ones(2)])}",
    "torch.ones(2, requires_grad=True), torch.ones(2)",
    "None, None",
    "inf, -inf",
    "torch.tensor([inf]), torch.tensor([-inf])",
    "torch.zeros(0), torch.zeros(0)",
    "torch.tensor([1.0]), torch.tensor([1.0 + 2e-6])",
    "torch.tensor([1.0]), torch.tensor([1.0 + 5e-5])",
    "torch.ones(2, 2), torch.tensor([[1., 1.], [1., 2.]]), rtol=0.0, atol=0.5",
]


def outcome(arguments: str) -> list[str]:
    """Return the kind and the text of the error that a call raises, if it raises one."""
    names = {"torch": torch, "inf": inf, "nan": nan}
    try:
        eval(f"torch.testing.assert_close({arguments})", names)
    except Exception as error:
        return [type(error).__name__, str(error)]
    return []


def main() -> None:
    """Write the reference file."""
    recorded = {arguments: outcome(arguments) for arguments in CASES}
    DATA.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
