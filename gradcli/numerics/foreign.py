"""Arrays of other engines in the words of NumPy's, which operators are written in.

A ``Foreign`` array holds an array of JAX's, of dask's or of another library that keeps to the
Python array API standard, and says that it is a NumPy array: what asks with ``isinstance`` is
answered yes, and NumPy's own functions hand their work over to it. Memory is what it imitates:
a view writes through to what it is a view of, though the arrays below may never change. NumPy's
rules of promotion hold on every engine.

This module knows how such arrays behave. What an engine calls things is known to ``engines``, and
what of NumPy's dialect has to be said in other words to ``dialect``.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, ClassVar, NoReturn

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics import keys, memory

Raw = Any
"""An array of an engine's own."""


class Foreign:
    """An array of another engine, in NumPy's dialect.

    ``base`` is the array that this one is a view of; ``_read`` and ``_write`` lead from the base's
    elements to the view's and back. ``_root`` counts the changes of all that share its elements.
    ``layout`` is an array of NumPy's with the strides that the elements would have in memory; there
    is no memory behind it.
    """

    __slots__ = (
        "_count",
        "_layout",
        "_raw",
        "_read",
        "_root",
        "_seen",
        "_write",
        "base",
        "scattered",
    )
    __array_priority__ = 900  # below a tensor's
    xp: ClassVar[Any]

    def __init__(
        self,
        raw: Raw,
        base: Foreign | None = None,
        read: Callable[[Raw], Raw] | None = None,
        write: Callable[[Raw, Raw], Raw] | None = None,
        layout: np.ndarray | None = None,
    ) -> None:
        self._raw, self._layout = raw, layout
        self.base = base
        self._read, self._write = read, write
        self._root: Foreign = self if base is None else base._root
        self._count = 0
        self.scattered = False
        self._seen = self._root._count

    @property
    def __class__(self) -> type:
        """NumPy's type of arrays; what an array really is, ``type`` tells."""
        return np.ndarray

    @__class__.setter
    def __class__(self, kind: type) -> None:
        raise TypeError("an array of an engine stays one")

    @property
    def raw(self) -> Raw:
        """The elements as they are now, in an array of the engine's."""
        if self.base is not None and self._seen != self._root._count:
            assert self._read is not None
            self._raw, self._seen = self._read(self.base.raw), self._root._count
        return self._raw

    @raw.setter
    def raw(self, raw: Raw) -> None:
        if self.base is None:
            self._raw = raw
        else:
            if self._write is None:
                raise ValueError("assignment destination is read-only")
            self.base.raw = self._write(self.base.raw, raw)
        self._root._count += 1

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._raw.shape)

    @property
    def dtype(self) -> np.dtype:
        return self.xp.numpy_dtype(self._raw.dtype)  # type: ignore[no-any-return]

    @property
    def ndim(self) -> int:
        return len(self._raw.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def layout(self) -> np.ndarray:
        """How the elements would lie in memory; only sizes and strides of it mean anything."""
        if self._layout is None:
            self._layout = memory.layout(self.dtype, self.shape)
        return self._layout

    @property
    def strides(self) -> tuple[int, ...]:
        return self.layout.strides

    @property
    def flags(self) -> Flags:
        return Flags(self.layout)

    @property
    def place(self) -> int:
        """A number for where its memory would begin; those of its views lie as far apart."""
        return memory.address(self.layout)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.xp.name} array of shape {self.shape}, {self.dtype}>"

    # Its values on the host, where somebody has to know them

    def item(self, *place: int) -> Any:
        return self.host().item(*place)

    def tolist(self) -> Any:
        return self.host().tolist()

    def host(self) -> np.ndarray:
        """Return the values as an array of NumPy's; a lazy engine computes them."""
        return self.xp.host(self.raw)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        return bool(self.host())

    def __int__(self) -> int:
        return int(self.host())

    def __float__(self) -> float:
        return float(self.host())

    def __complex__(self) -> complex:
        return complex(self.host())

    def __index__(self) -> int:
        return int(self.host().__index__())

    def __array__(self, *args: Any, **options: Any) -> NoReturn:
        """Refuse to be made an array of NumPy's unasked, by a body that is written for NumPy."""
        raise refusal(self.xp.name)

    # Its elements elsewhere

    def astype(self, dtype: Any, copy: bool = True, **options: Any) -> Any:
        if not copy and self.dtype == dtype:
            return self
        return type(self)(self.xp.cast(self.raw, np.dtype(dtype)))

    def copy(self, order: str = "C") -> Any:
        return type(self)(self.raw)

    __copy__ = copy

    def reshape(self, *shape: Any, order: str = "C", copy: bool | None = None) -> Any:
        sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        old = self.shape
        new = _completed(tuple(map(int, sizes)), self.size, old)
        reshaped = self.xp.reshaped
        try:
            layout = np.reshape(self.layout, new, copy=False)
        except ValueError:
            if copy is False:
                raise
            return type(self)(reshaped(self.raw, new))
        return self._view(
            lambda raw: reshaped(raw, new), lambda raw, part: reshaped(part, old), layout
        )

    def ravel(self, order: str = "C") -> Any:
        return self.reshape(-1)

    def flatten(self, order: str = "C") -> Any:
        return self.reshape(-1).copy()

    @property
    def flat(self) -> Any:
        return self.reshape(-1)

    def transpose(self, *axes: Any) -> Any:
        if len(axes) == 1 and not isinstance(axes[0], (int, np.integer)):
            axes = tuple(range(self.ndim))[::-1] if axes[0] is None else tuple(axes[0])
        order = tuple(int(a) % self.ndim for a in axes) or tuple(range(self.ndim))[::-1]
        back = tuple(order.index(axis) for axis in range(self.ndim))
        permuted = self.xp.permuted
        return self._view(
            lambda raw: permuted(raw, order),
            lambda raw, part: permuted(part, back),
            self.layout.transpose(order),
        )

    @property
    def T(self) -> Any:
        return self.transpose()

    @property
    def mT(self) -> Any:
        return self.transpose(*range(self.ndim - 2), self.ndim - 1, self.ndim - 2)

    @property
    def real(self) -> Any:
        if self.dtype.kind != "c":
            return self
        xp = self.xp
        return self._view(
            xp.real_part, lambda raw, part: xp.joined(part, xp.imag_part(raw)), self.layout.real
        )

    @real.setter
    def real(self, values: Any) -> None:
        self.real[...] = values

    @property
    def imag(self) -> Any:
        if self.dtype.kind != "c":
            return self.xp.zeros_like(self)
        xp = self.xp
        return self._view(
            xp.imag_part, lambda raw, part: xp.joined(xp.real_part(raw), part), self.layout.imag
        )

    @imag.setter
    def imag(self, values: Any) -> None:
        self.imag[...] = values

    def view(self, dtype: Any = None) -> Any:
        if dtype is None or np.dtype(dtype) == self.dtype:
            return self[...]
        raise refusal(self.xp.name)

    def strided(self, shape: tuple[int, ...], strides: tuple[int, ...], start: int) -> Any:
        """Return a view of its memory with sizes and strides of its own, in bytes."""
        root = self._root
        size, old, xp = root.itemsize, root.shape, self.xp
        start += self.place - root.place
        places = np.full(shape, start // size)
        for axis, step in enumerate(strides):
            along = np.arange(shape[axis]) * (step // size)
            places += along.reshape(-1, *(1,) * (len(shape) - axis - 1))

        def read(raw: Raw) -> Raw:
            return xp.taken(xp.reshaped(raw, (-1,)), places)

        def write(raw: Raw, part: Raw) -> Raw:
            flat = xp.scattered(xp.reshaped(raw, (-1,)), (places,), part, "")
            return xp.reshaped(flat, old)

        if places.size and not 0 <= places.min() <= places.max() < root.size:
            raise op_error(RuntimeError, "a view would reach beyond its tensor", code="memory")
        flat = np.reshape(root.layout, -1, copy=False)[start // size : start // size + 1]
        view = root._view(read, write, memory.relaid(flat, shape, strides))
        view.scattered = True
        return view

    def _view(
        self,
        read: Callable[[Raw], Raw],
        write: Callable[[Raw, Raw], Raw] | None = None,
        layout: np.ndarray | None = None,
    ) -> Any:
        if self.scattered and layout is not None and layout.dtype == self.dtype:
            # A part of what lies scattered is written on its own, without the rest.
            return self.strided(layout.shape, layout.strides, memory.address(layout) - self.place)
        return type(self)(read(self.raw), self, read, write, layout)

    def __getitem__(self, key: Any) -> Any:
        key = keys.normal_key(key)
        xp = self.xp
        if keys.is_basic(key):
            return self._view(
                lambda raw: xp.part(raw, key),
                lambda raw, part: xp.put(raw, key, part),
                self.layout[key if Ellipsis in key else (*key, ...)],
            )
        return type(self)(xp.gathered(self.raw, keys.known(key)))

    def __setitem__(self, key: Any, value: Any) -> None:
        key = keys.normal_key(key)
        raw = self.xp.raw(value, self.dtype)
        if keys.is_basic(key):
            self.raw = self.xp.put(self.raw, key, raw)
        else:
            self.raw = self.xp.scattered(self.raw, keys.known(key), raw, "")

    def combine_at(self, name: str, key: Any, value: Any) -> None:
        """Combine values with those at an index by a function of two, one after the other."""
        key, raw = keys.normal_key(key), self.xp.raw(value, self.dtype)
        if keys.is_basic(key):
            self[key] = getattr(self.xp, name)(self[key], value)
        else:
            self.raw = self.xp.scattered(self.raw, keys.known(key), raw, name)

    def __iter__(self) -> Any:
        return (self[index] for index in range(len(self)))

    # NumPy's functions and Python's signs

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        out = options.pop("out", (None,))[0]
        result = self.xp.of_ufunc(ufunc, method)(*inputs, **options)
        if out is None:
            return result
        if hasattr(out, "xp"):
            out[...] = result
        else:
            out[...] = result.host()
        return out

    def __array_function__(
        self, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        room = function.__module__.removeprefix("numpy").removeprefix(".")
        place = getattr(self.xp, room) if room in ("linalg", "fft") else self.xp
        return getattr(place, function.__name__)(*args, **options)

    def __getattr__(self, name: str) -> Any:
        """Return one of the methods that NumPy has as functions too."""
        if name not in METHODS:
            raise AttributeError(name)
        function = getattr(self.xp, name)
        return lambda *args, **options: function(self, *args, **options)


class Flags:
    """What NumPy says of an array's memory."""

    __slots__ = ("c_contiguous", "f_contiguous", "writeable")

    def __init__(self, layout: np.ndarray) -> None:
        self.c_contiguous = layout.flags.c_contiguous
        self.f_contiguous = layout.flags.f_contiguous
        self.writeable = True


_METHODS = (
    "all any argmax argmin argsort clip conj cumprod cumsum diagonal dot max mean "
    "min nonzero prod repeat round searchsorted sort squeeze std sum swapaxes take trace var"
)
METHODS = frozenset(_METHODS.split())

_SIGNS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "power",
    "floordiv": "floor_divide", "mod": "remainder", "matmul": "matmul", "and": "bitwise_and",
    "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift", "rshift": "right_shift",
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal",
}  # fmt: skip
_PREFIXES = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
_NUMBERS = (bool, int, float, complex, np.generic, np.ndarray, Foreign)


def _add_signs() -> None:
    def binary(name: str, turned: bool) -> Callable[[Any, Any], Any]:
        def sign(self: Any, other: Any) -> Any:
            if not isinstance(other, _NUMBERS):
                return NotImplemented
            function = getattr(self.xp, name)
            return function(other, self) if turned else function(self, other)

        return sign

    def overwriting(name: str) -> Callable[[Any, Any], Any]:
        def sign(self: Any, other: Any) -> Any:
            self[...] = getattr(self.xp, name)(self, other)
            return self

        return sign

    for sign, name in _SIGNS.items():
        setattr(Foreign, f"__{sign}__", binary(name, False))
        if name not in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
            setattr(Foreign, f"__r{sign}__", binary(name, True))
            setattr(Foreign, f"__i{sign}__", overwriting(name))
    for sign, name in _PREFIXES.items():
        setattr(Foreign, f"__{sign}__", lambda self, name=name: getattr(self.xp, name)(self))


_add_signs()


def refusal(engine: str, what: str = "this operation") -> Exception:
    """Return the error for what is written for NumPy alone."""
    return op_error(
        NotImplementedError,
        f"{what} is not there on the engine {engine}",
        code="engine",
        help="run it with the engine numpy",
    )


def _completed(shape: tuple[int, ...], size: int, old: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape with the size that -1 stands for, or raise NumPy's error."""
    known = prod([n for n in shape if n != -1])
    if -1 in shape:
        missing = size // known if known else 0
        shape = tuple(missing if n == -1 else n for n in shape)
    if prod(shape) != size:
        raise ValueError(f"cannot reshape array of size {prod(old)} into shape {shape}")
    return shape
