"""Random tensors, with the digits of PyTorch's CPU generator.

Nothing random has a derivative: the gradient of what was drawn from is zero.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import arrays, distributions
from gradcli.numerics.distributions import drawn_like
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.random import Generator, imprecise
from gradcli.operators.converters import Array, DTypeLike, Ints, Real, Rng, Sizes
from gradcli.operators.declare import example, op
from gradcli.operators.derivatives import refused
from gradcli.operators.families import ABSENT, internal
from gradcli.operators.refusals import invalid, refuse
from gradcli.ops.create import check_size, default_dtype

drawn = partial(op, creation=True, where=["torch"])
drawn_alike = partial(drawn, widens=False)
in_place = partial(op, where=["in-place"], inplace=True)


def _source(generator: Rng) -> Generator:
    return STATE.generator if generator is None else generator


def _like(dtype: DTypeLike, x: Array) -> np.dtype:
    return x.dtype if dtype is None else dtype.numpy


def _overwritten(x: Array, draw: Any, *args: Any) -> Array:
    """Return a tensor like another of what a function of a shape and a type draws."""
    return drawn_like(x, lambda shape: draw(*args, shape, x.dtype))


def _refuse_types(x: Array, kinds: str, kernel: str) -> None:
    if x.dtype.kind in kinds:
        raise promote.unsupported(kernel, x.dtype)


# New tensors


@drawn()
def rand(xp: Any, /, size: Sizes, *, generator: Rng = None, dtype: DTypeLike = None) -> Array:
    """Random numbers, uniform between 0 and 1."""
    return _source(generator).rand(check_size(size), default_dtype(dtype))


@drawn()
def randn(xp: Any, /, size: Sizes, *, generator: Rng = None, dtype: DTypeLike = None) -> Array:
    """Random numbers of the standard normal distribution."""
    return _source(generator).randn(check_size(size), default_dtype(dtype))


@drawn()
def randint(
    xp: Any,
    /,
    low: int | None = None,
    high: int | Sizes | None = None,
    size: Sizes | None = None,
    *,
    generator: Rng = None,
    dtype: DTypeLike = None,
) -> Array:
    """Random integers from low (0) up to, but without, high."""
    given = [value for value in (low, high, size) if value is not None]
    *bounds, shape = given or [0]
    if len(given) < 2 or not isinstance(shape, tuple) or any(isinstance(b, tuple) for b in bounds):
        raise OPS["randint"].parameters.invalid_combination(tuple(given), {}, False)
    start, stop = (0, *bounds)[-2:]
    kind = np.dtype(np.int64) if dtype is None else dtype.numpy
    return _integers(generator, start, stop, check_size(shape), kind)  # type: ignore[arg-type]


def _integers(
    generator: Rng, low: int, high: int, shape: tuple[int, ...], dtype: np.dtype
) -> np.ndarray:
    """Draw integers, and warn where the type cannot hold all of them."""
    drawn = _source(generator).randint(low, high, shape, dtype)
    for message in imprecise(low, high, dtype):
        warn(message, code="precision")
    return drawn


_LARGEST_PERMUTATIONS = {"float16": 2**11 + 1, "float32": 2**24 + 1, "float64": 2**53 + 1}
"""Of how many numbers these types hold all."""


@drawn()
def randperm(xp: Any, /, n: int, *, generator: Rng = None, dtype: DTypeLike = None) -> Array:
    """A random permutation of the integers from 0 to n - 1."""
    kind = np.dtype(np.int64) if dtype is None else dtype.numpy
    if kind.kind in "iu" and n - 1 > np.iinfo(kind).max:
        raise invalid(f"value cannot be converted to type {kind.name}_t without overflow")
    if n > _LARGEST_PERMUTATIONS.get(kind.name, n):
        most = _LARGEST_PERMUTATIONS[kind.name]
        shown = most if most < 2**20 else f"2^{(most - 1).bit_length() - 1}+1"
        raise invalid(f"n cannot be greater than {shown} for {dtype_of(kind).scalar_name} type.")
    return _source(generator).randperm(n).astype(kind)


@drawn_alike(example=("manual_seed(1)\nrand_like(x.contiguous()) * x", "x=linspace(-1, 2, 6)"))
def rand_like(xp: Any, x: Array, /, *, generator: Rng = None, dtype: DTypeLike = None) -> Array:
    """Random numbers between 0 and 1 in the shape and element type of a tensor."""
    kind = _like(dtype, x)
    return drawn_like(x, lambda shape: _source(generator).rand(shape, kind))


@drawn_alike(example=("manual_seed(1)\nrandn_like(x.contiguous()) * x", "x=linspace(-1, 2, 6)"))
def randn_like(xp: Any, x: Array, /, *, generator: Rng = None, dtype: DTypeLike = None) -> Array:
    """Random normal numbers in the shape and element type of a tensor."""
    dense = arrays.in_order(xp.empty_like(x), [x])  # the result, which has no gaps
    return _normal_like(dense, 0.0, 1.0, _source(generator), _like(dtype, x))


def _normal_like(x: Array, mean: float, std: float, generator: Generator, dtype: np.dtype) -> Array:
    whole = x.flags.c_contiguous
    return drawn_like(x, lambda shape: generator.normal(mean, std, shape, dtype, grouped=whole))


@drawn_alike()
@example("manual_seed(0)\nrandint_like(x, high=10)", "x=tensor([[1, 2], [3, 4]])")
def randint_like(
    xp: Any,
    x: Array,
    /,
    low: int | None = None,
    high: int | None = None,
    *,
    generator: Rng = None,
    dtype: DTypeLike = None,
) -> Array:
    """Random integers from low (0) up to, but without, high, in the shape of a tensor."""
    bounds = [bound for bound in (low, high) if bound is not None]
    if not bounds:
        raise OPS["randint_like"].parameters.invalid_combination((Tensor(x),), {}, False)
    start, stop = (0, *bounds)[-2:]
    kind = _like(dtype, x)
    return drawn_like(x, lambda shape: _integers(generator, start, stop, shape, kind))


# Normal numbers around the elements of tensors


@op(composite=True, where=["torch"])
@example("manual_seed(0)\nnormal(x)", "x=linspace(0, 1, 3)")
def normal(
    mean: Tensor | Real,
    std: Tensor | Real = 1.0,
    /,
    size: Sizes | None = None,
    *,
    generator: Rng = None,
    dtype: DTypeLike = None,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers of the given means and standard deviations."""
    if size is not None:
        mean, std = (_as_number(value) for value in (mean, std))
    tensors = isinstance(mean, Tensor), isinstance(std, Tensor)
    if any(tensors) == (size is not None):
        given = (mean, std) if size is None else (mean, std, size)
        raise OPS["normal"].parameters.invalid_combination(given, {}, False)
    if size is not None:
        attrs = {"mean": mean, "std": std, "size": size, "generator": generator, "dtype": dtype}
        return _normal_of_size.apply((), {"requires_grad": requires_grad, **attrs})
    if all(tensors):
        return _normal_of_both(mean, std, generator=generator)
    if tensors[0]:
        return _normal_of_means(mean, std=std, generator=generator)
    return _normal_of_deviations(std, mean=mean, generator=generator)


