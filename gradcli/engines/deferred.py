"""Arrays whose elementwise operations are recorded, to be computed when somebody looks.

Every function of NumPy's can be called with them: what is elementwise makes one more of them, sums
are remembered, and for anything else the values are computed first. This module knows how to
record; ``blocks`` knows how to compute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import isfinite, prod
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from gradcli.numerics.choosing import choose
from gradcli.numerics.memory import repeated

FLOATS = frozenset({np.dtype(np.float32), np.dtype(np.float64)})
"""The element types whose operations cannot fail, and so can wait."""

_HEAVY = 200  # from this many operations on, an operand is computed rather than recorded with
_MOST = 2**33  # elements; more than that is refused by who asks for their memory
_NUMBERS = frozenset({float, int, bool})


def _signs(ufunc: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return what a sign of Python's does between an array and another, or a number, and back.

    It is what NumPy would find out, the long way round, for most of them.
    """
    multiplies = ufunc is np.multiply

    def sign(self: Deferred, other: Any) -> Any:
        kind, light = other.__class__, other
        if kind is float or kind is int:
            dtype = _result(ufunc, self.dtype, kind)
        elif kind is Deferred and other.shape == self.shape:
            known = multiplies and (self.array is not None or other.array is not None)
            if known and (one := _times_one(self, other)) is not None:
                return one
            dtype, light = _result(ufunc, self.dtype, other.dtype), _light(other)
        else:
            return ufunc(self, other)
        if dtype is None:
            return ufunc(self, other)
        return Deferred(ufunc, (_light(self), light), self.shape, dtype)

    def reflected(self: Deferred, other: Any) -> Any:
        kind = other.__class__
        dtype = _result(ufunc, kind, self.dtype) if kind is float or kind is int else None
        if dtype is None:
            return ufunc(other, self)
        return Deferred(ufunc, (other, _light(self)), self.shape, dtype)

    return sign, reflected


