"""Record what PyTorch makes of random programs, or say where gradcli makes something else of them.

usage: python tests/reference/record_random_programs.py            (needs torch 2.13)
       python tests/reference/record_random_programs.py FIRST END  (needs gradcli as well)

The first form writes ``tests/data/random_programs.json.gz``, which
``tests/core/test_random_programs.py`` reads. The second prints the programs of seeds from FIRST up
to END that differ. torch crashes on some; they are left out, so each runs in a process of its own.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.random_programs import answer, difference, program  # noqa: E402

RECORDED = ROOT / "tests" / "data" / "random_programs.json.gz"
SEEDS = range(500)
DIFFERENT = {
    330: "which of two errors comes first",
    485: "`grad` of a view that was lost",
    496: "the order in memory of operands of two types",
}
"""Seeds that are left out, because gradcli differs, and in what."""


def apart(torch: Any, seed: int) -> Any:
    """Return the answer of a program that runs in a process of its own, or None if that dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump(answer(torch, program(seed)), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def main() -> None:
    """Record, or compare."""
    import torch

    torch.set_num_threads(1)
    if sys.argv[1:]:
        compare(torch, range(int(sys.argv[1]), int(sys.argv[2])))
        return
    answers = {seed: apart(torch, seed) for seed in SEEDS if seed not in DIFFERENT}
    kept = {seed: found for seed, found in answers.items() if found is not None}
    text = json.dumps(kept, separators=(",", ":"))
    RECORDED.write_bytes(gzip.compress(text.encode(), mtime=0))


def compare(torch: Any, seeds: range) -> None:
    """Print where gradcli's answers are others."""
    import gradcli

    different = 0
    for seed in seeds:
        expected = apart(torch, seed)
        found = difference(expected, answer(gradcli, program(seed))) if expected else ""
        if found:
            different += 1
            print(f"seed {seed}{found}")
    print(f"{different} of {len(seeds)} differ")


if __name__ == "__main__":
    main()
