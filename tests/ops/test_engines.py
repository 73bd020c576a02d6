"""Operators on other engines: arrays that keep to the standard, dask's in chunks, and JAX's.

Samples are compared, value and gradient, with what NumPy makes of them. What an engine lacks is
declared: by the operator, or for the bare standard in ``engines.txt``.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gradcli.ops
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics.arrays import namespace_of
from tests.ops import engines
from tests.ops.reference import PROOFS

MOST = 1
"""How many samples of an operator the suite tries; ``python -m tests.ops.engines`` tries all."""

LEAST = {"jax": 0.95, "dask": 0.85, "strict": 0.75}
"""The share of the differentiable operators that pass; the rest is declared."""

TRIED = sorted(name for name in PROOFS if PROOFS[name].samples)
FAMILIES = sorted({OPS[name].family for name in TRIED})
LACKING: dict[str, set[str]] = {}
for line in Path(__file__).with_name("engines.txt").read_text().splitlines():
    if not line.startswith("#"):
        LACKING.setdefault(line.partition(":")[0], set()).update(line.partition(":")[2].split())


PRESENT = {name: xp for name in LEAST if (xp := engines.installed(name)) is not None}


def declared(name: str, on: str) -> bool:
    """Tell whether an operator, or what its samples are made of, is said to be missing."""
    return name in LACKING[on] or bool(OPS[name].engines and on not in OPS[name].engines)


def of_engine(name: str) -> Any:
    """Return the parameter of a test for an engine, which may come with an extra."""
    return pytest.param(name, marks=pytest.mark.extra if name == "jax" else ())


@pytest.mark.long
@pytest.mark.parametrize("name", [*map(of_engine, PRESENT)])
@pytest.mark.parametrize("family", FAMILIES)
def test_samples(family: str, name: str) -> None:
    """The samples of a family give on an engine what they give on NumPy, but for what is said."""
    found = {}
    for operator in (n for n in TRIED if OPS[n].family == family and not declared(n, name)):
        if why := list(engines.failures(PRESENT[name], operator, MOST)):
            found[operator] = why
    assert not found


@pytest.mark.parametrize("name", [*map(of_engine, LEAST)])
def test_share(name: str) -> None:
    """As many of the differentiable operators pass as are promised, if the engine is there."""
    if name not in PRESENT:
        pytest.skip(f"{engines.PACKAGES[name]} is not installed")
    some = [n for n in TRIED if OPS[n].differentiable]
    assert sum(not declared(n, name) for n in some) >= LEAST[name] * len(some)


def test_what_is_not_there_is_refused() -> None:
    """An operator that says which engines it is for is a clear error on others."""
    name, xp = next(reversed(PRESENT.items()))
    run = engines.moved({"x": gradcli.tensor([1.0, 2.0])}, xp)
    with pytest.raises(gradcli.GradcliError, match=f"not there on the engine {name}") as caught:
        gradcli.run("hash_tensor(x)", run)
    assert caught.value.diagnostic.code == "engine"


CHUNKED = (
    "x.sum()",
    "x.mean(0).sum()",
    "(x @ w).sum()",
    "(x * w[:, 0]).sum()",
    "(softmax(x, 1) * w.T).sum()",
    "(x.T @ x).sum()",
    "x[1:3].sum() + x[2, 1]",
    "cat([x, x]).exp().sum()",
    "x.reshape(-1).cumsum(0).sum()",
    "x.prod(0).max()",
    "(x.roll(1, 0) * x).sum()",
    "x.sum(0).expand(4, 6).sum()",
)


@pytest.mark.skipif("dask" not in PRESENT, reason="dask is not installed")
@pytest.mark.parametrize("source", CHUNKED)
def test_gradients_are_in_the_chunks_of_their_operands(source: str) -> None:
    """A gradient that a rule spreads, or puts together, is cut as what it is the gradient of."""
    xp = PRESENT["dask"]
    values = {"x": np.linspace(-1, 1, 24).reshape(4, 6), "w": np.linspace(1, 2, 24).reshape(6, 4)}
    cut = {"x": (2, 3), "w": (3, 2)}
    leaves = {n: Tensor(xp.array_of(values[n], cut[n]), True) for n in values}
    value = gradcli.run(source, leaves).value
    found = gradcli.autograd.grad(value, list(leaves.values()), None, True, allow_unused=True)
    value.backward()
    for leaf, gradient in zip(leaves.values(), found, strict=True):
        for one in (gradient, leaf.grad):
            assert one is None or one.array.raw.chunks == leaf.array.raw.chunks


@pytest.mark.skipif("dask" not in PRESENT, reason="dask is not installed")
def test_long_names_of_tasks_are_not_taken_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows are put together right, even where dask would cut all long names to the same end."""
    monkeypatch.setattr("dask.optimization.hash", lambda name: 0, raising=False)
    assert not list(engines.failures(PRESENT["dask"], "_pieces", MOST))


_NAMES = (
    "bool_ complex128 complex64 dtype e finfo float16 float32 float64 generic iinfo inf int16 "
    "int32 int64 int8 integer nan ndarray newaxis pi result_type uint16 uint32 uint64 uint8 "
    "broadcast_shapes"
)
NAMES = set(_NAMES.split())
"""What a body may say of NumPy: element types, constants, and rules about shapes and types."""


def test_bodies_name_no_engine() -> None:
    """A body calls functions of the namespace that it is given, and none of NumPy's."""
    found = []
    for path in sorted(Path(gradcli.ops.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and _takes_namespace(node):
                found += [f"{path.name}:{line}" for line in _calls_of_numpy(node)]
    assert not found


def _takes_namespace(function: ast.FunctionDef) -> bool:
    given = [*function.args.posonlyargs, *function.args.args]
    return bool(given) and given[0].arg == "xp"


def _calls_of_numpy(function: ast.FunctionDef) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "np"
        and node.attr not in NAMES
    ]


def test_data_that_hold_themselves_are_on_no_engine() -> None:
    """The engine of a call is looked for in what is nested, and that ends."""
    data: list[Any] = []
    data.append(data)
    assert namespace_of([data, (data, [1.0])]) is np
