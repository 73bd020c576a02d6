"""What engines call things: the namespace that bodies of operators get for arrays of theirs.

An ``Engine`` answers for NumPy's functions by those of a library that keeps to the Python array API
standard; ``Jax`` and ``Dask`` say where their libraries offer more, or something else, than it.
This module knows libraries. Which arrays a namespace is chosen for is known to ``arrays``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics import dialect, keys
from gradcli.numerics.arrays import ENGINES
from gradcli.numerics.foreign import Foreign, Raw, refusal
from gradcli.numerics.scheduling import Progress, Tell


class How(NamedTuple):
    """How an engine is to compute: on which of dask's schedulers, on how many of JAX's devices.

    ``progress`` is opened to show how far it is, ``tell`` takes remarks for people.
    """

    scheduler: str | None = None
    devices: int = 1
    progress: Progress | None = None
    tell: Tell = lambda text: None


class ValuesNeeded(BaseException):
    """A program needs values while it is compiled; it has to be run step by step instead."""


_SIZED = "arange linspace tril_indices triu_indices indices ogrid tri finfo iinfo"
_HOST = frozenset(_SIZED.split())
"""Functions of sizes alone, whose results are constants: NumPy makes them for every engine."""


class Engine:
    """The array API standard in NumPy's dialect, for a library that has nothing more."""

    package = "array_api_strict"
    whole_matrices = False  # whether LAPACK can be called as NumPy calls it
    compiles = False  # whether a program and its backward pass can become one function
    in_chunks = False  # whether arrays are read from files a piece at a time
    least = 0  # how many elements an array has at least for which it is worth it

    def __init__(self, name: str) -> None:
        try:
            self.lib: Any = import_module(self.package)
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

    @contextmanager
    def working(self, how: How) -> Iterator[None]:
        """Compute as is asked for, in a context."""
        self.check(how)
        yield

    def check(self, how: How) -> None:
        """Refuse to be asked for what other engines do."""
        if how.scheduler is not None and not self.in_chunks:
            raise op_error(ValueError, f"the engine {self.name} has no schedulers; dask has")
        if how.devices > 1 and not self.compiles:
            raise op_error(ValueError, f"the engine {self.name} has one device; jax may have more")

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

    def spread(self, raw: Raw, shape: tuple[int, ...]) -> Raw:
        """Return an array under a larger shape."""
        return self.lib.broadcast_to(raw, shape)

    def cut_as(self, raw: Raw, other: Raw) -> Raw:
        """Return an array in pieces as those of another of its shape, where there are pieces."""
        return raw

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
        return raw[keys.complete(key, raw.shape)]

    def put(self, raw: Raw, key: tuple[Any, ...], part: Raw) -> Raw:
        """Return the array with other elements at a basic index."""
        changed = self.lib.asarray(raw, copy=True)
        changed[keys.complete(key, raw.shape)] = part
        return changed

    def taken(self, flat: Raw, places: np.ndarray) -> Raw:
        """Return the elements of a flat array at known places."""
        if not flat.shape[0]:  # there is nothing to take, so nothing is asked for
            return self.given(np.zeros(places.shape, self.numpy_dtype(flat.dtype)))
        found = self.lib.take(flat, self.given(places.reshape(-1)), axis=0)
        return self.reshaped(found, places.shape)

    def gathered(self, raw: Raw, key: tuple[Any, ...]) -> Raw:
        """Return the elements at an index that holds arrays."""
        return self.taken(self.reshaped(raw, (-1,)), keys.places(raw.shape, key))

    def scattered(self, raw: Raw, key: tuple[Any, ...], part: Raw, combine: str) -> Raw:
        """Return the array with elements put, or combined, at an index that holds arrays."""
        places = keys.places(raw.shape, key)
        if part.ndim > places.ndim:
            part = self.reshaped(part, part.shape[part.ndim - places.ndim :])
        values = self.reshaped(self.lib.broadcast_to(part, places.shape), (-1,))
        flat = self.reshaped(raw, (-1,))
        join = getattr(self.lib, combine) if combine else lambda old, new: new
        for number in keys.rounds(places.reshape(-1), flat.shape[0], bool(combine)):
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
        """Compute on arguments of the type that NumPy computes in."""
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


@cache
def engine(name: str) -> Engine:
    """Return an engine by its name; its library is imported now.

    ``strict`` is the standard and nothing more: what proves that operators keep to it.
    """
    if name == "jax":
        from gradcli.numerics.engine_jax import Jax

        return Jax(name)
    if name == "dask":
        from gradcli.numerics.engine_dask import Dask

        return Dask(name)
    return Engine(name)


@cache
def _numpy_dtype(name: str) -> np.dtype:
    return np.dtype(name.rpartition(".")[2])


def closed(
    xp: Engine, function: Callable[..., Any], args: Any, options: Any
) -> tuple[list[Raw], Callable[..., Any]]:
    """Return the arrays that a function is called with, and the function of them alone."""
    raws = [arg.raw for arg in args if isinstance(arg, Foreign)]
    gap = [isinstance(arg, Foreign) for arg in args]
    rest = [None if there else arg for there, arg in zip(gap, args, strict=True)]

    def call(*given: Any) -> Any:  # which may travel to a worker, where engines are not
        arrays = iter(given)
        both = zip(gap, rest, strict=True)
        plain = [np.asarray(next(arrays)) if there else arg for there, arg in both]
        found = function(*plain, **options)
        if not isinstance(found, tuple):
            return np.asarray(found)
        parts = map(np.asarray, found)
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)

    return raws, call


def tried(call: Callable[..., Any], raws: list[Raw]) -> Any:
    """Return what a function makes of identities, whose shapes and types tell of its results.

    Whole numbers are pivots to LAPACK, which believes them: these say that no rows are exchanged.
    """
    given = []
    for raw in raws:
        dtype = _numpy_dtype(str(raw.dtype))
        one = np.eye(*raw.shape[-2:]) if len(raw.shape) > 1 else np.ones(raw.shape)
        if dtype.kind in "iu" and raw.shape:
            one = np.arange(1, raw.shape[-1] + 1)
        given.append(np.broadcast_to(one, raw.shape).astype(dtype))
    return call(*given)


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
