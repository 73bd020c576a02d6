"""What is written out for speed gives what the way of all operators, and of all nodes, gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gradcli import manual_seed
from gradcli.core.backward import grad
from gradcli.core.node import Node, reached_from
from gradcli.core.observe import Observer
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.operators.op import Op
from gradcli.operators.shortcut import direct, shortcut
from tests.ops import reference


@pytest.fixture(autouse=True)
def _ordinary() -> Iterator[None]:
    """Let small tensors go their way also where all others go that of large ones."""
    with STATE.replaced(large=2**16):
        yield


QUICK = {
    name: op
    for name, op in OPS.load_all().items()
    if op.quick and op.most <= 2 and not op.fields and op.parameters.defaults is not None
}
"""The operators that have a shortcut, and need nothing but one or two tensors."""


def _pairs() -> Iterator[tuple[str, dict[str, Tensor]]]:
    """Yield the inputs of every sample of each of them."""
    for name, index in reference.SAMPLES:
        if name in QUICK:
            for single in (False, True):
                recorded = reference.entry(name, index)
                yield name, reference.inputs_of(recorded, single=single)


def _outcome(run: Any, a: Tensor, b: Tensor) -> Any:
    """Return all there is to see of a result: values, types, node, edges, what is saved."""
    manual_seed(0)
    STATE.said.clear()
    try:
        found = run(a, b)
    except Exception as error:
        return type(error).__name__, str(error)
    return list(map(_seen, found)) if isinstance(found, tuple) else _seen(found)


def _seen(found: Any) -> Any:
    node = found.grad_fn
    seen = (found.array.dtype, found.array.shape, found.array.tobytes(), found.is_inference())
    if node is None:
        return seen
    saved = [
        None
        if values is None
        else [getattr(v, "array", v) is found.array or getattr(v, "array", v) for v in values]
        for values in node.saved
    ]
    shown = repr([[repr(v) for v in values or ()] for values in saved])
    return *seen, node.label, node.op, node.edges, node.versions, node.shape, node.dtype, shown


def _same(op: Op, a: Tensor, b: Tensor) -> None:
    attrs, count = op.parameters.defaults, op.most
    expected = _outcome(lambda a, b: op.apply_any((a, b)[:count], attrs), a, b)
    assert _outcome(lambda a, b: op.quick((a, b)[:count], attrs), a, b) == expected, op.name
    at_once = None if op.composite else direct(op)
    if at_once is not None:
        found = _outcome(lambda a, b: _or_else(at_once(*(a, b)[:count]), op, (a, b)), a, b)
        assert found == expected, op.name


def _or_else(found: Any, op: Op, operands: tuple[Any, ...], **attrs: Any) -> Any:
    """Return what was found, or where that is nothing, what is found on the way of all."""
    return op.apply_any(operands[: op.most], attrs) if found is None else found


def test_the_whole_table_both_ways() -> None:
    """Each operator with a shortcut, on all its samples, as leaves and as results of others."""
    seen = set()
    for name, inputs in _pairs():
        tensors = [t for t in inputs.values() if isinstance(t, Tensor)][:2]
        if len(tensors) < 2:
            tensors = tensors * 2
        if not tensors:
            continue
        a, b = tensors
        seen.add(name)
        with np.errstate(all="ignore"):
            _same(QUICK[name], a, b)
            _same(QUICK[name], b, a)
            _same(QUICK[name], a.detach(), b)
            if a.array.dtype.kind == "f":
                _same(QUICK[name], OPS["mul"](a, 2), b)
    assert {"add", "mul", "sub", "true_divide"} <= seen


@pytest.mark.parametrize("number", [2, -0.5, 0, 1e300, 2**62, float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["add", "mul", "sub", "true_divide"])
def test_numbers_both_ways(name: str, number: float) -> None:
    """A number beside a tensor, as behind a sign, gives what it gives on the way of all."""
    op = OPS[name]
    at_once = direct(op, numbers=True)
    assert at_once is not None
    for dtype in (np.float32, np.float64):
        for a in (Tensor(np.ones(3, dtype), True), Tensor(np.ones((), dtype), True) * 1):
            expected = _outcome(lambda a, b: op.apply_any((a, b), {}), a, number)
            assert _outcome(at_once, a, number) == expected
    assert at_once(a, 2**63) is None and at_once(a, True) is None and at_once(2, a) is None


@pytest.mark.parametrize("number", [2, 2.0, 3, 1, 0, -1, 0.5, -2, 2.5, 1e300, float("nan")])
def test_powers_both_ways(number: float) -> None:
    """A number that is an attribute, as an exponent is, gives what it gives on the way of all."""
    op = OPS["_pow_number"]
    for dtype in (np.float32, np.float64):
        values = np.array([[-1.5, 0.0], [2.0, np.inf]], dtype)
        for a in (Tensor(values, True), Tensor(values.T, True) * 1, Tensor(values)):
            expected = _outcome(lambda a, n: op.apply_any((a,), {"exponent": n}), a, number)
            assert _outcome(OPS["pow"].direct, a, number) == expected
    for other in (2**63, True, None, "2", np.float64(2), a):
        assert OPS["pow"].direct(a, other) is None
    assert OPS["pow"].direct(2, a) is None and OPS["pow"].direct(a.long(), 2) is None


def test_products_both_ways() -> None:
    """Two matrices give what ``mm`` gives; vectors and stacks go the way of all."""
    a, b = Tensor(np.arange(6.0).reshape(2, 3), True), Tensor(np.ones((2, 3)).T, True) * 1
    expected = _outcome(lambda a, b: OPS["mm"].apply_any((a, b), {}), a, b)
    assert _outcome(OPS["matmul"].direct, a, b) == expected
    for left, right in ((a, b[0]), (a[None], b), (a, 2), (2, b), (a, [1])):
        assert OPS["matmul"].direct(left, right) is None


@pytest.mark.parametrize(
    "mode", [{"grad_enabled": False}, {"grad_enabled": False, "inference": True}]
)
def test_in_modes(mode: dict[str, bool]) -> None:
    """The modes of autograd hold on both ways."""
    a, b = Tensor(np.ones(2), True), Tensor(np.full(2, 3.0))
    with STATE.replaced(**mode):
        for op in QUICK.values():
            _same(op, a, b)


def test_a_wrong_shortcut_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees a node of another name."""
    mul, a, b = OPS["mul"], Tensor(np.ones(2), True), Tensor(np.full(2, 3.0))
    monkeypatch.setattr(mul, "label", "Wrong")
    quick = shortcut(mul)
    monkeypatch.undo()
    assert quick is not None
    expected = _outcome(lambda a, b: mul.apply_any((a, b), {}), a, b)
    assert _outcome(lambda a, b: quick((a, b), {}), a, b) != expected


