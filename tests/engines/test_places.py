"""``gradcli.engine`` in Python: where new tensors are, and when their values are computed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import gradcli

ROWS = 2**17
dask = pytest.importorskip("dask")


class Parts:
    """An array that is read part by part, and knows how much of it was."""

    shape, ndim, dtype = (ROWS, 3), 2, np.dtype(np.float64)
    most = read = 0

    def __getitem__(self, key: Any) -> np.ndarray:
        part = np.broadcast_to(np.arange(3.0), self.shape)[key]
        self.most, self.read = max(self.most, part.size), self.read + part.size
        return np.array(part)


def engine_of(tensor: Any) -> str:
    """Return the name of the engine that has a tensor's values."""
    return "numpy" if type(tensor.array) is np.ndarray else tensor.array.xp.name


def test_value_and_gradients_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is computed until somebody asks, then all together, and never the whole at once."""
    passes: list[int] = []
    compute = dask.compute

    def counted(*arrays: Any, **options: Any) -> Any:
        passes.append(len(arrays))
        return compute(*arrays, **options | {"scheduler": "synchronous"})

    monkeypatch.setattr(dask, "compute", counted)
    parts = Parts()
    w = gradcli.tensor([1.0, 2.0, 3.0], dtype=gradcli.float64, requires_grad=True)
    with gradcli.engine("dask", chunks=(2**15, -1)) as place:
        loss = ((place.tensor(parts) @ w - 1) ** 2).mean()
        loss.backward()
        assert (parts.read, passes, engine_of(w.grad)) == (0, [], "dask")
        place.compute(loss, w.grad)
    assert passes == [2] and parts.read == ROWS * 3 and parts.most == 2**15 * 3
    assert (loss.item(), w.grad.tolist()) == (49.0, [0.0, 14.0, 28.0])


def test_large_tensors_are_made_there() -> None:
    """An engine is in force from when it is chosen, or within ``with``."""
    with gradcli.engine("dask"):
        large, small = gradcli.ones(ROWS, requires_grad=True), gradcli.ones(3)
        (gradcli.tanh(large) * 2).sum().backward()
    assert list(map(engine_of, (large, small, large.grad, gradcli.ones(ROWS)))) == [
        "dask", "numpy", "dask", "numpy",
    ]  # fmt: skip
    assert large.grad.numpy()[-1] == pytest.approx(2 - 2 * np.tanh(1) ** 2)
    gradcli.engine("dask")
    there = gradcli.ones(ROWS)
    gradcli.engine("numpy")
    assert [engine_of(there), engine_of(gradcli.ones(ROWS))] == ["dask", "numpy"]


def test_random_numbers_are_the_same_everywhere() -> None:
    """They are drawn by the one generator."""
    gradcli.manual_seed(1)
    expected = gradcli.randn(ROWS).numpy()
    with gradcli.engine("dask"):
        gradcli.manual_seed(1)
        assert np.array_equal(gradcli.randn(ROWS).numpy(), expected)


def test_what_is_wrong_is_refused() -> None:
    """Names are known, and engines are asked for what they can do."""
    for name, options in (("numba", {}), ("dask", {"devices": 2}), ("strict", {})):
        with pytest.raises(ValueError, match=r"there is no engine|has one device"):
            gradcli.engine(name, **options)


@pytest.mark.extra
@pytest.mark.skipif(not find_spec("jax"), reason="jax is absent")
def test_more_devices_than_there_are() -> None:
    """JAX says how many it finds."""
    with pytest.raises(ValueError, match="there are no 1000 devices"):
        gradcli.engine("jax", devices=1000)
