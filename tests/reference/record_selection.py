"""Record in which order PyTorch returns equal elements of random integers that gradcli draws alike.

usage: python tests/reference/record_selection.py          (needs torch 2.13)
"""

from __future__ import annotations

import json
from pathlib import Path

import torch

DATA = Path(__file__).parents[1] / "data" / "selection.json"
COUNTS = [2, 3, 4, 5, 7, 10, 16, 17, 18, 25, 33, 64, 100, 200]


def main() -> None:
    """Write the reference file: for each count the indices that every operator returns."""
    recorded = []
    for seed, count in enumerate(COUNTS):
        torch.manual_seed(seed)
        x = torch.randint(0, max(2, count // 3), (count,))
        entry = {"count": count, "up": x.sort()[1].tolist()}
        entry["down"] = x.sort(descending=True)[1].tolist()
        for k in {1, count // 2, count, max(1, count // 64)}:
            for ordered in (True, False):
                entry[f"topk {k} {ordered}"] = x.topk(k, sorted=ordered)[1].tolist()
            entry[f"least {k} True"] = x.topk(k, largest=False)[1].tolist()
            entry[f"kth {k} True"] = [x.kthvalue(k)[1].item()]
        recorded.append(entry)
    DATA.write_text(json.dumps(recorded, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
