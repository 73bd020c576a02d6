"""Every record of a batch has the digits that it has alone, and programs of others are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gradcli.answers.batches import batched
from gradcli.answers.each import Answer, Batch, Task, evaluating
from gradcli.numerics import arrays
from gradcli.report.record_text import Writer
from gradcli.report.shortest import by_text, shortest

SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-42, -1e-42, 3e38, -3e38, 1.0, -1.0, 0.5, 2.0]
PROGRAMS = [
    "mean(3 * (x + 2)**2)",
    "mean(x - w) ** 3 / 7",
    "sum(x) * mean(x) - 0.1 * sum(w)",
    "sum(abs(-x)) + sum(relu(x - w)) / 3 + mean(x.square())",
    "mean(sqrt(x)) + mean(rsqrt(w)) + sum(reciprocal(x * w))",
    "mean(exp(-x**2)) + mean(expm1(w)) + mean(exp2(x))",
    "mean(log(x)) + sum(log1p(x * w)) + mean(log2(w)) + mean(log10(x))",
    "mean(sin(x) * cos(w)) + mean(tan(x * w)) + mean(atan(x)) + sum(asin(x))",
    "mean(sinh(x)) + mean(cosh(w)) + sum(tanh(x * w)) + mean(asinh(x)) + sum(acosh(w))",
    "mean(sigmoid(x * w + 1)) + mean(F.softplus(x)) + mean(F.silu(w)) + sum(F.logsigmoid(x))",
    "mean(erf(x)) + sum(erfc(w)) + mean(deg2rad(x)) + mean(atanh(x))",
    "sum(x**3) * 0.1 + sum(x**-1) + sum(w**0.5) + sum(x**2.5) + mean(2**w)",
]
SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), ()),
    ((2, 2), ()),
    ((3,), (3,)),
    ((5,), ()),
    ((17,), ()),
    ((3, 4), (4,)),
    ((3, 1), (1, 4)),
    ((100,), ()),
    ((2, 8, 3), (8, 3)),
]


def columns(count: int, shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Return numbers of all sizes, some of them special, a row for each record."""
    chance = np.random.default_rng(seed)
    found = chance.normal(size=(count, *shape)) * 10.0 ** chance.uniform(-9, 5, (count, *shape))
    place = chance.random(found.shape) < 0.15
    found[place] = chance.choice(SPECIAL, place.sum())
    return found


def answered(task: Task, records: list[Any]) -> list[Answer | Batch]:
    """Return the answers to records."""
    with evaluating(task, lambda text: None, lambda warning: None) as evaluator:
        return list(evaluator.answers(records))


def rows(answers: list[Answer | Batch]) -> Iterator[tuple[bytes, ...]]:
    """Yield the bits of the result and the gradients of each record; NaN is NaN."""
    for answer in answers:
        parts = [answer.result, *answer.gradients.values()]
        count = len(answer.lines) if isinstance(answer, Batch) else 1
        whole = [np.reshape(part, (count, -1)) for part in parts]
        for i in range(count):
            yield tuple(
                np.where(np.isnan(p[i]), p.dtype.type(np.nan), p[i]).tobytes() for p in whole
            )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("shape", "other"), SHAPES)
@pytest.mark.parametrize("source", PROGRAMS)
def test_every_row(source: str, shape: tuple[int, ...], other: tuple[int, ...], dtype: str) -> None:
    """Result and gradients are the same, bit for bit, in every record and not in some."""
    x, w = (columns(40, size, 7).astype(dtype) for size in (shape, other))
    records = [
        (i + 1, {"x": np.asarray(a), "w": np.asarray(b)})
        for i, (a, b) in enumerate(zip(x, w, strict=True))
    ]
    one = answered(Task(source, dtype=dtype, batches=False), records)
    many = answered(Task(source, dtype=dtype), records)
    assert len(one) == 40 and len(many) == 1 and isinstance(many[0], Batch)
    assert list(rows(many)) == list(rows(one))


@pytest.mark.parametrize(
    ("source", "shapes"),
    [
        ("sum(x**w)", [(3,), ()]),  # NumPy's power differs where one side is spread
        ("sum(x * w)", [(1,), ()]),  # a sum over one element turns -0 into 0
        ("sum(x * w)", [(3,), (1, 3)]),
        ("sum(x * w)", [(1, 1), (1, 1)]),
        ("sum(x * w)", [(0,), ()]),
        ("sum(x * w)", [(4000,), ()]),  # as long as what is computed with less care
        ("x * w", [(3,), ()]),
    ],
)
def test_what_is_evaluated_by_record(source: str, shapes: list[tuple[int, ...]]) -> None:
    """Programs and shapes of which a batch could have other digits."""
    x, w = (columns(6, shape, 1).astype(np.float32) for shape in shapes)
    records = [
        (i, {"x": np.asarray(a), "w": np.asarray(b)})
        for i, (a, b) in enumerate(zip(x, w, strict=True))
    ]
    assert all(isinstance(answer, Answer) for answer in answered(Task(source), records))


def test_a_batch_is_no_longer_than_what_is_computed_with_care() -> None:
    """The bound of a batch is that of the functions that it calls."""
    from gradcli.answers import each

    assert each._MOST_ELEMENTS <= arrays._PRECISE


def test_powers() -> None:
    """One side of a power is a number that is written there."""
    known = {"x", "w"}
    assert batched("sum(x**-2) + sum(2**w)", "", known, 1)
    assert not batched("sum(x**w)", "", known, 1) and not batched("sum(x**(w + 1))", "", known, 1)


def test_shortest_digits() -> None:
    """They are NumPy's, for every kind of number."""
    chance = np.random.default_rng(3)
    bits = chance.integers(0, 2**32, 20_000, dtype=np.uint32).view(np.float32)
    usual = (chance.normal(size=20_000) * 10.0 ** chance.uniform(-9, 9, 20_000)).astype(np.float32)
    short = (chance.integers(-9999, 9999, 20_000) / 1000).astype(np.float32)
    two = (2.0 ** chance.integers(-60, 60, 5_000)).astype(np.float32)
    bits = bits[~np.isnan(bits)]  # those that signal make NumPy warn
    for array in (bits, usual, short, two, np.array(SPECIAL * 9, np.float32)):
        np.testing.assert_array_equal(shortest(array), by_text(array))
        assert np.array_equal(np.signbit(shortest(array)), np.signbit(by_text(array)))


@pytest.mark.parametrize("parts", [(), ("grad.w", "result"), ("grad.x",), ("grad.z",)])
def test_lines_of_a_batch(parts: tuple[str, ...]) -> None:
    """A batch is written at once as its records are one by one; NaN and copies included."""
    x, w = columns(30, (2, 2), 5).astype(np.float32), columns(30, (), 6).astype(np.float32)
    for special in (False, True):
        usual = [np.where(np.isfinite(a), a, 0) if not special else a for a in (x, w)]
        both = enumerate(zip(*usual, strict=True))
        records = [(i, {"x": a, "w": np.asarray(b), "%": "%r"}) for i, (a, b) in both]
        for copied in ((), ("%",)):
            one, many = (
                Writer("jsonl", parts, copied).text(
                    answered(Task("sum(x * w)", batches=b), records)
                )
                for b in (False, True)
            )
            assert one == many and one.count("\n") == 30
