"""Record PyTorch's optimizers, schedules of learning rates and orders of data.

usage: python tests/reference/record_optim.py          (needs torch 2.13)

It runs what ``tests/optim/training.py`` and ``tests/optim/loading.py`` hold and writes
``tests/data/optim.json``; the tests in ``tests/optim`` read that and need no torch.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.optim.loading import LOADINGS, load  # noqa: E402
from tests.optim.training import CASES, schedules, train  # noqa: E402

RECORDED = ROOT / "tests" / "data" / "optim.json"


def main() -> None:
    """Record everything."""
    import torch

    recorded = {
        "training": {name: train(torch, *case) for name, *case in CASES},
        "schedules": schedules(torch),
        "loading": {name: load(torch, name) for name in LOADINGS},
    }
    rows = [
        f'"{part}": {{\n'
        + ",\n".join(f'"{name}": {json.dumps(answer)}' for name, answer in answers.items())
        + "\n}"
        for part, answers in recorded.items()
    ]
    RECORDED.write_text("{" + ",\n".join(rows) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
