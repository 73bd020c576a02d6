"""Where a question is computed: on NumPy's arrays, or on those of another engine.

This module knows how inputs become arrays of an engine, and when values are fetched: all that a
report shows at once. What an engine is, ``numerics.engines`` knows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.inputs import QuestionError
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.numerics.arrays import ENGINES
from gradcli.numerics.engines import How, engine

NAMES = ("numpy", "jax", "dask")


class Place(NamedTuple):
    """An engine by its name, how it computes, and the sizes of the chunks that arrays are cut in.

    Engines that have no chunks take no notice of those.
    """

    engine: str
    chunks: tuple[int, ...] | None = None
    how: How = How()

    @property
    def xp(self) -> Any:
        """The engine; its library is imported now."""
        try:
            return engine(self.engine)
        except OpError as error:
            raise QuestionError(f"{error}; {error.help}") from error

    @contextmanager
    def around(self) -> Iterator[Place]:
        """Compute here what runs in a context, new tensors included."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self.xp.working(self.how))
            except OpError as error:
                raise QuestionError("; ".join(filter(None, (str(error), error.help)))) from error
            stack.enter_context(STATE.replaced(place=self))
            yield self

    def placed(self, array: Any) -> Any:
        """Return the array of a new tensor as the engine has it, if it is worth it."""
        small = type(array) is not np.ndarray or array.size < self.xp.least
        return array if small else self.xp.array_of(array, self.chunks)

    def moved(self, value: Any) -> Any:
        """Return a tensor whose elements the engine has; other values are what they are."""
        if not isinstance(value, Tensor) or type(value.array) in ENGINES:
            return value
        return Tensor(self.xp.array_of(value.array, self.chunks), value.needs_grad)

    def loaded(self, text: str) -> Tensor | None:
        """Return what ``@FILE`` stands for where the engine reads it piece by piece, or None."""
        if not self.xp.in_chunks:
            return None
        from gradcli.answers.loaded import check_shape, split
        from gradcli.data.source import named

        path, key = split(text)
        with named(path):
            blocks = _blocks(os.path.abspath(path), key)  # for workers who are elsewhere
            if blocks is None:
                return None
            check_shape(blocks.shape)
        return Tensor(self.xp.array_of(blocks, self.chunks))


def _blocks(path: str, key: str | None) -> Any:
    """Return a file's array that is read a part at a time, if its format allows that."""
    if key is None and path.endswith(".npy"):
        from gradcli.data.npy import Blocks

        return Blocks(path)
    if path.rstrip("/").endswith(".zarr"):
        from gradcli.data.tables import zarr_blocks

        return zarr_blocks(path, key)
    return None


def _check(name: str, sizes: Any, scheduler: str | None) -> None:
    """Refuse what an engine does not take, which would else change nothing."""
    if name != "dask" and (sizes, scheduler) != (None, None):
        raise ValueError(f"chunks and scheduler are for dask, not for {name}")
    are_sizes = isinstance(sizes, tuple) and all(
        n == -1 or (isinstance(n, int) and n > 0) for n in sizes
    )
    if sizes is not None and not are_sizes:
        raise ValueError(f"chunks are sizes as (1000, -1), not {sizes!r}")
    if scheduler not in (None, "threads", "processes") and "://" not in str(scheduler):
        raise ValueError(f"a scheduler is threads, processes or tcp://HOST:PORT, not {scheduler!r}")


class Chosen:
    """An engine for Python: in force from when it is made, or within a ``with`` statement.

    ``gradcli.engine("dask", chunks=(100_000, -1))`` cuts new tensors into chunks; ``scheduler`` is
    "threads", "processes" or the address of dask's. On JAX, rows are spread over ``devices``.
    """

    def __init__(
        self,
        name: str,
        *,
        chunks: int | tuple[int, ...] | None = None,
        scheduler: str | None = None,
        devices: int = 1,
    ) -> None:
        if name not in NAMES:
            raise ValueError(f"there is no engine {name!r}; there are {', '.join(NAMES)}")
        sizes = (chunks,) if isinstance(chunks, int) else chunks
        _check(name, sizes, scheduler)
        self._place = Place(name, sizes, How(scheduler, devices))
        self._around = ExitStack()
        if name == "numpy":
            self._around.enter_context(STATE.replaced(place=None))
            return
        self._around.enter_context(engine(name).working(self._place.how))
        self._around.enter_context(STATE.replaced(place=self))  # which keeps it in force

    def __enter__(self) -> Chosen:
        return self

    def __exit__(self, *exception: object) -> None:
        self._around.close()

    def placed(self, array: Any) -> Any:
        """Return the array of a new tensor as the engine has it, if it is worth it."""
        return self._place.placed(array)

    def tensor(self, array: Any, requires_grad: bool = False) -> Tensor:
        """Return a tensor of an array of the engine's own, of NumPy's, or read piece by piece."""
        if self._place.engine == "numpy":
            return Tensor(np.asarray(array), requires_grad)
        xp = engine(self._place.engine)
        own = isinstance(array, xp.array_type)
        return Tensor(
            xp.kind(array) if own else xp.array_of(array, self._place.chunks), requires_grad
        )

    def compute(self, *tensors: Any) -> None:
        """Compute tensors together, in one pass over what they share; they are NumPy's then."""
        settle(tensors)


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
