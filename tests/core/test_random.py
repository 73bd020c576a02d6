"""Tests of ``gradcli.numerics.random`` against what PyTorch drew."""

import json
import math
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.numerics.distributions import exponential
from gradcli.numerics.normals import affine, transform
from gradcli.numerics.random import DEFAULT_SEED, Generator

DATA = Path(__file__).parent.parent / "data"
SESSIONS = json.loads((DATA / "random.json").read_text("utf-8"))
CALLS = json.loads((DATA / "random_calls.json").read_text("utf-8"))
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def draw(generator: Generator, method: str, args: list[Any], shape: Any, dtype: str) -> np.ndarray:
    """Draw as the recorded step did."""
    if method == "randperm":
        return generator.randperm(shape[0])
    methods: dict[str, Callable[..., np.ndarray]] = {
        "rand": generator.rand,
        "randn": generator.randn,
        "uniform": generator.uniform,
        "normal": generator.normal,
        "exponential": partial(exponential, generator),
        "randint": generator.randint,
        "random": generator.random,
        "bernoulli": generator.bernoulli,
    }
    return methods[method](*args, tuple(shape), np.dtype(dtype))


def ends_of(array: np.ndarray) -> np.ndarray:
    """Return the first and last elements, complex ones as two."""
    flat = array.reshape(-1)
    ends = flat if flat.size <= 6 else np.concatenate([flat[:3], flat[-3:]])
    return ends.view(ends.real.dtype)


def uses_the_c_library(method: str, array: np.ndarray) -> bool:
    """Tell whether the last bit may depend on the platform's logarithm, sine and cosine."""
    parts = array.size * (2 if array.dtype.kind == "c" else 1)
    few_or_wide = parts < 16 or array.dtype in (np.float64, np.complex128)
    return method == "exponential" or (method in ("randn", "normal") and few_or_wide)


@pytest.mark.parametrize("session", SESSIONS, ids=[str(case["seed"]) for case in SESSIONS])
def test_draws_as_pytorch(session: dict[str, Any]) -> None:
    """Draw what PyTorch drew, bit for bit, when methods take turns after a seed."""
    generator = Generator().manual_seed(session["seed"])
    for method, args, shape, dtype, expected in session["steps"]:
        array = draw(generator, method, args, shape, dtype)
        ends = np.array(expected["ends"]).reshape(-1)
        step = f"{method}{args} {shape} {dtype}"
        assert array.dtype == np.dtype(dtype), step
        if uses_the_c_library(method, array):
            rtol = 4 * float(np.finfo(dtype).eps)
            np.testing.assert_allclose(ends_of(array), ends, rtol, err_msg=step)
        else:
            np.testing.assert_array_equal(ends_of(array), ends, err_msg=step)
            assert zlib.crc32(array.tobytes()) == expected["crc"], step


OF_THE_C_LIBRARY = ("normal", "randn", "exponential", "cauchy", "geometric")


@pytest.mark.parametrize("case", CALLS, ids=[case["program"] for case in CALLS])
def test_calls_draw_as_pytorch(case: dict[str, Any]) -> None:
    """Draw what PyTorch drew by every function, in both precisions, whatever the memory's order."""
    array = gradcli.run(case["program"]).value.array
    assert (list(array.shape), array.dtype.name) == (case["shape"], case["dtype"])
    ends = np.array(case["ends"]).reshape(-1)
    if any(word in case["program"] for word in OF_THE_C_LIBRARY) and array.dtype.kind == "f":
        rtol = 8 * float(np.finfo(array.dtype).eps)
        np.testing.assert_allclose(ends_of(array), ends, rtol)
    else:
        np.testing.assert_array_equal(ends_of(array), ends)
        assert zlib.crc32(array.tobytes()) == case["crc"]


def test_knows_the_most_famous_digits() -> None:
    """Print what every tutorial with a seed of 0 or 42 prints."""
    assert Generator().manual_seed(42).rand((1,), FLOAT32)[0] == np.float32(0.8822692632675171)
    assert Generator().manual_seed(0).randn((1,), FLOAT32)[0] == np.float32(1.5409960746765137)


