"""Random numbers with the digits of PyTorch's CPU generator.

This module knows the generator: its seeds, its state, and how its 32-bit words become numbers of
each distribution, in PyTorch's order and with PyTorch's rounding. It does not know tensors.

The words come from the standard library's Mersenne Twister, which is the same engine; importing
``numpy.random`` would cost a tenth of the start of the command.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.memory import from_bytes
from gradcli.numerics.normals import GROUP, affine, transform
from gradcli.numerics.swapping import swapped
from gradcli.numerics.twister import initial_words, many_words

if TYPE_CHECKING:
    from random import Random

DEFAULT_SEED = 67280421310721
"""The seed of a ``torch.Generator()`` that was given none."""

_MASK64 = (1 << 64) - 1
_WORDS_AT_ONCE = 1 << 16
_MANY_WORDS = 1 << 19  # from here on, what they save is more than the import of ``numpy.random``
_WIDE_RANGE = 1 << 28  # from here on, a remainder of 32 bits would favour small numbers

_BRAIN_DIGITS, _BRAIN_MOST = 8, 3.3895313892515355e38  # of bfloat16

Shape = tuple[int, ...]


class GeneratorState(NamedTuple):
    """A snapshot of a generator."""

    seed: int
    engine: tuple[Any, ...]
    spare: float | None


class Generator:
    """PyTorch's CPU generator; never seeded, it starts from ``DEFAULT_SEED``.

    The methods that draw take the parameters of the distribution, a shape and an element type.
    """

    __module__ = "torch._C"

    __slots__ = ("_engine", "_seed", "_spare")

    def __init__(self, device: object = "cpu") -> None:
        if not str(device).startswith("cpu"):
            message = f"there is no device {device}; numbers are drawn on the CPU"
            raise op_error(RuntimeError, message, code="device", operands=(0,))
        self._seed = DEFAULT_SEED
        self._engine: Random | None = None
        self._spare: float | None = None  # the second number of the last pair of normal ones

    def __repr__(self) -> str:
        return "<torch._C.Generator object>"

    # State

    def manual_seed(self, seed: int) -> Generator:
        """Start again from a seed between -2**63 and 2**64 - 1, and return the generator."""
        if not isinstance(seed, int):
            message = f"manual_seed expected a long, but got {type(seed).__name__}"
            raise op_error(RuntimeError, message, operands=(1,))
        self._seed = _checked_seed(seed)
        self._engine = self._spare = None
        return self

    def seed(self) -> int:
        """Start again from a seed that nobody can foresee, and return it."""
        return self.manual_seed(_entropy())._seed

    def initial_seed(self) -> int:
        """Return the seed that the numbers started from."""
        return self._seed

    def clone_state(self) -> Generator:
        """Return another generator that goes on as this one does."""
        return Generator().restore(self.snapshot())

    def snapshot(self) -> GeneratorState:
        """Return a snapshot."""
        return GeneratorState(self._seed, self._started().getstate(), self._spare)

    def restore(self, state: GeneratorState) -> Generator:
        """Go on from a snapshot, and return the generator."""
        self._started().setstate(state.engine)
        self._seed, self._spare = state.seed, state.spare
        return self

    def kept(self) -> Callable[[], object]:
        """Return what puts the numbers back to where they are, if they were started again."""
        state, engine = self.snapshot(), self._engine
        return lambda: self._engine is engine or self.restore(state)

    # Words

    def _started(self) -> Random:
        """Return the engine, seeded when the first number is asked for."""
        if self._engine is None:
            from random import Random

            self._engine = Random(0)
            self._engine.setstate((3, (*initial_words(self._seed & 0xFFFFFFFF), 624), None))
        return self._engine

    def _words(self, count: int) -> np.ndarray:
        """Draw 32-bit words."""
        engine = self._started()
        if count >= _MANY_WORDS:
            return many_words(engine, count)
        words = np.empty(count, np.uint32)
        for start in range(0, count, _WORDS_AT_ONCE):
            part = words[start : start + _WORDS_AT_ONCE]
            part[:] = from_bytes(engine.randbytes(part.nbytes), "<u4")
        return words

    def _wide_words(self, count: int) -> np.ndarray:
        """Draw 64-bit words; the upper half comes first."""
        words = self._words(2 * count)
        wide = words[0::2].astype(np.uint64)
        wide <<= np.uint64(32)
        wide |= words[1::2]
        return wide

    def unit(self, count: int, dtype: np.dtype) -> np.ndarray:
        """Draw numbers in [0, 1) of float32 or float64, as many bits as they have digits."""
        digits = np.finfo(dtype).nmant + 1
        words = self._words(count) if digits < 32 else self._wide_words(count)
        words &= words.dtype.type((1 << digits) - 1)
        units = words.astype(dtype)
        units *= dtype.type(2.0**-digits)
        return units

    # Real numbers

    def rand(self, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw numbers, or both parts of complex ones, in [0, 1)."""
        if dtype.kind == "c":
            return _as_complex(self.rand((*shape, 2), _part(dtype)), dtype)
        return self.uniform(0.0, 1.0, shape, dtype)

    def uniform(self, low: float, high: float, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw numbers in [low, high)."""
        _check_uniform(low, high, dtype)
        work = _working(dtype)
        start = work.type(low)
        values = affine(self.unit(math.prod(shape), work), work.type(high) - start, start)
        values = cast(values, dtype)
        values[values == dtype.type(high)] = low  # rounded up to the bound, which is excluded
        return values.reshape(shape)

    def randn(self, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw normal numbers of mean 0 and variance 1."""
        return self.normal(0.0, 1.0, shape, dtype)

    @np.errstate(all="ignore")
    def normal(
        self, mean: float, std: float, shape: Shape, dtype: np.dtype, grouped: bool = True
    ) -> np.ndarray:
        """Draw normal numbers; the parts of complex ones share the variance.

        Memory with gaps or in another order is filled in pairs, not in groups.
        """
        if not std >= 0:
            raise op_error(RuntimeError, f"normal expects std >= 0.0, but found std {std:g}")
        if dtype.kind == "c":
            parts = self.normal(mean, std / math.sqrt(2), (*shape, 2), _part(dtype), grouped)
            return _as_complex(parts, dtype)
        if not _is_real(dtype):
            raise _not_implemented("normal_kernel_cpu", dtype)
        count = math.prod(shape)
        pairs = count < GROUP or not grouped
        normals = self.normal_pairs(count) if pairs else self._many_normals(count, dtype)
        kind = normals.dtype.type
        return cast(affine(normals, kind(std), kind(mean)), dtype).reshape(shape)

    def normal_pairs(self, count: int) -> np.ndarray:
        """Draw normal numbers of float64 in pairs; a second one left over is kept for later."""
        normals = [] if self._spare is None else [self._spare]
        pairs = (count - len(normals) + 1) // 2
        units = iter(self.unit(2 * pairs, np.dtype(np.float64)).tolist())
        for angle, length in zip(units, units, strict=True):
            radius = math.sqrt(-2 * math.log1p(-length))
            theta = 2 * math.pi * angle
            normals += [radius * math.cos(theta), radius * math.sin(theta)]
        self._spare = normals[count] if len(normals) > count else None
        return np.array(normals[:count])

    def _many_normals(self, count: int, dtype: np.dtype) -> np.ndarray:
        """Draw normal numbers in groups; an unfinished group is drawn anew as the last 16."""
        work = _working(dtype)
        whole = count - count % GROUP
        # Where no wider type is worked in, the unfinished group is drawn a first time, for nothing.
        values = np.empty(count, work)
        drawn = count if dtype == work else whole
        values[:drawn] = self.unit(drawn, work)
        transform(values[:whole])
        if whole < count:
            last = self.unit(GROUP, work)
            transform(last)
            values[-GROUP:] = last
        return values

    # Whole numbers

    def randint(self, low: int, high: int, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw integers of [low, high), in any element type that holds them."""
        _check_range(low, high, dtype)
        low, high = _representable(low, high, dtype)
        return self._integers(low, high - low, shape, dtype)

    def from_(self, low: int, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw integers from ``low`` to the largest that ``random`` draws."""
        _check_bounds(dtype, ("from", low))
        most = 1 << _digits(dtype) if _is_real(dtype) else int(_limits(dtype)[1])
        return self._integers(low, most - low + 1, shape, dtype)

    def _integers(self, low: int, span: int, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw so many different integers, of which ``low`` is the least."""
        count = math.prod(shape)
        wide = span >= _WIDE_RANGE
        words = self._wide_words(count) if wide else self._words(count).astype(np.uint64)
        if span > _MASK64:
            return words.view(np.int64).reshape(shape)
        # The sum is meant to wrap around: the bits are those of a signed number.
        values = (words % np.uint64(span) + np.uint64(low & _MASK64)).view(np.int64)
        return values.astype(dtype).reshape(shape)

    def random(self, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw integers from 0 to the largest of the type, or up to which all are representable."""
        if dtype.kind == "c":
            raise _not_implemented("random_kernel_cpu", dtype)
        count = math.prod(shape)
        words = self._wide_words(count) if dtype.itemsize == 8 else self._words(count)
        numbers: np.ndarray = words % words.dtype.type(_span(dtype))
        return numbers.astype(dtype).reshape(shape)

    def bernoulli(self, p: float | np.ndarray, shape: Shape, dtype: np.dtype) -> np.ndarray:
        """Draw ones with probability ``p``, and zeros."""
        if isinstance(p, np.ndarray):
            chances = np.broadcast_to(p, shape)
        elif 0 <= p <= 1:
            chances = np.full(shape, p, np.float64)
        else:
            message = f"bernoulli_ expects p to be in [0, 1], but got p={p:g}"
            raise op_error(RuntimeError, message)
        if not np.all((chances >= 0) & (chances <= 1)):
            raise op_error(RuntimeError, _BAD_CHANCE)
        units = self.unit(chances.size, _working(chances.dtype))
        successes: np.ndarray = units.reshape(shape) < chances
        return successes.astype(dtype)

    def randperm(self, count: int) -> np.ndarray:
        """Draw a permutation of the integers below ``count``."""
        if count < 0:
            message = f"Trying to create tensor with negative dimension {count}: [{count}]"
            raise op_error(RuntimeError, message)
        partners = np.arange(count)
        steps = self._words(max(0, count - 1)) % np.arange(count, 1, -1, dtype=np.uint64)
        partners[:-1] += steps.view(np.int64)
        return swapped(partners)


Generator.__name__ = "torch._C.Generator"  # as messages name a type written in C


# Seeds


def _entropy() -> int:
    """Return a seed that nobody can foresee."""
    return int.from_bytes(os.urandom(8), "little")


def _checked_seed(seed: int) -> int:
    """Return a seed as an unsigned number; negative ones count from 2**64 down."""
    if not -(1 << 63) <= seed <= _MASK64:
        raise op_error(ValueError, "Overflow when unpacking long long")
    return seed & _MASK64


# Element types


def _working(dtype: np.dtype) -> np.dtype:
    """Return the type that numbers of ``dtype`` are computed in."""
    return np.dtype(np.float64 if dtype == np.float64 else np.float32)


def cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Round numbers to their type; float16 is reached by way of float32, as in C++."""
    return values.astype(_working(dtype), copy=False).astype(dtype, copy=False)


def _is_real(dtype: np.dtype) -> bool:
    """Tell whether a type is one of floating-point numbers."""
    return dtype.kind in "fV"  # V is the kind of bfloat16


def _digits(dtype: np.dtype) -> int:
    """Return how many binary digits the numbers of a type have."""
    return _BRAIN_DIGITS if dtype.kind == "V" else int(np.finfo(dtype).nmant) + 1


def _part(dtype: np.dtype) -> np.dtype:
    """Return the type of the parts of complex numbers."""
    return np.dtype(np.float32 if dtype == np.complex64 else np.float64)


def _as_complex(parts: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Join real and imaginary parts, which alternate along the last axis."""
    return parts.view(dtype)[..., 0]


def _span(dtype: np.dtype) -> int:
    """Return how many integers ``random`` chooses from."""
    if dtype.kind == "b":
        return 2
    if _is_real(dtype):
        return (1 << _digits(dtype)) + 1
    return int(np.iinfo(dtype).max) + 1


# Refusals

_BAD_CHANCE = (
    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be "
    "improved?  If so, please report an enhancement request to PyTorch.)"
)


def _not_implemented(kernel: str, dtype: np.dtype) -> Exception:
    """Say that a distribution has no numbers of this type, in PyTorch's words."""
    message = f"\"{kernel}\" not implemented for '{dtype_of(dtype).scalar_name}'"
    return op_error(NotImplementedError, message)


def _limits(dtype: np.dtype) -> tuple[float, float]:
    """Return the smallest and the largest number of a type."""
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind == "V":
        return -_BRAIN_MOST, _BRAIN_MOST
    if dtype.kind == "f":
        return float(np.finfo(dtype).min), float(np.finfo(dtype).max)
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def _check_bounds(dtype: np.dtype, *bounds: tuple[str, float]) -> None:
    """Refuse the first bound that the type cannot hold."""
    least, most = _limits(dtype)
    for name, value in bounds:
        if not least <= value <= most:
            message = f"{name} is out of bounds for {dtype_of(dtype).c_name}"
            raise op_error(RuntimeError, message)


def _check_uniform(low: float, high: float, dtype: np.dtype) -> None:
    """Refuse an interval that is none, or that the type cannot hold."""
    if not _is_real(dtype):
        raise _not_implemented("check_uniform_bounds", dtype)
    _check_bounds(dtype, ("from", low), ("to", high))
    if low > high:
        message = (
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )
        raise op_error(RuntimeError, message)
    if high - low > _limits(dtype)[1]:
        most = f"std::numeric_limits<{dtype_of(dtype).scalar_name}>::max()"
        message = (
            f"uniform_ expects to-from <= {most}, but found to={high:g} and from={low:g} which "
            "result in to-from to exceed the limit"
        )
        raise op_error(RuntimeError, message)


def _check_range(low: int, high: int, dtype: np.dtype) -> None:
    """Refuse a range that is empty, or that the type cannot hold."""
    if not -(1 << 63) <= min(low, high) <= max(low, high) < 1 << 63:
        raise op_error(ValueError, "Overflow when unpacking long long")
    if low >= high:
        message = f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        raise op_error(RuntimeError, message)
    if dtype.kind == "c":
        kinds = "integral, floating-point and boolean types"
        raise op_error(RuntimeError, f"check_random_bounds handles only {kinds}")
    _check_bounds(dtype, ("from", low), ("to - 1", high - 1))


def imprecise(low: int, high: int, dtype: np.dtype) -> list[str]:
    """Return what PyTorch warns of: bounds among whole numbers that the type cannot tell apart."""
    if not _is_real(dtype):
        return []
    digits = _digits(dtype)
    return [
        f"{name} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations "
        f"{dtype_of(dtype).c_name} can support discrete uniform distribution only within this "
        "range. This warning will become an error in version 1.7 release, please fix the code in "
        "advance"
        for name, bound in (("from", low), ("to - 1", high - 1))
        if abs(bound) > 1 << digits
    ]


def _representable(low: int, high: int, dtype: np.dtype) -> tuple[int, int]:
    """Move bounds inwards, as PyTorch does, so that no number is rounded beyond them."""
    if not _is_real(dtype):
        return low, high
    digits = _digits(dtype)
    first, last = _rounded(low + 1, digits), _rounded(high - 1, digits)
    if first < low:
        low = first + (1 << (abs(low + 1).bit_length() - digits))
    if last >= high:
        high = last - (1 << (abs(high - 1).bit_length() - digits))
    return low, high


def _rounded(number: int, digits: int) -> int:
    """Return the nearest whole number of so many binary digits; of two, the even one."""
    unit = 1 << max(abs(number).bit_length() - digits, 0)
    whole, rest = divmod(number, unit)
    return (whole + (2 * rest > unit or (2 * rest == unit and whole % 2))) * unit