def _as_number(value: Tensor | Real) -> Tensor | Real:
    """Return the number that a tensor without dimensions is, as PyTorch's parser takes it."""
    if isinstance(value, Tensor) and not value.shape and not value.requires_grad:
        return float(value.item())
    return value


@internal(creation=True)
def _normal_of_size(
    xp: Any,
    /,
    mean: float,
    std: float,
    size: Ints,
    *,
    generator: Rng = None,
    dtype: DTypeLike = None,
) -> Array:
    """Normal numbers of one mean and one standard deviation."""
    return _source(generator).normal(mean, std, check_size(size), default_dtype(dtype))


@internal(widens=False, d=0, node="NormalBackward1")
def _normal_of_means(xp: Any, mean: Array, /, std: float = 1.0, generator: Rng = None) -> Array:
    """Normal numbers around every element."""
    return _source(generator).normal(0.0, std, mean.shape, mean.dtype) + mean


@internal(widens=False, d=0, node="NormalBackward2")
def _normal_of_deviations(
    xp: Any, std: Array, /, mean: float = 0.0, generator: Rng = None
) -> Array:
    """Normal numbers with every element for a standard deviation."""
    _check_deviations(std)
    drawn = _source(generator).normal(0.0, 1.0, std.shape, std.dtype)
    return (drawn * std + mean).astype(std.dtype, copy=False)


@internal(widens=False, d=(0, 0), node="NormalBackward3")
def _normal_of_both(xp: Any, mean: Array, std: Array, /, generator: Rng = None) -> Array:
    """Normal numbers around every element, with the standard deviations of another tensor."""
    _check_deviations(std)
    shape = arrays.broadcast_shapes(mean.shape, std.shape)
    drawn = _source(generator).normal(0.0, 1.0, shape, mean.dtype)
    return (drawn * std).astype(mean.dtype) + mean


