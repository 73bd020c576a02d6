"""Record what PyTorch's layers are and do: tests/data/nn/layers.json.gz, programs.json.

usage: python tests/reference/record_nn.py          (needs torch 2.13)

Of each row of ``tests/data/nn/layers.txt`` it records the text, the initial state under a seed, the
results and the gradients, in both element types; ``tests/nn/test_layers.py`` compares. Of each
program of ``tests/data/nn/programs.txt`` it records what is printed, and the error.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.nn import programs  # noqa: E402
from tests.nn.layers import LINES, answer, lines  # noqa: E402

RECORDED = LINES.with_name("layers.json.gz")
DTYPES = ("float32", "float64")


def main() -> None:
    """Record every row."""
    import torch

    recorded = {line: {dtype: answer(torch, line, dtype) for dtype in DTYPES} for line in lines()}
    text = json.dumps(recorded, separators=(",", ":"))
    RECORDED.write_bytes(gzip.compress(text.encode(), mtime=0))
    answers = {program: programs.answered(torch, program) for program in programs.programs()}
    text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
    programs.FILE.with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