class Deferred(NDArrayOperatorsMixin):
    """An array that remembers how to compute itself; ``array`` holds it once that is done.

    ``run`` computes a block of it into ``out`` from blocks of ``inputs``; it is None for a sum of
    the one input over ``axes``, or where it is ``negated``, of what that is the negative of.
    ``weight`` is how many operations there are to do, at most.
    """

    __slots__ = ("array", "axes", "dtype", "inputs", "negated", "run", "shape", "weight")
    __array_priority__ = 2000
    __hash__ = object.__hash__

    def __init__(
        self,
        run: Callable[..., Any] | None,
        inputs: tuple[Any, ...],
        shape: tuple[int, ...],
        dtype: np.dtype,
        axes: tuple[int, ...] = (),
        negated: bool = False,
    ) -> None:
        self.run, self.inputs, self.negated = run, inputs, negated
        self.shape, self.dtype, self.axes = shape, dtype, axes
        self.array: np.ndarray | None = None
        weight: int = 1
        for x in inputs:
            if x.__class__ is Deferred:
                weight += x.weight
        self.weight: int = weight

    # What it is

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
        return self.dtype.itemsize

    def value(self) -> np.ndarray:
        """Return the array, which is computed now if it was not before."""
        if self.array is None:
            from gradcli.engines.pending import compute

            compute(self)
        assert self.array is not None
        return self.array

    def hold(self, tensor: Any) -> None:
        """Let a new tensor have the values once somebody looks."""
        from gradcli.engines.pending import hold

        hold(tensor, self)

    def keep(self, result: Any) -> None:
        """Let a node have saved the values."""
        from gradcli.engines.pending import keep

        keep(result)

    def filled(self, array: np.ndarray) -> None:
        """Take the array that was computed, and let go of what it was computed from."""
        self.array, self.inputs, self.weight = array, (), 0

    # What NumPy does with it

    __add__, __radd__ = _signs(np.add)
    __sub__, __rsub__ = _signs(np.subtract)
    __mul__, __rmul__ = _signs(np.multiply)
    __truediv__, __rtruediv__ = _signs(np.divide)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.value()
        return array.astype(self.dtype if dtype is None else dtype, copy=bool(copy))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = method == "__call__" and not options and ufunc.nout == 1 and not ufunc.signature
        if plain and (found := _recorded(ufunc, inputs)) is not None:
            return found
        if any(out is self for out in options.get("out", ())):
            return ufunc(*inputs)  # what Python's signs in place mean here: a new array
        return _METHODS[method](ufunc)(*map(settled, inputs), **options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not kwargs and function in _FUNCTIONS:
            return _FUNCTIONS[function](*args)
        plain = {name: settled(value) for name, value in kwargs.items()}
        return function(*map(settled, args), **plain)

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the array converted to an element type."""
        kind = np.dtype(dtype)
        if kind is self.dtype:
            return self
        if kind not in FLOATS:
            return self.value().astype(kind)
        return Deferred(_converted, (_light(self),), self.shape, kind)

    def reshape(self, *shape: Any) -> Any:
        """Return the array under another shape."""
        sizes = shape[0] if isinstance(shape[0], tuple) else shape
        if self.run is None and self.array is None and prod(sizes) == self.size:
            return Deferred(None, self.inputs, sizes, self.dtype, self.axes, self.negated)
        return self.value().reshape(sizes)

    def total(self, axes: tuple[int, ...], keepdims: bool) -> Any:
        """Return the sum over axes, or None where it cannot be taken block by block."""
        if self.dtype not in FLOATS or not leading(self.shape, axes):
            return None
        kept = [1 if axis in axes else size for axis, size in enumerate(self.shape)]
        shape = kept if keepdims else [s for a, s in enumerate(self.shape) if a not in axes]
        before = self._negative_of()
        source = self if before is None else before
        return Deferred(None, (source,), tuple(shape), self.dtype, axes, before is not None)

    def _negative_of(self) -> Deferred | None:
        """Return what this is the negative of, to be spared that: a sum is negated as exactly."""
        times = self.run is np.multiply and self.inputs[1].__class__ is int
        if not (times and self.inputs[1] == -1) and self.run is not np.negative:
            return None
        return self.inputs[0] if self.inputs[0].__class__ is Deferred else None

    def __getitem__(self, index: Any) -> Any:
        return self.value()[index]

    def __len__(self) -> int:
        return len(self.value())

    def __bool__(self) -> bool:
        return bool(self.value())

    def __repr__(self) -> str:
        return f"<deferred array {self.shape} {self.dtype}>"


def settled(value: Any) -> Any:
    """Return the array of a deferred one, and anything else as it is."""
    if value.__class__ is Deferred:
        return value.value()
    return list(map(settled, value)) if value.__class__ is list else value


def leading(shape: tuple[int, ...], axes: tuple[int, ...]) -> bool:
    """Tell whether axes are the outermost ones, all of them for a total."""
    return bool(axes) and tuple(sorted(axes)) == tuple(range(len(axes)))


def leaf(array: Any) -> Deferred | None:
    """Return an array as a deferred one, whose operations are recorded; None where they cannot be.

    Results are laid out in order, as NumPy lays out those of operands in order; an array with all
    elements in one place, as ``broadcast_to`` makes of a number, is that number. Dimensions of
    size 1 with other steps than a fresh array's leave a mark on results, and are left alone.
    """
    if type(array) is not np.ndarray or array.dtype not in FLOATS:  # of another engine, or type
        return None
    if not array.flags.c_contiguous and any(array.strides):
        return None
    if 1 in array.shape and not _steps_in_order(array):
        return None
    found = Deferred(None, (), array.shape, array.dtype)
    found.filled(array)
    return found


def _steps_in_order(array: np.ndarray) -> bool:
    """Tell whether also dimensions of size 1 have the steps that they have in a fresh array."""
    step = array.itemsize
    for size, found in zip(reversed(array.shape), reversed(array.strides), strict=True):
        if found != step:
            return False
        step *= size
    return True


def _light(operand: Any) -> Any:
    """Return an operand as an operation holds it: computed, if that is a long way."""
    if operand.__class__ is not Deferred:
        return operand
    if operand.array is not None:
        return operand.array
    return operand.value() if operand.weight > _HEAVY else operand


def _recorded(ufunc: Any, inputs: Sequence[Any]) -> Deferred | None:
    """Return a ufunc's result as a deferred array; None where it has to be computed."""
    if len(inputs) == 1:
        (x,) = inputs
        dtype = _result(ufunc, x.dtype)
        return None if dtype is None else Deferred(ufunc, (_light(x),), x.shape, dtype)
    kinds: list[Any] = []
    for x in inputs:
        if x.__class__ in _NUMBERS:
            kinds.append(x.__class__)
        elif x.__class__ is Deferred or isinstance(x, np.generic) or type(x) is np.ndarray:
            kinds.append(x.dtype)
        else:
            return None
    if ufunc is np.multiply and (found := _times_one(*inputs)) is not None:
        return found
    dtype = _result(ufunc, *kinds)
    return None if dtype is None else _record(ufunc, inputs, dtype)


def _record(run: Any, inputs: Sequence[Any], dtype: np.dtype) -> Deferred | None:
    shape: tuple[int, ...] = ()
    whole = False  # whether a deferred array has the shape
    for x in inputs:
        form = () if x.__class__ in _NUMBERS else x.shape
        if form and form != shape:
            shape = np.broadcast_shapes(shape, form) if shape else form
            whole = False
            if prod(shape) > _MOST:
                return None
        if x.__class__ is Deferred:
            whole = whole or form == shape
        elif form and type(x) is not np.ndarray:
            return None  # another engine has it
        elif form and not x.flags.c_contiguous and any(x.strides):
            return None  # what lies otherwise would make results lie otherwise
    if not whole:
        whole = any(x.__class__ is Deferred and x.shape == shape for x in inputs)
    if not whole:
        return None
    return Deferred(run, tuple([_light(x) for x in inputs]), shape, dtype)


def _times_one(x: Any, y: Any) -> Deferred | None:
    """Return a copy of the other factor beside ones, as a gradient begins; None without them."""
    if not (x.__class__ is y.__class__ is Deferred and x.shape == y.shape and x.dtype is y.dtype):
        return None
    for one, other in ((x, y), (y, x)):
        array = one.array
        if array is None or not array.size or any(array.strides):
            continue
        if array[(0,) * array.ndim] == 1:
            return Deferred(np.positive, (_light(other),), x.shape, x.dtype)
    return None


@cache
def _result(ufunc: Any, *kinds: Any) -> np.dtype | None:
    """Return the element type of a ufunc's result; None where not all are floats or bools."""
    if bool in kinds:
        return None
    try:
        found = ufunc.resolve_dtypes((*kinds, None))
    except TypeError:
        return None
    for kind in (*kinds, found[-1]):
        if kind not in FLOATS and kind not in (int, float) and kind.kind != "b":
            return None
    inner = {kind for kind in found if kind.kind != "b"}
    return found[-1] if len(inner) <= 1 else None


def _where(condition: Any, x: Any, y: Any) -> Any:
    """Return ``np.where`` as a deferred array, or the array."""
    kinds = [getattr(v, "dtype", v.__class__) for v in (x, y)]
    known = condition.dtype.kind == "b" and all(k in FLOATS or k in (int, float) for k in kinds)
    if known:
        dtype = _result(np.maximum, *kinds)
        for value in (x, y):
            if value.__class__ is float and isfinite(value) and abs(value) > np.finfo(dtype).max:
                raise OverflowError  # which the ordinary way explains
        found = None if dtype is None else _record(choose, (condition, x, y), dtype)
        if found is not None:
            return found
    return np.where(*map(settled, (condition, x, y)))


def _converted(x: Any, out: Any) -> None:
    np.copyto(out, x, casting="unsafe")


def _zeros_like(x: Deferred) -> np.ndarray:
    return repeated(np.zeros((), x.dtype), x.shape)


def _ones_like(x: Deferred) -> np.ndarray:
    return repeated(np.ones((), x.dtype), x.shape)


def _result_type(*values: Any) -> np.dtype:
    return np.result_type(*[v.dtype if v.__class__ is Deferred else v for v in values])


_METHODS: dict[str, Callable[..., Any]] = {
    "__call__": lambda ufunc: ufunc,
    "accumulate": lambda ufunc: ufunc.accumulate,
    "outer": lambda ufunc: ufunc.outer,
    "reduce": lambda ufunc: ufunc.reduce,
}

_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.where: _where,
    np.result_type: _result_type,
    np.ones_like: _ones_like,
    np.zeros_like: _zeros_like,
    np.shape: lambda x: x.shape,
    np.size: lambda x: x.size,
    np.ndim: lambda x: x.ndim,
}