def _check_deviations(std: Array) -> None:
    if std.size and not np.all(std >= 0):
        raise refuse("normal expects all elements of std >= 0.0", 1)


# Success or failure, counts, categories


@op(composite=True, example=("manual_seed(0)\nbernoulli(x.detach(), 0.3)", "x=zeros(4)"))
def bernoulli(input: Tensor, /, p: float | None = None, *, generator: Rng = None) -> Tensor:
    """Ones with the probabilities that the elements are (or p), and zeros."""
    if p is None:
        return _bernoulli(input, generator=generator)
    return _bernoulli_like(input, p=p, generator=generator)


@internal(d=0, node="BernoulliBackward0")
def _bernoulli(xp: Any, x: Array, /, generator: Rng = None) -> Array:
    """Ones with the probabilities that the elements are, and zeros."""
    _check_chances(x)
    return _source(generator).bernoulli(x, x.shape, x.dtype)


@internal(vjp=refused("bernoulli"), node="NotImplemented")
def _bernoulli_like(xp: Any, x: Array, /, p: float = 0.5, generator: Rng = None) -> Array:
    """Ones with one probability, and zeros, in the shape of a tensor."""
    return _overwritten(x, _source(generator).bernoulli, p)


def _check_chances(p: Array) -> None:
    if p.dtype.kind != "f":
        raise promote.unsupported("bernoulli_tensor_cpu_p_", p.dtype)


@op(d=0, where=["torch"], example=("manual_seed(2)\npoisson(x)", "x=tensor([0.1, 5.0, 50.0])"))
def poisson(xp: Any, x: Array, /, generator: Rng = None) -> Array:
    """Numbers of the Poisson distribution, with every element for a rate."""
    if x.dtype.kind != "f":
        raise promote.unsupported("poisson_cpu", x.dtype)
    return distributions.poisson(_source(generator), x)


@op(constant=True)
@example("manual_seed(3)\nmultinomial(x, 5, True)", "x=tensor([[0.0, 1.0], [3.0, 1.0]])")
def multinomial(
    xp: Any, x: Array, /, num_samples: int, replacement: bool = False, *, generator: Rng = None
) -> Array:
    """Categories drawn with the probabilities that the elements of each row are."""
    problem = _multinomial_problem(x, num_samples, replacement)
    if problem:
        raise refuse(problem)
    return distributions.multinomial(_source(generator), x, num_samples, replacement)


def _multinomial_problem(x: Array, count: int, replacement: bool) -> str | None:
    if x.ndim not in (1, 2):
        return "prob_dist must be 1 or 2 dim"
    if x.dtype.kind != "f":
        name = dtype_of(x.dtype).scalar_name
        return f"multinomial only supports floating-point dtypes for input, got: {name}"
    if count <= 0:
        return "cannot sample n_sample <= 0 samples"
    if not replacement and count > x.shape[-1]:
        return "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
    if replacement and not np.all(x >= 0):
        return "invalid multinomial distribution (encountering probability entry < 0)"
    if replacement and not np.all(np.isfinite(x)):
        return "invalid multinomial distribution (encountering probability entry = infinity or NaN)"
    if not np.all((x >= 0) & np.isfinite(x)):
        return "probability tensor contains either `inf`, `nan` or element < 0"
    if not np.all(x.sum(axis=-1) > 0):
        return "invalid multinomial distribution (sum of probabilities <= 0)"
    return None


# In place


@in_place(d=0, example=("manual_seed(1)\ny = x * 1\ny.uniform_()\ny + x", "x=zeros(20)"))
def uniform(
    xp: Any, x: Array, /, from_: float = 0.0, to: float = 1.0, *, generator: Rng = None
) -> Array:
    """Random numbers from an interval in place of the elements."""
    if x.dtype.kind == "c":  # both parts of each number
        draw, kind = partial(_source(generator).uniform, from_, to), x.real.dtype
        return drawn_like(x, lambda shape: draw((*shape, 2), kind).view(x.dtype)[..., 0])
    return _overwritten(x, _source(generator).uniform, from_, to)


@in_place(widens=False, d=0, where=["in-place.normal"], node="NormalBackward0")
@example("manual_seed(0)\ny = x * 1\ny.normal_(3, 2)\ny + x", "x=zeros(2, 3)")
def _overwrite_normally(
    xp: Any, x: Array, /, mean: float = 0.0, std: float = 1.0, *, generator: Rng = None
) -> Array:
    """Random normal numbers in place of the elements."""
    return _normal_like(x, mean, std, _source(generator), x.dtype)


