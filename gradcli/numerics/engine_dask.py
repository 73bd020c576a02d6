"""dask as an engine: arrays in chunks, computed when their values are asked for.

This module knows what dask.array lacks of the array API standard, and offers beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from math import prod
from time import monotonic
from typing import Any

import numpy as np

from gradcli.numerics import composed, dialect, keys
from gradcli.numerics.engines import Engine, How, Universal, closed, tried
from gradcli.numerics.foreign import Foreign, Raw
from gradcli.numerics.scheduling import Compute, computing

_CHUNK = "32MiB"
"""How large dask's chunks are unless somebody says: several of them are in work at a time."""

_LONG = 2.0
"""From so many seconds on, a look at values is worth a remark."""


class Dask(Engine):
    """dask.array: arrays in chunks, computed when their values are asked for."""

    package = "dask.array"
    whole_matrices = in_chunks = True
    least = 2**16

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.dask: Any = import_module("dask")
        self.compute: Compute = lambda raws: self.dask.compute(*raws)
        self.how = How()

    @property
    def array_type(self) -> Any:
        """The type of dask's arrays."""
        return self.lib.Array

    def given(self, array: Any, chunks: tuple[int, ...] | None = None) -> Raw:
        """Return an array in chunks: of rows, unless their sizes are given."""
        first = ("auto" if prod(array.shape) else -1,) if chunks is None else chunks
        sizes = (*first, *[-1] * array.ndim)[: array.ndim]
        with self.dask.config.set({"array.chunk-size": _CHUNK}):
            return self.lib.from_array(array, chunks=sizes, name=False, asarray=True)

    def array_of(self, array: Any, chunks: tuple[int, ...] | None = None) -> Foreign:
        """Return an array, or what reads one a part at a time, in chunks."""
        made: Foreign = self.kind(self.given(array, chunks))
        return made

    def spread(self, raw: Raw, shape: tuple[int, ...]) -> Raw:
        """Return an array under a larger shape, in chunks of rows: dask makes one of it all."""
        whole = ("auto" if prod(shape) else -1, *[-1] * len(shape))[: len(shape)]
        cut = self.lib.core.normalize_chunks(whole, shape, limit=_CHUNK, dtype=raw.dtype)
        first = len(shape) - raw.ndim
        own = {first + i: raw.chunks[i] for i, n in enumerate(raw.shape) if n == shape[first + i]}
        chunks = tuple(own.get(axis, sizes) for axis, sizes in enumerate(cut))
        return self.lib.broadcast_to(raw, shape, chunks=chunks)

    def cut_as(self, raw: Raw, other: Raw) -> Raw:
        """Return an array in the chunks of another of its shape."""
        alike = raw.chunks == other.chunks or raw.shape != other.shape
        return raw if alike else raw.rechunk(other.chunks)

    @contextmanager
    def working(self, how: How) -> Iterator[None]:
        """Compute on a scheduler, in a context."""
        self.check(how)
        before = self.compute, self.how
        with computing(how.scheduler, how.progress, how.tell) as compute:
            self.compute, self.how = compute, how
            try:
                yield
            finally:
                self.compute, self.how = before

    def host(self, raw: Raw) -> np.ndarray:
        """Compute an array, which somebody has to know now; say so once where that takes long."""
        start = monotonic()
        found = self.fetched([raw])[0]
        took = monotonic() - start
        if took > _LONG:
            self.how.tell(
                f"note: the program needs values on the way, which took {took:.1f} s to compute; "
                "what the report shows is computed together"
            )
            self.how = self.how._replace(tell=lambda text: None)
        return found

    def fetched(self, raws: list[Raw]) -> list[np.ndarray]:
        """Compute several arrays in one pass over what they have in common."""
        with self._apart():
            return [np.asarray(array) for array in self.compute(raws)]

    def _apart(self) -> Any:
        """Return a context in which dask leaves tasks apart that follow one another.

        It joins them under a name that it cuts, down to 16 bits of what tells it from others: two
        in a graph may be taken for one. Elementwise functions are still joined, which needs none.
        """
        return self.dask.config.set({"optimization.fuse.active": False})

    def dtype(self, dtype: Any) -> Any:
        """Return NumPy's element type, which is dask's."""
        return np.dtype(dtype)

    def cast(self, raw: Raw, dtype: Any) -> Raw:
        """Convert elements; of complex numbers for a real type, the real part."""
        if raw.dtype.kind == "c" and np.dtype(dtype).kind not in "cb":
            raw = raw.real
        return raw.astype(dtype)

    def joined(self, real: Raw, imag: Raw) -> Raw:
        """Return complex numbers of their parts."""
        wide = np.result_type(real.dtype, np.complex64)
        parts = self.lib.broadcast_arrays(real, imag)
        return self.lib.map_blocks(_joined, *parts, dtype=wide)

    def operand(self, value: Any, dtype: np.dtype) -> Raw:
        """Return an operand of an elementwise function; dask takes numbers as they are."""
        if type(value) is not self.kind and np.ndim(value) == 0:
            return np.asarray(value).astype(dtype)[()]
        return self.raw(value, dtype)

    def permuted(self, raw: Raw, axes: tuple[int, ...]) -> Raw:
        """Return the array with its axes in another order."""
        return self.lib.transpose(raw, axes)

    def put(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> Raw:
        """Return the array with other elements at a basic index."""
        if None in key:
            key, part = self._without_new(raw, key, part)
        changed = raw.copy()
        if part.ndim > changed[key].ndim:
            part = part.reshape(part.shape[part.ndim - changed[key].ndim :])
        if prod(changed[key].shape):
            changed[key] = part
        return changed

    def _without_new(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> tuple[Any, Raw]:
        """Return an index without new axes, and what is put there."""
        shape = raw[key].shape
        key = tuple(k for k in key if k is not None)
        return key, self.lib.broadcast_to(part, shape).reshape(raw[key].shape)

    def taken(self, flat: Raw, places: np.ndarray) -> Raw:
        """Return the elements of a flat array at known places."""
        return self.task(lambda array: array[places], places.shape, flat.dtype, flat)

    def gathered(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the elements at an index that holds arrays, as one task."""
        if not all(raw.shape) or any(getattr(part, "size", 1) == 0 for part in key):
            return self.given(self.host(raw)[tuple(map(self._host, key))])
        model = np.broadcast_to(np.zeros((), np.bool_), raw.shape)
        shape = model[tuple(keys.zeros_for(part) for part in key)].shape
        plain = list(map(self.plain, key))
        return self.task(lambda array, *parts: array[parts], shape, raw.dtype, raw, *plain)

    def scattered(self, raw: Raw, key: tuple[Any, ...], part: Raw, combine: str) -> Raw:
        """Return the array with elements put, or combined, at an index that holds arrays."""

        def scatter(array: Any, values: Any, *parts: Any) -> Any:
            array = np.array(array)
            if combine:
                getattr(np, combine).at(array, parts, values)
            else:
                array[parts] = values
            return array

        plain = list(map(self.plain, key))
        return self.task(scatter, raw.shape, raw.dtype, raw, part, *plain)

    def _host(self, value: Any) -> Any:
        return value.host() if isinstance(value, Foreign) else value

    def whole(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Run a function of NumPy's on whole arrays, as one task."""
        raws, call = closed(self, function, args, options)
        model = tried(call, raws)
        if isinstance(model, np.ndarray):
            return self.kind(self.task(call, model.shape, model.dtype, *raws))
        together = self.task(lambda *arrays: _listed(call(*arrays)), (), object, *raws)
        parts = [
            self.kind(self.task(partial(_part_of, index), part.shape, part.dtype, together))
            for index, part in enumerate(model)
        ]
        return type(model)(*parts) if hasattr(model, "_fields") else tuple(parts)

    def of_ufunc(self, ufunc: Any, method: str) -> Callable[..., Any]:
        """Return what stands for a universal function; dask takes those of SciPy as they are."""
        if method == "__call__" and not hasattr(np, ufunc.__name__) and ufunc.nout == 1:
            return lambda *args: self.elementwise(ufunc, ufunc.__name__, args, {})
        return super().of_ufunc(ufunc, method)

    def task(
        self, function: Callable[..., Any], shape: tuple[int, ...], dtype: Any, *raws: Raw
    ) -> Raw:
        """Return what a function makes of whole arrays, computed as one task."""
        with self._apart():
            made = self.dask.delayed(function, pure=False)(*raws)
        return self.lib.from_delayed(made, shape, dtype)

    def special(self, name: str) -> Callable[..., Any] | None:
        """Return what dask says otherwise than NumPy, or leaves out."""
        if name.startswith("fft."):  # dask's needs the whole of an axis too
            transform = getattr(np.fft, name.removeprefix("fft."))
            return lambda xp, *args, **options: xp.whole(transform, *args, **options)
        if name == "nan_to_num":  # of which dask has one argument
            return composed.nan_to_num
        if name in dialect.ALONG:
            return lambda xp, *args, **options: composed.along(xp, name, *args, **options)
        if isinstance(getattr(np, name, None), np.ufunc):
            function = getattr(np, name)
            if function.nout == 1:
                return Universal(self, function, name)
        return None


def _joined(real: np.ndarray, imag: np.ndarray) -> np.ndarray:
    found = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    found.real, found.imag = real, imag
    return found


def _listed(parts: Any) -> np.ndarray:
    """Return several arrays as one object, which a task can hand on."""
    box = np.empty((), object)
    box[()] = parts
    return box


def _part_of(index: int, box: np.ndarray) -> np.ndarray:
    part: np.ndarray = box[()][index]
    return part
