"""Arrays that have the shape of one sample and hold those of a whole batch.

Functions of NumPy's hand their work over to a ``Batched`` array, and it hands them the batch, whose
first axis nobody else sees. Samples never meet there: what each gives is what it would give alone.
What has no form for a batch is ``Unbatchable``.

This module knows arrays; what functions do with them is in ``batched_rules``, what is done one by
one in ``sampled``. Which tensors are batches, and how long, is known to ``transforms.border``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from textwrap import indent
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from gradcli.errors import Unbatchable, op_error
from gradcli.numerics import summation
from gradcli.numerics.memory import add_into, address, in_memory, retyped, strided_view

_ALL = slice(None)
RULES: dict[str, Callable[..., Any]] = {}
"""What functions of NumPy's make of batches; ``batched_rules`` has them."""

METHODS: set[str] = set()
"""The functions that are methods of arrays, too."""

Batch = Any
"""What has a ``size``, a ``depth`` inside of other batches, and a ``check`` that work may go on."""


def _set_real(self: Any, value: Any) -> None:
    self.real[...] = value


def _set_imag(self: Any, value: Any) -> None:
    self.imag[...] = value


class Batched(NDArrayOperatorsMixin):
    """An array of one sample's shape, whose ``whole`` has one more axis in front, the batch's."""

    __slots__ = ("batch", "dim", "whole")
    __array_priority__ = 900  # below a tensor's

    def __init__(self, batch: Batch, whole: Any, dim: int = 0) -> None:
        self.batch, self.whole = batch, whole
        self.dim = dim  # where the samples lay in the tensor of the batch, for those who print it

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """NumPy's type of arrays; what an array really is, ``type`` tells."""
        return np.ndarray

    # What it is

    shape = property(lambda self: self.whole.shape[1:])
    ndim = property(lambda self: self.whole.ndim - 1)
    size = property(lambda self: prod(self.whole.shape[1:]))
    dtype = property(lambda self: self.whole.dtype)
    itemsize = property(lambda self: self.whole.itemsize)
    strides = property(lambda self: self._one.strides)
    base = property(lambda self: self.whole.base)
    place = property(lambda self: address(self.whole))
    real = property(lambda self: Batched(self.batch, self.whole.real), _set_real)
    imag = property(lambda self: Batched(self.batch, self.whole.imag), _set_imag)
    T = property(lambda self: self.transpose())
    mT = property(lambda self: Batched(self.batch, self.whole.mT))

    flags = property(lambda self: self._one.flags)

    @property
    def _one(self) -> Any:
        """An array that lies in memory as each sample does; they lie alike."""
        if not self.batch.size:
            return np.empty(self.shape, self.dtype)
        return self.whole[0] if self.ndim else self.whole[0:1].reshape(())

    def __len__(self) -> int:
        return self.shape[0]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __bool__(self) -> bool:
        """Tell what all samples tell alike."""
        whole = in_memory(self)
        if self.size != 1 or whole.any() != whole.all():
            raise unbatchable()
        return bool(whole.any())

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(name)
        function = getattr(np, name)
        return lambda *args, **options: function(self, *args, **options)

    def item(self, *args: Any, **options: Any) -> Any:
        """Refuse to give values away."""
        self.batch.check()
        raise unbatchable()

    __float__ = __int__ = __index__ = __complex__ = item

    def tolist(self, *args: Any, **options: Any) -> Any:
        """Refuse to give memory away."""
        self.batch.check()
        raise unbatchable("Cannot access data pointer of Tensor that doesn't have storage")

    __array__ = tolist

    def shown(self, show: Callable[[Any], str]) -> str:
        """Return how a tensor prints that has this array; ``show`` is for that of the batch."""
        inner = indent(show(np.moveaxis(self.whole, 0, self.dim)), "    ")
        lines = f"BatchedTensor(lvl={self.batch.level}, bdim={self.dim}, value=\n{inner}"
        return f"{lines}\n)"

    # Types and shapes

    def astype(self, dtype: Any, order: str = "K", copy: bool = True, **options: Any) -> Any:
        """Convert elements."""
        return Batched(self.batch, self.whole.astype(dtype, copy=copy))

    def copy(self, order: str = "C") -> Any:
        """Return a copy."""
        return Batched(self.batch, self.whole.copy(order=order))

    def reshape(self, *shape: Any, order: str = "C", copy: Any = None) -> Any:
        """Return the elements of each sample under another shape."""
        sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        if -1 in sizes:
            known = -prod(sizes)
            if known <= 0:
                raise unbatchable()
            sizes = [self.size // known if n == -1 else n for n in sizes]
        if prod(sizes) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {sizes}")
        whole = (self.batch.size, *map(int, sizes))
        if copy is None:
            return Batched(self.batch, self.whole.reshape(whole))
        return Batched(self.batch, np.reshape(self.whole, whole, copy=copy))

    def ravel(self, order: str = "C") -> Any:
        """Return the elements of each sample in one row."""
        return self.reshape(self.size)

    def transpose(self, *axes: Any) -> Any:
        """Return the axes in another order."""
        if len(axes) == 1 and not isinstance(axes[0], (int, np.integer)):
            axes = axes[0] or ()
        order = axes_of(axes, self.ndim) or range(self.ndim, 0, -1)
        return Batched(self.batch, self.whole.transpose((0, *order)))

    def room(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return zeros of a shape for each sample."""
        shape = (self.batch.size, *shape)
        nested = type(self.whole) is Batched
        return Batched(
            self.batch, self.whole.room(shape, dtype) if nested else np.zeros(shape, dtype)
        )

    def strided(self, shape: Any, strides: Any, start: int) -> Any:
        """Return a view of each sample with other sizes and strides."""
        shape, strides = (self.batch.size, *shape), (self.whole.strides[0], *strides)
        return Batched(self.batch, strided_view(self.whole, shape, strides, start))

    def view(self, dtype: Any = None) -> Any:
        """Return a view, whose bytes may be elements of another type."""
        if dtype is None:
            return Batched(self.batch, self.whole)
        if not self.ndim:
            raise unbatchable()
        return Batched(self.batch, retyped(self.whole, np.dtype(dtype)))

    # Parts

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int) or type(key) is slice or key is Ellipsis:
            return Batched(self.batch, self.whole[_ALL, key])
        batch = batch_of((self, key)) or self.batch
        whole, place = _place(batch, self, key)
        return Batched(batch, whole[place])

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.batch is not batch_of((self, key, value)):
            raise unbatchable()
        whole, place = _place(self.batch, self, key)
        whole[place] = aligned(self.batch, value, whole[place].ndim - 1)

    # NumPy's functions

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        batch, out = batch_of(inputs), options.pop("out", ())
        if batch is None or not options.keys() <= {"dtype", "axis", "keepdims", "initial"}:
            raise unbatchable()
        batch.check()
        if out:
            if len(out) > 1 or not is_of(batch, out[0]):
                raise unbatchable()
            out[0][...] = getattr(ufunc, method)(*inputs, **options)
            return out[0]
        if method == "__call__" and ufunc.signature is None:
            ndim = max([np.ndim(x) for x in inputs])
            found = ufunc(*[aligned(batch, x, ndim) for x in inputs], **options)
            several = type(found) is tuple
            return tuple([Batched(batch, x) for x in found]) if several else Batched(batch, found)
        if method == "__call__" and ufunc is np.matmul:
            return _product(batch, *inputs)
        x = inputs[0]
        if method in ("reduce", "accumulate") and is_of(batch, x):
            axes = axes_of(options.pop("axis", inputs[1] if inputs[1:] else 0), x.ndim)
            return Batched(batch, reduced(ufunc, method, x.whole, axes, options))
        if method == "at" and is_of(batch, x):
            whole, place = _place(batch, x, inputs[1])
            values = aligned(batch, inputs[2], whole[place].ndim - 1)
            add = add_into if ufunc is np.add else lambda xp, *parts: ufunc.at(*parts)
            return add(np, whole, place, values)
        raise unbatchable()

    def __array_function__(
        self, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        room, name = function.__module__.partition(".")[::2], function.__name__
        rule = RULES.get(f"{room[1]}.{name}" if room[1] else name)
        batch = batch_of(args) or batch_of(tuple(options.values()))
        if rule is None or batch is None or room[0] != "numpy" or "out" in options:
            raise unbatchable()
        batch.check()
        return rule(batch, *args, **options)


def unbatchable(message: str = "") -> Exception:
    """Return the error for what has no form for a batch, in PyTorch's words where it gets out."""
    return op_error(Unbatchable, message or _BRANCH, code="vmap")


_BRANCH = (
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We "
    "don't support that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."
)


def is_part(batch: Batch, array: Any) -> bool:
    """Tell whether an array is part of a batch, or has parts of it for samples of its own."""
    while type(array) is Batched:
        if array.batch is batch:
            return True
        array = array.whole
    return False


def batch_of(values: Any) -> Batch | None:
    """Return the innermost batch that any of the values is of."""
    found = None
    for value in values:
        kind = type(value)
        if kind is Batched:
            batch = value.batch
        elif kind is tuple or kind is list:
            batch = batch_of(value)
        else:
            continue
        if batch is not None and (found is None or batch.depth > found.depth):
            found = batch
    return found


def is_of(batch: Batch, value: Any) -> bool:
    """Tell whether a value is an array of a batch itself."""
    return type(value) is Batched and value.batch is batch


def aligned(batch: Batch, value: Any, ndim: int) -> Any:
    """Return an array's whole with ones after the batch, as broadcasting to ``ndim`` axes needs."""
    if type(value) is not Batched or value.batch is not batch:
        return value
    whole = value.whole
    missing = ndim + 1 - whole.ndim
    if missing < 0:
        raise unbatchable()
    return whole.reshape((batch.size,) + (1,) * missing + whole.shape[1:]) if missing else whole


def put_in(batch: Batch, array: Any, dim: int) -> Any:
    """Return an array as part of a batch, whose samples lie along a dimension.

    Of two batches the deeper one always holds the other.
    """
    if type(array) is Batched and array.batch.depth > batch.depth:
        return Batched(array.batch, put_in(batch, array.whole, dim + 1))
    return Batched(batch, np.moveaxis(array, dim, 0), dim)


def taken_out(batch: Batch, array: Any) -> Any:
    """Return an array with one more dimension in front, that of a batch's samples."""
    if not is_part(batch, array):
        return np.broadcast_to(array, (batch.size, *np.shape(array)))
    if array.batch is batch:
        return array.whole
    return Batched(array.batch, np.swapaxes(taken_out(batch, array.whole), 0, 1))


def total(batch: Batch, array: Any) -> Any:
    """Return the sum over a batch of what is part of it."""
    if not is_part(batch, array):
        return array
    if array.batch is batch:
        return np.add.reduce(array.whole, axis=0)
    return Batched(array.batch, total(batch, array.whole))


def as_rows(function: Callable[..., Any], x: Any) -> Any:
    """Return what a function makes of each row of an array, of which a batch has more."""
    count, rows = x.batch.size, x.shape[0]
    found = function(x.whole.reshape((count * rows, *x.shape[1:])))
    return tuple([Batched(x.batch, part.reshape((count, rows, *part.shape[1:]))) for part in found])


def joined(function: Callable[..., Any], parts: Any, axes: Sequence[int | None], to: int) -> Any:
    """Return what a function makes of arrays in which samples lie one behind the other on axes.

    So they do along an axis of the result; None stands for an array that all samples share.
    """
    batch = batch_of(parts)
    if batch is None or not batch.size:
        raise unbatchable()
    wholes = [*parts]
    for place, axis in enumerate(axes):
        if axis is not None:
            shape = parts[place].shape
            whole = np.moveaxis(taken_out(batch, parts[place]), 0, axis)
            sizes = (*shape[:axis], batch.size * shape[axis], *shape[axis + 1 :])
            wholes[place] = whole.reshape(sizes)
    found = function(*wholes)
    sizes = (*found.shape[:to], batch.size, found.shape[to] // batch.size, *found.shape[to + 1 :])
    return Batched(batch, np.moveaxis(found.reshape(sizes), to, 0))


def axes_of(axis: Any, ndim: int) -> Any:
    """Return axes of a sample as those of the whole; None stands for all of them."""
    if axis is None:
        return tuple(range(1, ndim + 1))
    if isinstance(axis, (tuple, list)):
        return tuple([axes_of(a, ndim) for a in axis])
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return int(axis) % ndim + 1


def reduced(ufunc: Any, method: str, whole: Any, axes: Any, options: dict[str, Any]) -> Any:
    """Return what a function of NumPy's makes along axes, sums in the order of PyTorch's."""
    usual = ufunc is np.add and method == "reduce" and options.keys() <= {"dtype", "keepdims"}
    if usual and whole.dtype.kind in "fc" and options.get("dtype", whole.dtype) == whole.dtype:
        axes = axes if isinstance(axes, tuple) else (axes,)
        return summation.total(whole, axes, options.get("keepdims", False))
    return getattr(ufunc, method)(whole, axis=axes, **options)


def _product(batch: Batch, a: Any, b: Any) -> Any:
    """Return the product of matrices; where all samples share a factor, one large product."""
    left, right, m, n = is_of(batch, a), is_of(batch, b), a.ndim, b.ndim
    if not m or not n:
        raise unbatchable()
    if left and not right and n <= 2:
        rows = a.whole.reshape(-1, a.shape[-1]) if m > 1 else a.whole
        found = np.matmul(rows, b)
        return Batched(batch, found.reshape((batch.size, *a.shape[:-1], *b.shape[1:])))
    if right and not left and m <= 2 and n == 1:
        return Batched(batch, np.matmul(b.whole, a.T))
    a = np.expand_dims(a, -2) if m == 1 else a
    b = np.expand_dims(b, -1) if n == 1 else b
    depth = max(m, n, 2)
    found = Batched(batch, np.matmul(aligned(batch, a, depth), aligned(batch, b, depth)))
    found = found[..., 0] if n == 1 else found
    return found if m > 1 else found[..., 0] if n == 1 else found[..., 0, :]


def _place(batch: Batch, x: Any, key: Any) -> tuple[Any, Any]:
    """Return an array, and an index into it whose parts come out in order after the batch."""
    parts = list(key) if type(key) is tuple else [key]
    used = sum(map(_taken, parts))
    at = next((i for i, part in enumerate(parts) if part is Ellipsis), len(parts))
    parts[at : at + 1] = [_ALL] * (x.ndim - used)
    many = [i for i, p in enumerate(parts) if isinstance(p, (np.ndarray, int, np.integer))]
    if any(isinstance(part, list) for part in parts) or used > x.ndim:
        raise unbatchable()
    if not any(isinstance(part, np.ndarray) for part in parts):
        return x.whole, (_ALL, *parts)
    if many[-1] - many[0] != len(many) - 1 or any(part is None for part in parts[: many[0]]):
        raise unbatchable()  # NumPy puts their axes first
    if not any(is_of(batch, part) for part in parts):
        return x.whole, (_ALL, *parts)
    if any(map(_is_mask, parts)):
        raise unbatchable()
    ndim, first = max([np.ndim(parts[i]) for i in many]), many[0]
    for i, size in enumerate(x.shape[:first]):  # which come before, as the axes of a sample do
        numbers = np.arange(*parts[i].indices(size))
        parts[i] = numbers.reshape((-1,) + (1,) * (first - i - 1 + ndim))
    places = [aligned(batch, part, first + ndim) for part in parts]
    if not is_of(batch, x):
        return x, tuple(places)
    return x.whole, (np.arange(batch.size).reshape((-1,) + (1,) * (first + ndim)), *places)


def _is_mask(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.dtype.kind == "b"


def _taken(part: Any) -> int:
    """Return how many axes a part of an index is for."""
    return 0 if part is None or part is Ellipsis else part.ndim if _is_mask(part) else 1


def lead_out(node: Any, operands: Any, results: Any) -> None:
    """Let gradients of what samples share be added up, for each batch that results are of."""
    batches = []
    for array in [getattr(result, "held", None) for result in results]:
        while type(array) is Batched:
            if array.batch not in batches:
                batches.append(array.batch)
            array = array.whole
    for batch in sorted(batches, key=lambda batch: batch.depth):  # the outermost last on the way
        batch.lead_out(node, operands)