@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 100])
def test_goes_on_from_a_snapshot(count: int) -> None:
    """Draw the same numbers again after going back, a kept normal number included."""
    generator = Generator().manual_seed(5)
    generator.randn((count,), FLOAT32)
    state = generator.snapshot()
    first = generator.randn((7,), FLOAT64), generator.rand((3,), FLOAT32)
    again = Generator().manual_seed(9).restore(state)
    assert again.initial_seed() == 5
    np.testing.assert_array_equal(again.randn((7,), FLOAT64), first[0])
    np.testing.assert_array_equal(again.rand((3,), FLOAT32), first[1])


def test_seeding_forgets_the_kept_number() -> None:
    """Start from the seed alone, whatever was drawn before."""
    generator = Generator().manual_seed(1)
    generator.randn((3,), FLOAT32)
    fresh = Generator().manual_seed(1).randn((3,), FLOAT32)
    np.testing.assert_array_equal(generator.manual_seed(1).randn((3,), FLOAT32), fresh)


def test_starts_from_entropy() -> None:
    """Draw other numbers after ``seed``; a generator that was not seeded starts like another."""
    generator = Generator()
    seeds = {generator.initial_seed(), generator.seed(), Generator().seed()}
    assert len(seeds) == 3 and generator.initial_seed() in seeds
    assert Generator().initial_seed() == DEFAULT_SEED


@pytest.mark.parametrize(("seed", "initial"), [(-1, 2**64 - 1), (-(2**63), 2**63), (7, 7)])
def test_counts_negative_seeds_from_above(seed: int, initial: int) -> None:
    """Map negative seeds as PyTorch does."""
    assert Generator().manual_seed(seed).initial_seed() == initial


@pytest.mark.parametrize("seed", [2**64, -(2**63) - 1, 10**30])
def test_refuses_seeds_of_more_than_64_bits(seed: int) -> None:
    """Refuse a seed out of range in PyTorch's words."""
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        Generator().manual_seed(seed)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_excludes_the_upper_bound(dtype: str) -> None:
    """Draw from a half-open interval, also where rounding would reach its end."""
    values = Generator().manual_seed(0).rand((50_000,), np.dtype(dtype))
    assert values.min() >= 0 and values.max() < 1


REFUSED = [
    (
        ("uniform", [2, 1], [2], "float32"),
        RuntimeError,
        "uniform_ expects to return a [from, to) range, but found from=2 > to=1",
    ),
    (
        ("uniform", [-3e38, 3e38], [2], "float32"),
        RuntimeError,
        "uniform_ expects to-from <= std::numeric_limits<Float>::max(), but found to=3e+38 and "
        "from=-3e+38 which result in to-from to exceed the limit",
    ),
    (("uniform", [math.nan, 1], [2], "float32"), RuntimeError, "from is out of bounds for float"),
    (
        ("rand", [], [2], "int64"),
        NotImplementedError,
        "\"check_uniform_bounds\" not implemented for 'Long'",
    ),
    (
        ("randn", [], [2], "int64"),
        NotImplementedError,
        "\"normal_kernel_cpu\" not implemented for 'Long'",
    ),
    (
        ("normal", [0.0, -1.0], [2], "float32"),
        RuntimeError,
        "normal expects std >= 0.0, but found std -1",
    ),
    (
        ("exponential", [-1.0], [2], "float32"),
        RuntimeError,
        "exponential_ expects lambda > 0.0, but found lambda=-1",
    ),
    (
        ("randint", [0, -3], [2], "int64"),
        RuntimeError,
        "random_ expects 'from' to be less than 'to', but got from=0 >= to=-3",
    ),
    (
        ("randint", [0, 300], [2], "uint8"),
        RuntimeError,
        "to - 1 is out of bounds for unsigned char",
    ),
    (("randint", [-2, 2], [2], "uint8"), RuntimeError, "from is out of bounds for unsigned char"),
    (("randint", [0, 2**64], [2], "int64"), ValueError, "Overflow when unpacking long long"),
    (
        ("bernoulli", [1.5], [2], "float32"),
        RuntimeError,
        "bernoulli_ expects p to be in [0, 1], but got p=1.5",
    ),
    (
        ("randperm", [], [-1], "int64"),
        RuntimeError,
        "Trying to create tensor with negative dimension -1: [-1]",
    ),
]


