"""What engines call things: the namespace that bodies of operators get for arrays of theirs.

An ``Engine`` answers for NumPy's functions by those of a library that keeps to the Python array API
standard; ``Jax`` and ``Dask`` say where their libraries offer more, or something else, than it.
This module knows libraries. Which arrays a namespace is chosen for is known to ``arrays``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from math import prod
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics import dialect
from gradcli.numerics.arrays import ENGINES
from gradcli.numerics.foreign import Foreign, Raw, is_basic, refusal

_UPDATES = {"": "set", "maximum": "max", "minimum": "min"}
"""What JAX calls the ways to write at an index."""

_CHUNK = "32MiB"
"""How large dask's chunks are unless somebody says: several of them are in work at a time."""


class ValuesNeeded(BaseException):
    """A program needs values while it is compiled; it has to be run step by step instead."""


_OTHERWISE = {"psi": "digamma", "_zeta": "zeta"}
"""What JAX calls functions of SciPy's."""

_HOST = frozenset(
    [
        "arange",
        "linspace",
        "tril_indices",
        "triu_indices",
        "indices",
        "ogrid",
        "tri",
        "finfo",
        "iinfo",
    ]
)
"""Functions of sizes alone, whose results are constants: NumPy makes them for every engine."""


class Engine:
    """The array API standard in NumPy's dialect, for a library that has nothing more."""

    library = "array_api_strict"
    whole_matrices = False  # whether LAPACK can be called as NumPy calls it
    compiles = False  # whether a program and its backward pass can become one function
    in_chunks = False  # whether arrays are read from files a piece at a time

    def __init__(self, name: str) -> None:
        try:
            self.lib: Any = import_module(self.library)
        except ImportError as error:
            message = f"the engine {name} needs a package that is not installed: {error.name}"
            help = f"pip install 'gradcli[{name}]'"
            raise op_error(ImportError, message, code="engine", help=help) from None
        self.name = name
        self.kind = type(f"{name.title()}Array", (Foreign,), {"__slots__": (), "xp": self})
        self.linalg, self.fft = Room(self, "linalg"), Room(self, "fft")
        ENGINES[self.kind] = self

    # Arrays in and out

    def array_of(self, array: Any, chunks: tuple[int, ...] | None = None) -> Foreign:
        """Return an array of NumPy's as one of the engine's; ``chunks`` sizes its pieces."""
        made: Foreign = self.kind(self.given(array))
        return made

    def fetched(self, raws: list[Raw]) -> list[np.ndarray]:
        """Return the values of several arrays."""
        return [self.host(raw) for raw in raws]

    def raw(self, value: Any, dtype: np.dtype | None = None) -> Raw:
        """Return a value, an array or a number, as the library has it, of an element type."""
        if isinstance(value, Foreign):
            same = dtype is None or dtype == value.dtype
            return value.raw if same else self.cast(value.raw, dtype)
        array = np.asarray(value) if dtype is None else np.asarray(value).astype(dtype)
        return self.given(array)

    def given(self, array: np.ndarray) -> Raw:
        """Return an array of NumPy's as the library's."""
        return self.lib.asarray(array)

    def host(self, raw: Raw) -> np.ndarray:
        """Return the values of an array of the library's."""
        return np.asarray(raw)

    def returned(self, found: Any) -> Any:
        """Return results of NumPy's as arrays of the engine's."""
        if isinstance(found, tuple):
            parts = map(self.returned, found)
            return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
        return self.array_of(found) if isinstance(found, np.ndarray) else found

    def wrapped(self, found: Any) -> Any:
        """Return what a function of the library's returned."""
        if isinstance(found, self.array_type):
            return self.kind(found)
        if isinstance(found, (tuple, list)):
            parts = map(self.wrapped, found)
            return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
        return found

    @property
    def array_type(self) -> Any:
        """The type of the library's arrays."""
        return type(self.given(np.zeros(1)))

    def numpy_dtype(self, dtype: Any) -> np.dtype:
        """Return an element type of the library's as NumPy's."""
        return dtype if isinstance(dtype, np.dtype) else _numpy_dtype(str(dtype))

    def dtype(self, dtype: Any) -> Any:
        """Return an element type of NumPy's as the library's."""
        name = np.dtype(dtype).name
        found = getattr(self.lib, name, None)
        if found is None:
            raise refusal(self.name, name)
        return found

    # What arrays do

    def cast(self, raw: Raw, dtype: Any) -> Raw:
        """Convert elements; of complex numbers for a real type, the real part."""
        wanted = np.dtype(dtype)
        if self.numpy_dtype(raw.dtype).kind == "c" and wanted.kind not in "cb":
            raw = self.real_part(raw)
        return self.lib.astype(raw, self.dtype(wanted))

    def reshaped(self, raw: Raw, shape: tuple[int, ...]) -> Raw:
        """Return the elements in order under another shape."""
        return self.lib.reshape(raw, shape)

    def permuted(self, raw: Raw, axes: tuple[int, ...]) -> Raw:
        """Return the array with its axes in another order."""
        return self.lib.permute_dims(raw, axes)

    def real_part(self, raw: Raw) -> Raw:
        """Return the real parts of complex numbers."""
        return self.lib.real(raw)

    def imag_part(self, raw: Raw) -> Raw:
        """Return the imaginary parts of complex numbers."""
        return self.lib.imag(raw)

    def joined(self, real: Raw, imag: Raw) -> Raw:
        """Return complex numbers of their parts."""
        wide = np.result_type(self.numpy_dtype(real.dtype), np.complex64)
        unit = self.given(np.asarray(1j, wide))
        return self.cast(real, wide) + self.cast(imag, wide) * unit

    def part(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the part at a basic index."""
        return raw[_complete(key, raw.shape)]

    def put(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> Raw:
        """Return the array with other elements at a basic index."""
        changed = self.lib.asarray(raw, copy=True)
        changed[_complete(key, raw.shape)] = part
        return changed

    def taken(self, flat: Raw, places: np.ndarray) -> Raw:
        """Return the elements of a flat array at known places."""
        if not flat.shape[0]:  # there is nothing to take, so nothing is asked for
            return self.given(np.zeros(places.shape, self.numpy_dtype(flat.dtype)))
        found = self.lib.take(flat, self.given(places.reshape(-1)), axis=0)
        return self.reshaped(found, places.shape)

    def gathered(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the elements at an index that holds arrays."""
        return self.taken(self.reshaped(raw, (-1,)), _places(raw.shape, key))

    def scattered(self, raw: Raw, key: tuple[Any, ...], part: Raw, combine: str) -> Raw:
        """Return the array with elements put, or combined, at an index that holds arrays."""
        places = _places(raw.shape, key)
        if part.ndim > places.ndim:
            part = self.reshaped(part, part.shape[part.ndim - places.ndim :])
        values = self.reshaped(self.lib.broadcast_to(part, places.shape), (-1,))
        flat = self.reshaped(raw, (-1,))
        join = getattr(self.lib, combine) if combine else lambda old, new: new
        for number in _rounds(places.reshape(-1), flat.shape[0], bool(combine)):
            found = self.taken(values, np.maximum(number, 0))
            flat = self.lib.where(self.given(number >= 0), join(flat, found), flat)
        return self.reshaped(flat, raw.shape)

    # NumPy's functions

    def __getattr__(self, name: str) -> Any:
        found = self.function(name)
        setattr(self, name, found)
        return found

    def function(self, name: str, room: str = "") -> Any:
        """Return a function of NumPy's, or of a part of it such as ``linalg``."""
        full = f"{room}.{name}" if room else name
        for own in (self.special(full), dialect.FIRST.get(full)):
            if own is not None:
                return own if isinstance(own, Universal) else _bound(own, self)
        if full not in _HOST and (full not in dialect.DECOMPOSED or self.whole_matrices is False):
            place = getattr(self.lib, room, None) if room else self.lib
            for spelled in (name, dialect.SPELLED.get(name)):
                found = None if spelled is None else getattr(place, spelled, None)
                if callable(found) and not isinstance(found, type):
                    return self.calling(found, spelled or name)
            if full in dialect.REST:
                return _bound(dialect.REST[full], self)
        return self.constant(name, room)

    def special(self, name: str) -> Callable[..., Any] | None:
        """Return what the engine says itself for a function of NumPy's."""
        return None

    def of_ufunc(self, ufunc: Any, method: str) -> Callable[..., Any]:
        """Return what stands for a universal function of NumPy's or SciPy's, or a method of it."""
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        return getattr(self, name)  # type: ignore[no-any-return]

    def refusal(self, what: str) -> Exception:
        """Return the error for something that is not there on the engine."""
        return refusal(self.name, what)

    def whole(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Run a function of NumPy's on whole arrays, where the engine can."""
        raise refusal(self.name, function.__name__)

    def constant(self, name: str, room: str) -> Any:
        """Return what NumPy has and arrays of the engine have no part in."""
        found = getattr(getattr(np, room) if room else np, name, None)
        if found is None:
            raise refusal(self.name, f"{room}{'.' if room else ''}{name}")
        if not callable(found) or isinstance(found, type):
            return found

        def call(*args: Any, **options: Any) -> Any:
            if _any_foreign((args, tuple(options.values()))):
                return self.whole(found, *args, **options)
            return found(*args, **options)

        return call

    def calling(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        """Return a function of the library's for arrays in NumPy's dialect."""
        if name in dialect.ELEMENTWISE:
            return Universal(self, function, name)

        def call(*args: Any, **options: Any) -> Any:
            if "dtype" in options and options["dtype"] is not None:
                options["dtype"] = self.dtype(options["dtype"])
            given = [self.plain(arg) for arg in args]
            return self.wrapped(function(*given, **{k: self.plain(v) for k, v in options.items()}))

        return call

    def plain(self, value: Any) -> Any:
        """Return an argument as the library takes it."""
        if isinstance(value, np.ndarray):
            return self.raw(value)
        if isinstance(value, (tuple, list)):
            return type(value)(map(self.plain, value))
        return value.item() if isinstance(value, np.generic) else value

    def elementwise(
        self, function: Callable[..., Any], name: str, args: tuple[Any, ...], options: Any
    ) -> Any:
        """Call an elementwise function on arguments of the type that NumPy computes in."""
        dtype = options.get("dtype")
        first = args[:1] if name == "where" else ()
        rest = args[len(first) :]
        if dtype is None:
            dtype = dialect.common_type(name, rest)
        raws = [self.raw(value, np.dtype(np.bool_)) for value in first]
        raws += [self.operand(value, np.dtype(dtype)) for value in rest]
        return self.wrapped(function(*raws))

    def operand(self, value: Any, dtype: np.dtype) -> Raw:
        """Return an operand of an elementwise function, of an element type."""
        return self.raw(value, dtype)


class Universal:
    """An elementwise function of an engine's, and the methods that NumPy gives those."""

    def __init__(self, engine: Engine, function: Callable[..., Any], name: str) -> None:
        self._engine, self._function, self._name = engine, function, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._engine.elementwise(self._function, self._name, args, options)

    def __getattr__(self, name: str) -> Any:
        return self._engine.function(f"{dialect.NUMPY.get(self._name, self._name)}.{name}")


class Room:
    """A part of an engine's namespace, such as ``linalg``."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine, self._name = engine, name

    def __getattr__(self, name: str) -> Any:
        found = self._engine.function(name, self._name)
        setattr(self, name, found)
        return found


class Jax(Engine):
    """JAX: NumPy's dialect on arrays that never change."""

    library = "jax.numpy"
    whole_matrices = compiles = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.jax: Any = import_module("jax")
        self.jax.config.update("jax_enable_x64", True)
        self.special_functions: Any = import_module("jax.scipy.special")

    @property
    def array_type(self) -> Any:
        """The type of JAX's arrays, and of those that stand for them while it compiles."""
        return self.jax.Array

    def dtype(self, dtype: Any) -> Any:
        """Return NumPy's element type, which is JAX's."""
        return np.dtype(dtype)

    def part(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the part at a basic index."""
        return raw[key]

    def put(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> Raw:
        """Return the array with other elements at a basic index."""
        return raw.at[key].set(part)

    def taken(self, flat: Raw, places: np.ndarray) -> Raw:
        """Return the elements of a flat array at known places."""
        return flat[places]

    def gathered(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the elements at an index that holds arrays."""
        return raw[tuple(map(self.plain, key))]

    def scattered(self, raw: Raw, key: tuple[Any, ...], part: Raw, combine: str) -> Raw:
        """Return the array with elements put, or combined, at an index that holds arrays."""
        place = raw.at[tuple(map(self.plain, key))]
        return getattr(place, _UPDATES.get(combine, combine))(part)

    def whole(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Run LAPACK on the host, where JAX itself has it run on processors."""
        if not _is_linear_algebra(function):
            raise refusal(self.name, function.__name__)
        raws, call = _closed(self, function, args, options)
        if not any(isinstance(raw, self.jax.core.Tracer) for raw in raws):
            return self.returned(call(*map(np.asarray, raws)))
        shapes = self.jax.tree.map(
            lambda array: self.jax.ShapeDtypeStruct(array.shape, array.dtype), _tried(call, raws)
        )
        return self.wrapped(self.jax.pure_callback(call, shapes, *raws))

    def joined(self, real: Raw, imag: Raw) -> Raw:
        """Return complex numbers of their parts."""
        return self.jax.lax.complex(*self.lib.broadcast_arrays(real, imag))

    def host(self, raw: Raw) -> np.ndarray:
        """Return the values of an array, which while JAX compiles nobody can know."""
        if isinstance(raw, self.jax.core.Tracer):
            raise ValuesNeeded
        return np.asarray(raw)

    def special(self, name: str) -> Callable[..., Any] | None:
        """Return one of SciPy's functions, which JAX has a part of."""
        if hasattr(np, name.partition(".")[0]):
            return None
        found = getattr(self.special_functions, _OTHERWISE.get(name, name), None)
        return None if found is None else lambda xp, *args: xp.elementwise(found, name, args, {})


class Dask(Engine):
    """dask.array: arrays in chunks, computed when their values are asked for."""

    library = "dask.array"
    whole_matrices = in_chunks = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.dask: Any = import_module("dask")

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

    def host(self, raw: Raw) -> np.ndarray:
        """Compute an array."""
        return np.asarray(raw.compute())

    def fetched(self, raws: list[Raw]) -> list[np.ndarray]:
        """Compute several arrays in one pass over what they have in common."""
        return [np.asarray(array) for array in self.dask.compute(*raws)]

    def dtype(self, dtype: Any) -> Any:
        """Return NumPy's element type, which is dask's."""
        return np.dtype(dtype)

    def cast(self, raw: Raw, dtype: Any) -> Raw:
        """Convert elements; of complex numbers for a real type, the real part."""
        if raw.dtype.kind == "c" and np.dtype(dtype).kind not in "cb":
            raw = raw.real
        return raw.astype(dtype)

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
        shape = model[tuple(_zeros_for(part) for part in key)].shape
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
        raws, call = _closed(self, function, args, options)
        model = _tried(call, raws)
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
        delayed = self.dask.delayed
        return self.lib.from_delayed(delayed(function, pure=False)(*raws), shape, dtype)

    def special(self, name: str) -> Callable[..., Any] | None:
        """Return what dask says otherwise than NumPy, or leaves out."""
        own = dialect.DASK.get(name)
        if own is None and name in dialect.ALONG:
            return lambda xp, *args, **options: dialect.along(xp, name, *args, **options)
        if own is None and isinstance(getattr(np, name, None), np.ufunc):
            function = getattr(np, name)
            if function.nout == 1:
                return Universal(self, function, name)
        return own


@cache
def engine(name: str) -> Engine:
    """Return an engine by its name; its library is imported now."""
    return {"jax": Jax, "dask": Dask, "strict": Engine}[name](name)


ENGINES_TO_CHOOSE = ("numpy", "jax", "dask")


@cache
def _numpy_dtype(name: str) -> np.dtype:
    return np.dtype(name.rpartition(".")[2])


def _is_linear_algebra(function: Callable[..., Any]) -> bool:
    return str(function.__module__).endswith(("linalg", "lapack"))


def _closed(
    xp: Engine, function: Callable[..., Any], args: Any, options: Any
) -> tuple[list[Raw], Callable[..., Any]]:
    """Return the arrays that a function is called with, and the function of them alone."""
    raws = [arg.raw for arg in args if isinstance(arg, Foreign)]

    def call(*given: Any) -> Any:
        arrays = iter(given)
        plain = [np.asarray(next(arrays)) if isinstance(arg, Foreign) else arg for arg in args]
        found = function(*plain, **options)
        if not isinstance(found, tuple):
            return np.asarray(found)
        parts = map(np.asarray, found)
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)

    return raws, call


def _tried(call: Callable[..., Any], raws: list[Raw]) -> Any:
    """Return what a function makes of ones, whose shapes and types tell those of its results."""
    given = []
    for raw in raws:
        one = np.eye(*raw.shape[-2:]) if len(raw.shape) > 1 else np.ones(raw.shape)
        given.append(np.broadcast_to(one, raw.shape).astype(_numpy_dtype(str(raw.dtype))))
    return call(*given)


def _listed(parts: Any) -> np.ndarray:
    """Return several arrays as one object, which a task can hand on."""
    box = np.empty((), object)
    box[()] = parts
    return box


def _part_of(index: int, box: np.ndarray) -> np.ndarray:
    part: np.ndarray = box[()][index]
    return part


def _bound(function: Callable[..., Any], xp: Engine) -> Callable[..., Any]:
    def call(*args: Any, **options: Any) -> Any:
        if args and type(args[0]) is np.ndarray and function not in dialect.WRITING:
            args = (xp.array_of(args[0]), *args[1:])
        return function(xp, *args, **options)

    return call


def _any_foreign(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_any_foreign, value))
    return type(value) in ENGINES


def _complete(key: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Return a basic index as the standard has it: with ``...`` and slices within bounds."""
    used = sum(part is not None and part is not Ellipsis for part in key)
    if Ellipsis not in key:
        key = (*key, Ellipsis)
    sizes = iter(shape)
    found: list[Any] = []
    for part in key:
        if part is Ellipsis:
            found.append(part)
            for _ in range(len(shape) - used):
                next(sizes)
        elif part is None:
            found.append(None)
        else:
            size = next(sizes)
            found.append(_within(part, size) if isinstance(part, slice) else int(part))
    return tuple(found)


def _within(part: slice, size: int) -> slice:
    start, stop, step = part.indices(size)
    if step > 0:
        return slice(start, max(start, stop), step)
    if start <= stop:
        return slice(0, 0)
    return slice(start, None if stop < 0 else stop, step)


def _zeros_for(part: Any) -> Any:
    """Return zeros in the place of an array of indices, which have its shape."""
    known = not isinstance(part, np.ndarray) or part.dtype.kind == "b"
    return part if known else np.zeros(part.shape, np.int64)


def _places(shape: tuple[int, ...], key: tuple[Any, ...]) -> np.ndarray:
    """Return where in memory the elements at an index lie."""
    known = tuple(part.host() if type(part) in ENGINES else part for part in key)
    places: np.ndarray = np.arange(prod(shape)).reshape(shape)[known]
    return places


def _rounds(places: np.ndarray, size: int, combine: bool) -> Any:
    """Yield for each element which value goes there, or -1; the k-th of several in round k."""
    if not combine:
        number = np.full(size, -1)
        number[places] = np.arange(len(places))
        yield number
        return
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    rank = np.arange(len(places)) - np.searchsorted(ordered, ordered)
    for turn in range(int(rank.max(initial=-1)) + 1):
        number = np.full(size, -1)
        number[ordered[rank == turn]] = order[rank == turn]
        yield number


__all__ = ["Dask", "Engine", "Jax", "engine", "is_basic"]
