"""Samples of operators on another engine, compared with what NumPy makes of them.

As a script, ``python -m tests.ops.engines jax [SAMPLES [FAMILY …]]`` lists what fails and why, the
most frequent reasons first.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError
from gradcli.numerics import engines, foreign
from tests.ops import reference
from tests.ops.reference import PROOFS

PACKAGES = {"strict": "array_api_strict", "jax": "jax", "dask": "dask"}


def outcome(name: str, index: int, inputs: dict[str, Tensor]) -> list[Any]:
    """Return a sample's value and gradients, as they are on the engine of its inputs."""
    value = reference.evaluate(name, index, inputs, "float64")
    parts = value if isinstance(value, (tuple, list)) else [value]
    parts = [part for part in parts if isinstance(part, Tensor)]
    arrays = [part.array for part in parts]
    sources = [t for t in inputs.values() if t.requires_grad]
    ends = [part for part in parts if part.requires_grad]
    if ends and sources:
        starts = [reference.weights(end) for end in ends]
        found = grad(ends, sources, starts, allow_unused=True)
        arrays += [None if g is None else g.array for g in found]
    return arrays


def moved(inputs: dict[str, Tensor], engine: Any) -> dict[str, Tensor]:
    """Return inputs as arrays of an engine."""
    return {
        name: Tensor(engine.array_of(np.array(t.array)), t.needs_grad) for name, t in inputs.items()
    }


@cache
def on_numpy(name: str, index: int) -> list[Any] | None:
    """Return what NumPy makes of a sample; None where its value is no tensor, or it is refused."""
    try:
        return outcome(name, index, reference.inputs_of(reference.entry(name, index)))
    except (OpError, GradcliError, TypeError):
        return None


def installed(name: str) -> Any:
    """Return an engine, or None where its package is absent; dask computes in this thread."""
    if find_spec(PACKAGES[name]) is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        xp = engines.engine(name)
    if name == "dask":
        xp.compute = partial(_computed, xp.dask)
    if name == "jax":
        _keep_context()
    return xp


def _keep_context() -> None:
    """Let what JAX compiles share one context: to make them takes a quarter of the time."""
    from jax._src.interpreters import mlir

    if hasattr(mlir, "make_ir_context"):  # which is JAX's own business
        mlir.make_ir_context = cache(mlir.make_ir_context)


def _computed(dask: Any, raws: Any) -> Any:
    return dask.compute(*raws, scheduler="synchronous", optimize_graph=False)


def difference(name: str, index: int, engine: Any) -> str | None:
    """Return in what a sample differs on an engine; None where it does not."""
    expected = on_numpy(name, index)
    if expected is None:
        return None
    inputs = moved(reference.inputs_of(reference.entry(name, index)), engine)
    try:
        found = outcome(name, index, inputs)
        foreign = [array for array in found if hasattr(array, "host")]
        values = iter(engine.fetched([array.raw for array in foreign]))
        found = [next(values) if hasattr(array, "host") else array for array in found]
    except Exception as error:  # what it is, the reader of the list decides
        return reason(error)
    return mismatch(expected, found)


def reason(error: BaseException) -> str:
    """Say what went wrong first, and in which line of gradcli."""
    while error.__cause__ is not None or error.__context__ is not None:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(f.filename).name}:{f.lineno}" for f in frames if "gradcli/" in f.filename]
    own = [line for line in lines if not line.startswith(("foreign", "engines", "dialect"))]
    where = " ".join(dict.fromkeys([*own[-1:], *lines[-1:]]))
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0][:110]}  ({where})"


def mismatch(expected: list[Any], found: list[Any]) -> str | None:
    """Say how arrays differ, if they do."""
    if len(expected) != len(found):
        return f"{len(found)} arrays instead of {len(expected)}"
    for ours, theirs in zip(expected, found, strict=True):
        if ours is None or theirs is None:
            if ours is not theirs:
                return "a gradient is missing"
            continue
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            return f"{theirs.shape} {theirs.dtype} instead of {ours.shape} {ours.dtype}"
        loose = 1e-4 if ours.dtype.itemsize // (1 + (ours.dtype.kind == "c")) < 8 else 1e-7
        if not np.allclose(ours, theirs, rtol=loose, atol=loose * 1e-2, equal_nan=True):
            return "other values"
    return None


def failures(engine: Any, name: str, most: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the samples of an operator that differ on an engine, and in what."""
    for index, _ in list(enumerate(PROOFS[name].samples))[:most]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = difference(name, index, engine)
        if found is not None:
            yield index, found


def _tell_where() -> None:
    """Let refusals say which line of gradcli they came from."""
    before = foreign.op_error

    def located(kind: Any, message: str, **facts: Any) -> Any:
        frames = [f for f in traceback.extract_stack() if "gradcli/" in f.filename]
        lines = [f"{Path(f.filename).name}:{f.lineno}" for f in frames]
        own = [line for line in lines if not line.startswith(("foreign", "engines", "dialect"))]
        return before(kind, f"{message} [{own[-1]}]", **facts)

    foreign.op_error = located


def main(engine: str, most: str = "99", *families: str) -> None:
    """Print what fails on an engine, by reason, and how many operators pass."""
    _tell_where()
    xp = installed(engine)
    reasons = Counter[str]()
    first: dict[str, str] = {}
    bad: dict[str, list[str]] = {}
    tried = []
    for name in sorted(PROOFS):
        if not PROOFS[name].samples or (families and OPS[name].family not in families):
            continue
        tried.append(name)
        for index, why in failures(xp, name, int(most)):
            reasons[why] += 1
            sample = PROOFS[name].samples[index]
            first.setdefault(why, f"{name}[{index}] {sample.expr!r} {sample.inputs}"[:200])
            bad.setdefault(name, []).append(why)
    for why, count in reasons.most_common():
        print(f"{count:5} {why}\n      {first[why]}")
    for title, some in (
        ("all", tried),
        ("differentiable", [n for n in tried if OPS[n].differentiable]),
    ):
        passed = [n for n in some if n not in bad]
        print(f"{engine}, {title}: {len(passed)} of {len(some)} operators pass")
    print("fail:", " ".join(f"{n}" for n in bad if OPS[n].differentiable))


if __name__ == "__main__":
    main(*sys.argv[1:])
