"""What PyTorch computed for the samples of the operator table, and the same computed here."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

import gradcli
import gradcli.ops
from gradcli.core.backward import grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.operators.op import Op
from tests.ops.samples import proofs

RECORDED: dict[str, Any] = {
    name: entry
    for path in sorted((Path(__file__).parents[1] / "data" / "ops").glob("*.json.gz"))
    for name, entry in json.loads(gzip.decompress(path.read_bytes())).items()
}

OPS.load_all()
PROOFS = {name: proof for family in proofs().values() for name, proof in family.items()}
"""What proves each operator, by its name."""

SAMPLES = [(name, index) for name in sorted(PROOFS) for index, _ in enumerate(PROOFS[name].samples)]
"""Every sample, by operator and position."""


def entry(name: str, index: int) -> dict[str, Any]:
    """Return what was recorded of a sample; it must be the sample as it is now."""
    samples = RECORDED.get(name, {"samples": []})["samples"]
    recorded: dict[str, Any] = samples[index] if index < len(samples) else {}
    sample = PROOFS[name].samples[index]
    if recorded.get("expr") != sample.expr or list(recorded["inputs"]) != list(sample.inputs):
        raise AssertionError(
            f"{name}: the record is not of its samples as they are now, such as {sample.expr!r}; "
            f"run: python tests/reference/record.py {OPS[name].family}"
        )
    return recorded


def decode(recorded: dict[str, Any] | None) -> np.ndarray | None:
    """Return a recorded tensor as an array."""
    if recorded is None:
        return None
    flat = [float(v) if isinstance(v, str) else v for v in recorded["data"]]
    dtype = np.dtype(recorded["dtype"])
    if dtype.kind == "c":
        return np.array(flat, f"f{dtype.itemsize // 2}").view(dtype).reshape(recorded["shape"])
    return np.array(flat, dtype).reshape(recorded["shape"])


def inputs_of(recorded: dict[str, Any], single: bool = False) -> dict[str, Tensor]:
    """Return a sample's inputs as tensors; the floating-point ones require grad."""
    made = {}
    for name, value in recorded["inputs"].items():
        array = decode(value)
        assert array is not None
        floating = array.dtype.kind == "f"
        made[name] = Tensor(array.astype(np.float32) if single and floating else array, floating)
    return made


def weights(result: Tensor) -> Tensor:
    """Return the weights of a result's elements that the recording used."""
    array = result.array
    flat = np.arange(math.prod(array.shape), dtype=np.float64) * 0.25 + 0.5
    return Tensor(flat.astype(array.dtype).reshape(array.shape))


def evaluate(name: str, index: int, inputs: dict[str, Tensor], dtype: str) -> Any:
    """Evaluate a sample's text."""
    return gradcli.run(PROOFS[name].samples[index].expr, inputs, dtype=dtype).value


def derivatives(
    value: Tensor, sources: list[Tensor], once: bool = False
) -> tuple[list[Tensor | None], list[Tensor | None] | None]:
    """Return first and second derivatives as they were recorded, or only first ones."""
    first = grad(value, sources, weights(value), create_graph=True, allow_unused=True)
    onward = [g for g in first if g is not None and g.requires_grad]
    if once or not onward:
        return list(first), None
    starts = [weights(g) for g in onward]
    return list(first), list(grad(onward, sources, starts, allow_unused=True))


def operators_in(value: Tensor) -> set[Op]:
    """Return the operators that the graph behind a tensor is made of."""
    found: set[Op] = set()
    seen: set[Any] = set()
    stack: list[Any] = [value.grad_fn]
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            if node.op is not None:
                found.add(node.op)
            stack.extend(following for following, _ in node.next_functions)
    return found