class Watching(Observer):
    """Looks at each derivative, for which the engine leaves its shortcut."""

    def __init__(self) -> None:
        self.seen = 0

    def derivative(self, node: Any, arriving: Any, leaving: Any) -> None:
        """Count the derivatives that were looked at."""
        self.seen += 1


def _gradients(value: Tensor, sources: list[Tensor]) -> list[bytes | None]:
    start = reference.weights(value)
    with np.errstate(all="ignore"):
        found = grad(value, sources, start, retain_graph=True, allow_unused=True)
    return [None if g is None else g.array.tobytes() for g in found]


MOST = 4
"""How many samples of an operator take both ways, spread over all it has."""


def _check_kept(node: Any) -> None:
    """See that a rule that keeps no values of operands, or one, has no tensors besides."""
    plain = isinstance(node, Node) and node.op is not None and node.op.joint is None
    for rule, values in zip(node.op.rules, node.saved or (), strict=False) if plain else ():
        beside = (values or ())[rule.kept :]
        assert rule.kept == 2 or not any(isinstance(value, Tensor) for value in beside), node.label


@pytest.mark.filterwarnings("ignore:.*is deprecated")
def test_derivatives_both_ways() -> None:
    """The engine's shortcut for plain nodes gives the gradients of ``Node.gradients``."""
    watching, compared = Watching(), 0
    for name, proof in reference.PROOFS.items():
        count = len(proof.samples)
        for index in range(0, count, -(-count // MOST)) if count else ():
            recorded = reference.entry(name, index)
            if "gradients" not in recorded:
                continue
            inputs = reference.inputs_of(recorded)
            value = reference.evaluate(name, index, inputs, "float64")
            sources = [t for t in inputs.values() if t.requires_grad]
            for node in reached_from([value.grad_fn]) if value.grad_fn else ():
                _check_kept(node)
            expected = _gradients(value, sources)
            with watching:
                assert _gradients(value, sources) == expected, (name, index)
            compared += 1
    assert compared > 1000 and watching.seen > compared
