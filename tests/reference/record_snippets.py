"""Record what PyTorch answers to the lines of the files below ``tests/data/snippets``.

usage: python tests/reference/record_snippets.py [FILE...]          (needs torch 2.13)

Each line is a small Python program. Of each it records what it prints and the class and first line
of the error it ends in, in ``tests/data/snippets.json``; ``tests/core/test_snippets.py`` reads that
and needs no torch.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.snippets import answer, lines  # noqa: E402

RECORDED = ROOT / "tests" / "data" / "snippets.json"


def main() -> None:
    """Record the files that are named, or all of them."""
    import torch

    recorded = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    for path in sorted((ROOT / "tests" / "data" / "snippets").glob("*.txt")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            recorded[path.stem] = {line: answer(torch, line) for line in lines(path)}
    text = json.dumps(dict(sorted(recorded.items())), indent=1, ensure_ascii=False) + "\n"
    RECORDED.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
