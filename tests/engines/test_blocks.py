"""The blocked engine gives what the ordinary way gives, to the last bit, and nobody notices it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.core import state
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.engines import blocks
from gradcli.engines.deferred import Deferred
from gradcli.engines.streams import Pairs, Whole
from gradcli.numerics import choosing

NEVER = 2**62


@pytest.fixture(autouse=True)
def _large() -> Iterator[None]:
    """Let arrays be large from the ordinary size on."""
    before, STATE.large = STATE.large, 2**16
    yield
    STATE.large = before


def numbers(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    """Return the same random numbers each time."""
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(dtype)


def parameter(*shape: int, dtype: Any = np.float32) -> Any:
    """Return them as a leaf."""
    return torch.tensor(numbers(*shape, dtype=dtype), requires_grad=True)


def pending(tensor: Any) -> bool:
    """Tell whether values are not computed yet."""
    assert type(tensor) is Tensor
    return type(tensor.held) is Deferred and tensor.held.array is None


def outcome(loss: Callable[..., Any], shapes: list[Any], dtype: Any, large: int) -> list[bytes]:
    """Return the bytes of a loss and of its gradients."""
    STATE.large = large
    leaves = [parameter(*shape, dtype=dtype) for shape in shapes]
    found = loss(*leaves)
    found.backward()
    return [t.detach().numpy().tobytes() for t in (found, *[leaf.grad for leaf in leaves])]


def by_rows(b: Any, v: Any) -> Any:
    """Return sums of columns, and a mean."""
    return ((b * v).tanh().sum(0) ** 2).sum() + (b - v).mean()


LOSSES = {
    "a sum": (lambda a: (torch.sigmoid(a) * torch.tanh(2 * a + 1)).sum(), [(1000013,)]),
    "a mean": (lambda a: (torch.exp(a) / (1 + a * a) - torch.relu(a) ** 3).mean(), [(2**20,)]),
    "roots": (lambda a: (abs(a).sqrt() + torch.log(a * a + 1)).sum(), [(70000,)]),
    "rows": (lambda b, v: ((b - v) ** 2).mean(), [(2000, 500), (500,)]),
    "an odd number of rows": (lambda b, v: (b * v).exp().sum(), [(2001, 77), (1, 77)]),
    "few rows": (lambda b, v: (b * v).exp().sum(), [(5, 40001), (40001,)]),
    "columns": (lambda b, v: (b * v).tanh().sum(), [(2001, 77), (2001, 1)]),
    "axes in the middle": (lambda b, v: (b * v).tanh().sum(), [(30, 40, 50, 6), (40, 1, 1)]),
    "axes at the end": (lambda b, v: (b * v).tanh().sum(), [(30, 40, 50, 6), (50, 6)]),
    "sums of rows": (lambda b, v: ((b * v).sum(1) ** 2).sum(), [(3000, 400), (400,)]),
    "sums of columns": (by_rows, [(3000, 400), (400,)]),
    "a product": (lambda b, v: torch.relu(b @ v).sum(), [(300, 400), (400, 300)]),
    "two sums": (lambda b, v: (b * v).sum() * (b + v).mean(), [(300, 400), (300, 400)]),
    "another order": (lambda b, v: (b.T * v).sum(), [(300, 400), (400, 300)]),
    "a choice": (lambda b, v: torch.where(b > 0, b * v, v).sum(), [(300, 400), (300, 400)]),
    "powers": (lambda b: torch.where(b > 0, b**2.5, -b).sum() + (2**b).mean(), [(300, 400)]),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("large", [2**16, 0])
def test_bits(name: str, dtype: Any, large: int) -> None:
    """Values and gradients are those of the ordinary way."""
    loss, shapes = LOSSES[name]
    expected = outcome(loss, shapes, dtype, NEVER)
    assert outcome(loss, shapes, dtype, large) == expected


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_of_negatives(dtype: Any) -> None:
    """A sum that is negated in the end has the digits and the zeros of a sum of negatives."""
    array = numbers(3000, 400, dtype=dtype)
    array[:, :4] = 0.0, -0.0, np.inf, np.finfo(dtype).max
    array[0, 4] = np.nan
    found = []
    for large in (NEVER, 2**16):
        STATE.large = large
        for negative in (lambda a: -(a * 1.5), lambda a: (a * 1.5) * -1):
            for axes in ((0,), (0, 1)):
                found.append(negative(torch.tensor(array)).sum(axes))
    for plain, blockwise in zip(found[:4], found[4:], strict=True):
        plain, blockwise = (np.nan_to_num(t.numpy(), nan=7.0) for t in (plain, blockwise))
        assert blockwise.tobytes() == plain.tobytes()


@pytest.mark.parametrize("count", [1, 7, 1000, 65536, 1000013])
def test_pairs_are_those_of_numpy(count: int) -> None:
    """However blocks are cut, the sum is NumPy's of the whole, to the last bit."""
    array = numbers(count)
    rng = np.random.default_rng(1)
    for least in (64, 2**15):
        inner = rng.integers(1, count + 1, 5) if count > 1 else []
        starts = sorted({0, *map(int, inner)} - {count})
        whole = Whole(Pairs(count, least, starts), array.dtype)
        for start, stop in reversed(list(pairwise([*starts, count]))):
            whole.take(array[start:stop], start, stop)
        assert whole.result() == np.add.reduce(array)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_choices_by_bits_are_those_of_numpy(dtype: Any) -> None:
    """Elements are chosen as ``np.where`` does, whatever they are."""
    rng = np.random.default_rng(0)
    condition = rng.random((70, 80)) > 0.5
    x, y = (rng.standard_normal((70, 80)).astype(dtype) for _ in range(2))
    x[0, :5] = y[1, :5] = np.nan, np.inf, -np.inf, 0.0, -0.0
    one = np.broadcast_to(np.zeros((), dtype), x.shape)
    table = [(x, y), (x, 0.0), (0, y), (-0.0, x), (x, 2), (x[:1], y), (x, y[:, :1]), (one, x)]
    for first, second in [*table, (x, one), (x, np.float64(3)), (x.T.copy().T, y), (1, 2)]:
        found = choosing.where(np, condition, first, second)
        expected = np.where(condition, first, second)
        assert (found.dtype, found.strides) == (expected.dtype, expected.strides)
        assert found.tobytes() == expected.tobytes()


