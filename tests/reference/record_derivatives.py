"""Record derivatives as gradcli writes them, and gradients as PyTorch computes them.

usage: python tests/reference/record_derivatives.py          (needs torch 2.13)

Reads two files of ``tests/data/derivatives``: a line is ``by | expression | shapes``, and in
``as_people_write.txt`` a derivative besides. Read the texts that changed before committing them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from gradcli.answers.formula import Problem, differentiate  # noqa: E402
from tests.symbolic.points import inputs  # noqa: E402

DATA = ROOT / "tests" / "data" / "derivatives"


def main() -> None:
    """Write ``recorded.json``."""
    torch.set_default_dtype(torch.float64)
    found = []
    for file in (DATA / "as_people_write.txt", DATA / "expressions.txt"):
        for line in file.read_text(encoding="utf-8").splitlines():
            by, source, shapes = [part.strip() for part in line.split(" | ")][:3]
            arrays = inputs(shapes)
            text = differentiate(Problem(source, arrays, (by,))).text
            gradient = torch_gradient(source, arrays, by)
            found.append(
                {"by": by, "source": source, "shapes": shapes, "text": text, "gradient": gradient}
            )
    rows = ",\n".join(json.dumps(row) for row in found)
    (DATA / "recorded.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


def torch_gradient(source: str, arrays: dict[str, np.ndarray], by: str) -> object:
    """Return PyTorch's gradient at the inputs."""
    scope = dict(vars(torch)) | {"torch": torch, "F": torch.nn.functional}
    scope |= {name: torch.tensor(array, requires_grad=name == by) for name, array in arrays.items()}
    result = eval(source, scope)
    return torch.autograd.grad(result, scope[by])[0].tolist()


if __name__ == "__main__":
    main()
