"""Record what PyTorch prints for the programs of ``docs/differences.txt``.

usage: python tests/reference/record_differences.py          (needs torch 2.13)

``tests/core/test_differences.py`` reads the answers, to see that each difference is still there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.snippets import answer, shown  # noqa: E402

DATA = ROOT / "tests" / "data"


def main() -> None:
    """Write the answers, under the programs."""
    import torch

    found = shown(ROOT / "docs" / "differences.txt")
    answers = {program: answer(torch, program) for program in found}
    text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
    (DATA / "differences.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