def test_threads_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many threads as there may be give the same."""
    loss, shapes = LOSSES["a sum"]
    found = []
    for processors in (1, 2, 3, 7):
        monkeypatch.setattr(blocks.os, "sched_getaffinity", lambda _, n=processors: set(range(n)))
        found.append(outcome(loss, shapes, np.float32, 2**16))
    assert all(bits == found[0] for bits in found)


def test_values_wait_until_somebody_looks() -> None:
    """Neither operations nor derivatives compute; a look at one does not compute the rest."""
    a = parameter(70000)
    kept = torch.exp(a)
    loss = (kept * 2).sum()
    loss.backward()
    assert pending(kept) and pending(loss) and pending(a.grad)
    assert (kept.shape, kept.dtype, kept.ndim) == ((70000,), torch.float32, 1)
    assert isinstance(kept, Tensor) and kept.requires_grad and kept.grad_fn.name() == "ExpBackward0"
    assert loss.item() > 0
    assert not pending(loss) and not pending(a.grad) and pending(kept)
    assert kept[0].item() == pytest.approx(float(np.exp(numbers(70000)[0])))
    assert type(kept) is Tensor


def test_what_is_recorded_waits() -> None:
    """Operators of every kind are recorded without a look at their results."""
    a = parameter(70000)
    assert all(map(pending, [torch.where(a > 0, a, a * 2), a.sum(), torch.relu(a), a * a]))


def test_small_ones_and_those_of_other_types_do_not_wait() -> None:
    """Only large arrays of floating-point numbers are computed block by block."""
    assert not pending(torch.exp(torch.ones(100)))
    assert not pending(torch.ones(70000, dtype=torch.int64) + 1)
    assert not pending((torch.ones(70000) > 0) * 1)
    assert not pending(torch.ones(70000, dtype=torch.complex64) * 2)


def test_changes_in_place_come_after_what_was_read_before() -> None:
    """An operation reads what its operand held when it was written down."""
    a = torch.ones(70000)
    b = a + 1
    a.add_(5)
    assert pending(b) is False and b[0].item() == 2.0
    c = a * 2
    with torch.no_grad():
        a[3] = 0.0
    assert (c[3].item(), (a * 2)[3].item()) == (12.0, 0.0)
    d = a * 2
    a.data.zero_()
    assert d[0].item() == 12.0


def test_gradients_of_leaves_that_change() -> None:
    """What a node saved is what was there, whatever an optimizer does since."""
    w = parameter(70000)
    before = numbers(70000)
    loss = torch.tanh(w).sum()
    with torch.no_grad():
        w.zero_()
    loss.backward()
    np.testing.assert_allclose(w.grad.numpy(), 1 - np.tanh(before) ** 2, rtol=1e-5, atol=1e-6)


def test_gradients_add_up_in_the_tensor_that_is_there() -> None:
    """The second gradient is added in place, and leaves share no memory."""
    a, b = parameter(70000), parameter(70000)
    (a + b).sum().backward()
    seen = a.grad
    (a * 2).sum().backward()
    assert a.grad is seen and a.grad[0].item() == 3.0 and b.grad[0].item() == 1.0


def test_gradients_share_no_memory_with_values() -> None:
    """A gradient that begins with ones is not the value that it is times."""
    a = parameter(70000)
    with torch.no_grad():
        b = a * 2
    (found,) = torch.autograd.grad((b * a).sum(), a)
    b.data.zero_()
    assert found[0].item() == pytest.approx(2 * float(numbers(70000)[0]))


def test_numbers_beyond_their_type_are_refused_as_ever() -> None:
    """The message is PyTorch's, at the operation."""
    with pytest.raises(RuntimeError, match="cannot be converted to type float without overflow"):
        torch.where(torch.ones(70000) > 0, torch.zeros(70000), 1e39)


