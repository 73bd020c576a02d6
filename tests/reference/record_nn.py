"""Record what PyTorch's layers are and do: tests/data/nn/layers.json.gz.

usage: python tests/reference/record_nn.py          (needs torch 2.13)

Of each row of ``tests/data/nn/layers.txt`` it records the text, the initial state under a seed, the
results and the gradients, in both element types; ``tests/nn/test_layers.py`` compares.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.nn.layers import LINES, answer, lines  # noqa: E402

RECORDED = LINES.with_name("layers.json.gz")
DTYPES = ("float32", "float64")


def main() -> None:
    """Record every row."""
    import torch

    recorded = {line: {dtype: answer(torch, line, dtype) for dtype in DTYPES} for line in lines()}
    text = json.dumps(recorded, separators=(",", ":"))
    RECORDED.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
