"""Record PyTorch's sums, to the last bit, of random numbers that gradcli draws alike.

usage: python tests/reference/record_summation.py          (needs torch 2.13)
"""

from __future__ import annotations

import json
from pathlib import Path

import torch

DATA = Path(__file__).parents[1] / "data" / "sums.json"
CASES = [
    *(((n,), (0,)) for n in (1, 2, 4, 5, 7, 8, 9, 15, 17, 31, 33, 64, 100, 257, 1000, 5003, 32767)),
    *(((9, 5), dims) for dims in ((0,), (1,), (0, 1))),
    *(((70, 33), dims) for dims in ((0,), (1,), (0, 1))),
    *(((3, 17, 33), dims) for dims in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2))),
    *(((300, 3), dims) for dims in ((0,), (1,))),
]


def main() -> None:
    """Write the reference file: for each case the bits of the sums, as hexadecimal floats."""
    recorded = []
    for shape, dims in CASES:
        for dtype in (torch.float32, torch.float64):
            torch.manual_seed(len(recorded))
            sums = torch.randn(*shape, dtype=dtype).sum(dims).double().reshape(-1).tolist()
            recorded.append([shape, dims, str(dtype)[6:], [value.hex() for value in sums]])
    DATA.write_text(json.dumps(recorded, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
