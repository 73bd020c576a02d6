"""``gradcli eval --engine``: the same program and the same report on other engines."""

import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.errors import ExitCode
from tests.commands.test_eval import README, data

Run = Callable[..., Any]
_ABSENT = {
    n: pytest.mark.skipif(not find_spec(n), reason=f"{n} is absent") for n in ("dask", "jax")
}
ENGINES = [
    pytest.param("dask", marks=_ABSENT["dask"]),
    pytest.param("jax", marks=[_ABSENT["jax"], pytest.mark.extra]),
]
BRANCHING = ["s = x.sum()\nif s > 2:\n    s = s * 2\nprint(s)\ns", "-D", "x=ones(3)", "--summary"]
CHANGED = ["y = x * 2\ny[0] = 5.0\nv = y[1:]\nv.mul_(3)\n(y ** 2).sum()", "-D", "x=ones(3)"]


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_the_report_is_the_same(invoke: Run, engine: str) -> None:
    """Value, chain and gradients: of an expression, of a branch, of changes in place, of chance."""
    chance = ["(randn(3) * x).sum()", "-D", "x=ones(3)", "--seed", "1"]
    for program in (README, BRANCHING, CHANGED, chance):
        expected = invoke("eval", *program)
        found = invoke("eval", *program, "--engine", engine)
        assert (found.exit_code, found.stdout, found.stderr) == (0, expected.stdout, "")


@pytest.mark.parametrize("engine", ENGINES[:1])
def test_files_are_read_in_chunks(invoke: Run, tmp_path: Path, engine: str) -> None:
    """A file larger than a chunk gives the same digits as the whole in memory."""
    rng = np.random.default_rng(0)
    np.save(tmp_path / "X.npy", rng.standard_normal((1000, 5)))
    np.save(tmp_path / "y.npy", rng.standard_normal(1000))
    given = ["-C", f"X=@{tmp_path}/X.npy", "-C", f"y=@{tmp_path}/y.npy", "-D", "w=ones(5).double()"]
    program = ["eval", "mean((X @ w - y)**2)", *given, "--format", "json"]
    whole = data(invoke(*program))
    parts = data(invoke(*program, "--engine", engine, "--chunks", "70,-1"))
    assert parts["result"]["data"] == pytest.approx(whole["result"]["data"], rel=1e-12)
    left, right = (r["gradients"]["w"]["data"] for r in (parts, whole))
    assert left == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("engine", ENGINES[:1])
def test_no_engine_can_be_reached_from_outside(
    engine: str, invoke: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens but on 127.0.0.1, also while chunks are computed."""
    heard: list[Any] = []
    listen = socket.socket.listen

    def listening(self: socket.socket, *args: int) -> None:
        heard.append(self.getsockname())
        listen(self, *args)

    monkeypatch.setattr(socket.socket, "listen", listening)
    call = ("eval", "(x * x).sum()", "-D", "x=torch.ones(300, 300)", "--chunks", "100,-1")
    assert invoke(*call, "--engine", engine, "--get", "result").exit_code == 0
    assert all(name[0] == "127.0.0.1" for name in heard if isinstance(name, tuple))


def test_wrong_chunks(invoke: Run) -> None:
    """Sizes are whole numbers with commas between them."""
    for text in ("a", "0", "-2", "1,,2"):
        assert invoke("eval", *README, "--chunks", text).exit_code == ExitCode.USAGE


def test_an_engine_that_is_absent(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install is said."""
    from gradcli.numerics import engines

    engines.engine.cache_clear()
    monkeypatch.setitem(sys.modules, "jax.numpy", None)
    result = invoke("eval", *README, "--engine", "jax")
    engines.engine.cache_clear()
    assert result.exit_code == ExitCode.USAGE
    assert "pip install 'gradcli[jax]'" in result.stderr
