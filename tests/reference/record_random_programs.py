"""Record what PyTorch makes of random programs, or say where gradcli makes something else of them.

usage: python tests/reference/record_random_programs.py            (needs torch 2.13)
       python tests/reference/record_random_programs.py FIRST END  (needs gradcli as well)

The first form writes ``tests/data/random_programs.json.gz``, which
``tests/core/test_random_programs.py`` reads: answers to programs of seeds, and to the small ones of
``tests/data/random_programs.txt``. The second prints the programs of seeds from FIRST up
to END that differ. torch crashes on some, or finds itself in the wrong; those are left out.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.random_programs import answer, difference, found, program  # noqa: E402

RECORDED = ROOT / "tests" / "data" / "random_programs.json.gz"
SEEDS = range(500)


def answers(seeds: range) -> Iterator[tuple[int, Any]]:
    """Yield PyTorch's answers; None for a program that it dies of, after which it starts anew.

    None as well where an assertion of its own failed, and what comes then is of no use.
    """
    seed = seeds.start
    while seed < seeds.stop:
        run = [sys.executable, __file__, "answer", str(seed), str(seeds.stop)]
        with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in child.stdout:
                yield seed, None if "INTERNAL ASSERT FAILED" in line else json.loads(line)
                seed += 1
        if seed < seeds.stop:
            yield seed, None
            seed += 1


def main() -> None:
    """Record, compare, or answer for one of those."""
    if sys.argv[1:2] == ["answer"]:
        import torch

        torch.set_num_threads(1)
        for seed in range(*map(int, sys.argv[2:])):
            print(json.dumps(answer(torch, program(seed))), flush=True)
    elif sys.argv[1:]:
        compare(range(*map(int, sys.argv[1:])))
    else:
        import torch

        seeds = {seed: given for seed, given in answers(SEEDS) if given is not None}
        saved = {"seeds": seeds, "found": [answer(torch, statements) for statements in found()]}
        text = json.dumps(saved, separators=(",", ":"))
        RECORDED.write_bytes(gzip.compress(text.encode(), mtime=0))


def compare(seeds: range) -> None:
    """Print where gradcli's answers are others."""
    import gradcli

    different = 0
    for seed, expected in answers(seeds):
        differs = difference(expected, answer(gradcli, program(seed))) if expected else ""
        if differs:
            different += 1
            print(f"seed {seed}{differs}")
    print(f"{different} of {len(seeds)} differ")


if __name__ == "__main__":
    main()
