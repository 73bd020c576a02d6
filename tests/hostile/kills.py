"""``check --update`` killed at random moments: ``python tests/hostile/kills.py --kills 1000``.

Afterwards each file is what it was before or what it is to become. What does the work is forked
from this process, as ready as a worker is, so that the moments spread over the work itself.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent.parent))

from gradcli.checks.check import check_file  # noqa: E402
from gradcli.checks.options import Options  # noqa: E402

FILES = 6
LINES = "x = {} * torch.ones(3)  # a line that stays\nx.sum()  # expect: 0\n"
BEFORE = "".join(LINES.format(i) for i in range(40))
UPDATE = Options(update=True)


def _updated(folder: Path) -> str:
    """Return what a file is to become."""
    file = folder / "whole.grad"
    file.write_text(BEFORE, encoding="utf-8")
    check_file(str(file), UPDATE)
    text = file.read_text(encoding="utf-8")
    file.unlink()
    return text


def killed(folder: Path, after: float) -> bool:
    """Update files in a process that is killed after some seconds; tell whether it was at work."""
    files = [folder / f"{i}.grad" for i in range(FILES)]
    for file in files:
        file.write_text(BEFORE, encoding="utf-8")
    child = os.fork()
    if child == 0:
        for file in files:
            check_file(str(file), UPDATE)
        os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1] != 0


def campaign(kills: int, seed: int = 0) -> Counter[str]:
    """Kill as often; count what was found: files with one of two texts, and anything else."""
    random = Random(seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = time.monotonic()
        after = _updated(folder)
        usual = FILES * (time.monotonic() - start)
        assert after != BEFORE
        while found["kills"] < kills:
            found["kills"] += killed(folder, random.random() * usual)
            for file in list(folder.iterdir()):
                if file.name.startswith("."):
                    found["drafts beside"] += 1
                    file.unlink()
                else:
                    text = file.read_text(encoding="utf-8")
                    found[{BEFORE: "before", after: "after"}.get(text, "half written")] += 1
            found["lost"] += FILES - len(list(folder.iterdir()))
    return found


def main() -> int:
    """Run what the command line asks for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    found = campaign(parser.parse_args().kills)
    print(dict(found))
    return 1 if found["half written"] or found["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