def _random_label(from_: int | None = None, to: int = ABSENT, **_: Any) -> str:
    if from_ is None and to is ABSENT:
        return "RandomBackward2"
    return "RandomBackward1" if from_ is None or to is ABSENT else "RandomBackward0"


@in_place(widens=False, d=0, node=_random_label)
@example("manual_seed(0)\ny = x * 1\ny.random_(10)", "x=zeros(2, 3)")
def random(
    xp: Any,
    x: Array,
    /,
    from_: int | None = None,
    to: int | None = ABSENT,
    *,
    generator: Rng = None,
) -> Array:
    """Random integers in place of the elements."""
    if from_ is None:
        if to is not ABSENT:
            parameters = OPS["random"].parameters.renamed("random_")
            raise parameters.invalid_combination((None, to), {}, False)
        return _overwritten(x, _source(generator).random)
    if to is None:
        return _overwritten(x, _source(generator).from_, from_)
    low, high = (0, from_) if to is ABSENT else (from_, to)
    return _overwritten(x, partial(_integers, generator), low, high)


@in_place(composite=True, where=["in-place.bernoulli"])
@example("manual_seed(0)\nzeros(2, 3).bernoulli_(p)", "p=linspace(0, 1, 3)")
def _overwrite_by_chance(
    input: Tensor, p: Tensor | Real = 0.5, /, *, generator: Rng = None
) -> Tensor:
    """Ones with the given probability in place of the elements, and zeros."""
    if isinstance(p, Tensor):
        return _by_chances(input, p, generator=generator)
    return _by_chance(input, p=p, generator=generator)


@internal(d=(0, 0), node="BernoulliBackward1", engines=["numpy"])
def _by_chances(xp: Any, x: Array, p: Array, /, generator: Rng = None) -> Array:
    """Ones with the probabilities of another tensor, and zeros, where a tensor has elements."""
    chances = xp.broadcast_to(p, arrays.expanded_shape(tuple(p.shape), x.shape))
    _refuse_types(x, "c", "bernoulli_tensor_cpu_self_")
    _check_chances(p)
    draw = _source(generator).bernoulli
    return drawn_like(x, lambda shape, p: draw(p, shape, x.dtype), chances)


@internal(d=0, node="BernoulliBackward2")
def _by_chance(xp: Any, x: Array, /, p: float = 0.5, generator: Rng = None) -> Array:
    """Ones with one probability, and zeros, where a tensor has elements."""
    _refuse_types(x, "c", "bernoulli_scalar_cpu_")
    return _overwritten(x, _source(generator).bernoulli, p)


@in_place(d=0, where=["in-place.exponential"], node="ExponentialBackward0")
@example("manual_seed(0)\ny = x * 1\ny.exponential_(2)", "x=zeros(2, 3)")
def _overwrite_exponentially(
    xp: Any, x: Array, /, lambd: float = 1.0, *, generator: Rng = None
) -> Array:
    """Random numbers of the exponential distribution in place of the elements."""
    return _overwritten(x, distributions.exponential, _source(generator), lambd)


@in_place(d=0, example=("manual_seed(1)\ny = x * 1\ny.geometric_(0.9)", "x=zeros(3)"))
def geometric(xp: Any, x: Array, /, p: float, *, generator: Rng = None) -> Array:
    """Random numbers of the geometric distribution in place of the elements."""
    _refuse_types(x, "bc", "geometric_cpu")
    return _overwritten(x, distributions.geometric, _source(generator), p)


@in_place(d=0, example=("manual_seed(1)\ny = x * 1\ny.cauchy_()", "x=zeros(3)"))
def cauchy(
    xp: Any, x: Array, /, median: float = 0.0, sigma: float = 1.0, *, generator: Rng = None
) -> Array:
    """Random numbers of the Cauchy distribution in place of the elements."""
    return _overwritten(x, distributions.cauchy, _source(generator), median, sigma)


@in_place(d=0, example=("manual_seed(1)\ny = x * 1\ny.log_normal_()", "x=zeros(3)"))
def log_normal(
    xp: Any, x: Array, /, mean: float = 1.0, std: float = 2.0, *, generator: Rng = None
) -> Array:
    """Random numbers with normal logarithms in place of the elements."""
    return _overwritten(x, distributions.log_normal, _source(generator), mean, std)
