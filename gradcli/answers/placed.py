"""Where a question is computed: on NumPy's arrays, or on those of another engine.

This module knows how inputs become arrays of an engine, and when values are fetched: all that a
report shows at once. What an engine is, ``numerics.engines`` knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.evaluation import Said
from gradcli.answers.report import Report
from gradcli.core.backward import grad
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic
from gradcli.language.run import Run
from gradcli.numerics.arrays import ENGINES
from gradcli.numerics.engines import ValuesNeeded, engine


class Place(NamedTuple):
    """An engine by its name, and the sizes of the chunks that it cuts arrays into, if it does."""

    engine: str
    chunks: tuple[int, ...] | None = None

    @property
    def xp(self) -> Any:
        """The engine; its library is imported now."""
        return engine(self.engine)

    def moved(self, value: Any) -> Any:
        """Return a tensor whose elements the engine has; other values are what they are."""
        if not isinstance(value, Tensor) or type(value.array) in ENGINES:
            return value
        return Tensor(self.xp.array_of(value.array, self.chunks), value.needs_grad)

    def loaded(self, text: str) -> Tensor | None:
        """Return what ``@FILE`` stands for where the engine reads it piece by piece, or None."""
        if not self.xp.in_chunks:
            return None
        from gradcli.answers.loaded import split
        from gradcli.data.source import named

        path, key = split(text)
        with named(path):
            blocks = _blocks(path, key)
        return None if blocks is None else Tensor(self.xp.array_of(blocks, self.chunks))


def _blocks(path: str, key: str | None) -> Any:
    """Return a file's array that is read a part at a time, if its format allows that."""
    if key is None and path.endswith(".npy"):
        from gradcli.data.npy import Blocks

        return Blocks(path)
    if path.rstrip("/").endswith(".zarr"):
        from gradcli.data.tables import zarr_blocks

        return zarr_blocks(path, key)
    return None


def settle(tensors: Iterable[Any]) -> None:
    """Fetch the values of tensors from the engines that compute them, all at once."""
    if not ENGINES:
        return
    found = [t for t in tensors if isinstance(t, Tensor) and type(t.array) in ENGINES]
    for kind in {type(tensor.array) for tensor in found}:
        same = [tensor for tensor in found if type(tensor.array) is kind]
        raws = [held(tensor).raw for tensor in same]
        for tensor, array in zip(same, ENGINES[kind].fetched(raws), strict=True):
            tensor.array = array


def held(tensor: Tensor) -> Any:
    """Return the array of a tensor that an engine has."""
    return tensor.array


class _Silent(Said):
    """What a program says that is tried: it has to run again to be heard."""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        raise ValuesNeeded

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        raise ValuesNeeded


class _Enough(BaseException):
    """The gradients are there: nothing else needs to be compiled."""


def attempt(evaluate: Callable[[Said], Report | None]) -> Report | None:
    """Return a report of a program that was compiled; None where it has to be run step by step."""
    try:
        return evaluate(_Silent())
    except (Exception, ValuesNeeded):  # whatever it is, running step by step says it better
        return None


def run_compiled(
    xp: Any,
    values: dict[str, Any],
    run_program: Callable[[], Run],
    report_of: Callable[[Run, Any], Report],
) -> tuple[Run, Any]:
    """Run a program and its backward pass as one function of its inputs, compiled.

    Return the run, and what stands for ``grad`` in its report: it returns what was found.
    """
    arrays = [t.array for t in values.values() if type(getattr(t, "array", None)) is xp.kind]
    before = [array.raw for array in arrays]
    runs: list[Run] = []
    found: list[Any] = []
    wanted: list[Tensor] = []

    def differentiate(*args: Any, **options: Any) -> Any:
        found[:] = grad(*args, **options)
        raise _Enough

    def whole(raws: list[Any]) -> list[Any]:
        for array, raw in zip(arrays, raws, strict=True):
            array.raw = raw
        runs.append(run_program())
        with suppress(_Enough, ValuesNeeded):
            report_of(runs[0], differentiate)
        tensors = [runs[0].value, *found, *runs[0].variables.values()]
        wanted[:] = [t for t in tensors if type(getattr(t, "array", None)) is xp.kind]
        return [held(tensor).raw for tensor in wanted]

    results = xp.jax.jit(whole)(before)
    for array, raw in zip(arrays, before, strict=True):
        array.raw = raw
    for tensor, raw in zip(wanted, results, strict=True):
        tensor.array = np.asarray(raw)
    return runs[0], (lambda *args, **options: tuple(found)) if found else grad