def test_a_saved_value_that_changed_is_refused() -> None:
    """Versions count as ever."""
    a = parameter(70000)
    y = torch.exp(a)
    loss = y.sum()
    y.mul_(2)
    assert y._version == 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_memory_that_numpy_has_is_read_at_once() -> None:
    """Who has the array may write to it."""
    a = torch.ones(70000)
    array = a.numpy()
    b = a + 1
    array[0] = 7
    assert b[0].item() == 2.0
    c = torch.from_numpy(np.zeros(70000, np.float32))
    d = c + 1
    c.numpy()[0] = 7
    assert d[0].item() == 1.0


def test_hooks_and_higher_derivatives() -> None:
    """Hooks see gradients with values; derivatives of derivatives are the ordinary ones."""
    found = []
    for large in (NEVER, 2**16):
        STATE.large = large
        a = parameter(70000)
        y = torch.exp(a)
        seen: list[Any] = []
        y.register_hook(lambda g, seen=seen: seen.append(g.sum().item()))
        (first,) = torch.autograd.grad((y * a).sum(), a, create_graph=True)
        (second,) = torch.autograd.grad((first * first).sum(), a)
        found.append((seen, second.numpy().tobytes()))
    assert found[0] == found[1]


def test_what_needs_a_sum_waits_for_it() -> None:
    """A sum is not computed together with what is made of it and of the same operations."""
    x = torch.ones(70000)
    twice = x * 2
    total = twice.sum()
    product = twice * total
    assert total.item() == 140000.0
    assert pending(product) and product[0].item() == 280000.0
    a = parameter(70000)
    weights = torch.exp(a) / torch.exp(a).sum()
    loss = (weights * weights).sum()
    loss.backward()
    assert abs(a.grad.sum().item()) < 1e-6 < loss.item()


def test_long_chains_are_computed_on_the_way() -> None:
    """So that what waits stays small."""
    a = parameter(70000)
    y = a
    for _ in range(1000):
        y = y * 1.001
    y = y + y
    for _ in range(60):
        y = y + y * 0.5
    y.sum().backward()
    assert a.grad[0].item() > 1


def test_shapes_that_do_not_fit_are_refused_as_ever() -> None:
    """The message is PyTorch's, at the operation."""
    message = r"The size of tensor a \(70000\) must match the size of tensor b \(70001\)"
    with pytest.raises(RuntimeError, match=message):
        torch.exp(torch.ones(70000)) + torch.ones(70001)


def test_no_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be computed when somebody looks is refused as any other is."""

    def no_memory(*_: Any) -> None:
        raise MemoryError

    y = torch.exp(torch.ones(70000))
    monkeypatch.setattr(blocks, "compute", no_memory)
    with pytest.raises(RuntimeError, match="not enough memory"):
        y.tolist()


def test_memory_is_used_again_only_when_nobody_has_it() -> None:
    """A result lies where the last one of its shape lay, if that is gone, with its views."""
    a = torch.ones(70000)
    first = torch.exp(a)
    place = first.data_ptr()
    second = a * 3
    assert second.data_ptr() != place
    part = second[1:]
    del second
    third = a * 4
    assert (part[0].item(), third[0].item(), first[0].item()) == (3.0, 4.0, pytest.approx(np.e))
    place = third.data_ptr()
    del third
    assert (a * 5).data_ptr() == place


def test_gradients_are_added_where_nobody_has_them() -> None:
    """Gradients that others hold stay as they are."""
    a, w = parameter(300, 300), parameter(300, 300)
    seen: list[Any] = []
    y = a * 1
    y.register_hook(lambda g: seen.append(g.clone()))
    z = (y @ w).sum() + (w @ y).sum() + (y @ y).sum()
    z.backward()
    found = a.grad.clone()
    STATE.large = NEVER
    b, v = parameter(300, 300), parameter(300, 300)
    x = b * 1
    ((x @ v).sum() + (v @ x).sum() + (x @ x).sum()).backward()
    assert torch.equal(found, b.grad) and torch.equal(w.grad, v.grad)
    assert torch.equal(seen[0], b.grad)


def test_the_size_is_that_of_the_state() -> None:
    """A thread begins with the size that the benchmark justifies."""
    assert state.LARGE in (0, 2**18)