@pytest.mark.parametrize(("step", "kind", "message"), REFUSED)
def test_refuses_in_the_words_of_pytorch(
    step: tuple[str, list[Any], list[int], str], kind: type[Exception], message: str
) -> None:
    """Refuse parameters outside a distribution with PyTorch's message."""
    with pytest.raises(kind) as caught:
        draw(Generator().manual_seed(0), *step)
    assert str(caught.value) == message


def test_refuses_chances_outside_0_to_1() -> None:
    """Refuse an array of chances of which one is none."""
    for chance in (1.5, -0.1, math.nan):
        with pytest.raises(RuntimeError, match="Expected p_in >= 0"):
            Generator().manual_seed(0).bernoulli(np.array([0.5, chance]), (2,), FLOAT32)


def test_chances_choose_how_many_words_are_drawn() -> None:
    """Draw as many bits as the chances have, as PyTorch does."""
    chances = np.full((5,), 0.5)
    narrow = Generator().manual_seed(0).bernoulli(chances.astype(np.float32), (5,), FLOAT32)
    np.testing.assert_array_equal(narrow, Generator().manual_seed(0).rand((5,), FLOAT32) < 0.5)
    wide = Generator().manual_seed(0).bernoulli(chances, (5,), FLOAT32)
    np.testing.assert_array_equal(wide, Generator().manual_seed(0).rand((5,), FLOAT64) < 0.5)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_survives_extreme_parameters(dtype: type) -> None:
    """Give infinities rather than warnings when the numbers leave the type."""
    values = Generator().manual_seed(0).normal(1.0, 1e308, (40,), np.dtype(dtype))
    assert values.shape == (40,)
    assert np.all(np.isinf(exponential(Generator().manual_seed(0), 1e-320, (4,), np.dtype(dtype))))


def test_is_distributed_as_it_says() -> None:
    """Have the mean and the variance of the distribution in a large sample."""
    generator = Generator().manual_seed(3)
    for dtype in (FLOAT32, FLOAT64):
        normal = generator.normal(2.0, 3.0, (200_000,), dtype)
        assert abs(normal.mean() - 2) < 0.03 and abs(normal.std() - 3) < 0.03
    assert abs(exponential(generator, 4.0, (200_000,), FLOAT64).mean() - 0.25) < 0.003
    assert abs(generator.bernoulli(0.3, (200_000,), FLOAT32).mean() - 0.3) < 0.005


def test_permutes() -> None:
    """Return every integer once."""
    for count in (0, 1, 2, 1000):
        assert sorted(Generator().manual_seed(0).randperm(count)) == list(range(count))


def test_float32_transform_is_close_to_the_exact_one() -> None:
    """Stay within a few units in the last place of float64 arithmetic."""
    uniform = Generator().manual_seed(1).rand((16 * 5000,), FLOAT32)
    length, angle = uniform.astype(np.float64).reshape(-1, 2, 8).transpose(1, 0, 2)
    radius = np.sqrt(-2 * np.log(1 - length))
    transform(uniform)
    pairs = uniform.reshape(-1, 2, 8)
    np.testing.assert_allclose(pairs[:, 0], radius * np.cos(2 * np.pi * angle), atol=2e-6)
    np.testing.assert_allclose(pairs[:, 1], radius * np.sin(2 * np.pi * angle), atol=2e-6)


def test_affine_rounds_once() -> None:
    """Agree with exact arithmetic rounded once, where two roundings would not."""
    from fractions import Fraction

    x = Generator().manual_seed(2).normal(0.0, 1.0, (2000,), FLOAT64)
    scale, shift = np.float64(1.7), np.float64(3.3)
    exact = [float(Fraction(value) * Fraction(1.7) + Fraction(3.3)) for value in x.tolist()]
    assert affine(x, scale, shift).tolist() == exact
    assert (x * scale + shift).tolist() != exact


def test_float16_is_rounded_twice() -> None:
    """Round float64 results to float16 by way of float32; with this seed it shows."""
    half = exponential(Generator().manual_seed(5), 1.3, (20_000,), np.dtype(np.float16))
    exact = exponential(Generator().manual_seed(5), 1.3, (20_000,), FLOAT64)
    assert np.array_equal(half, exact.astype(np.float32).astype(np.float16))
    assert not np.array_equal(half, exact.astype(np.float16))
