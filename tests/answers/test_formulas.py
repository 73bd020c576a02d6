"""The formulas that ``gradcli ops`` shows are what the rules compute, in names of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import gradcli
from gradcli.answers.catalogue import Entry, entries
from gradcli.answers.examples import Example, example_of
from gradcli.answers.formulas import formulas_of, is_readable
from gradcli.answers.rule_texts import Derivative
from gradcli.core.node import Node
from gradcli.core.observe import Observer
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.numerics.dtypes import float32, float64

KNOWN = {entry.name: entry for entry in entries()}
DRAWN = {
    *("bernoulli", "cauchy", "exponential", "geometric", "log_normal", "normal", "poisson"),
    "random",
}
"""Operators that draw what they return: no gradient gets through."""

IN_WORDS = re.compile(
    r"^(that of|the |each |to each |zeros in|not impl|g,? [a-z]|einsum of|exp\(input\) less|-g at"
    r"|input convolved)"
)
NOT_RUN = {"_sum_keepdim", "_batch_norm", "_group_norm", "_layer_norm"}
"""Nodes whose attributes are not as users know them."""


class Made(NamedTuple):
    """A node, and what it was made of."""

    node: Node
    operands: Sequence[Any]
    attrs: dict[str, Any]


class Recorder(Observer):
    """Keeps all nodes and their operands."""

    def __init__(self) -> None:
        self.made: list[Made] = []

    def recorded(self, node: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Keep a node."""
        self.made.append(Made(node, tuple(operands), dict(attrs)))


@cache
def ran(entry: Entry) -> tuple[Example | None, list[Made]]:
    """Return an operator's example and the nodes that it made, having run it once."""
    with Recorder() as recorder:
        return example_of(entry), recorder.made


def test_every_formula_is_readable() -> None:
    """No formula of a public operator names anything that programs do not know."""
    rows = [(entry.name, row) for entry in KNOWN.values() for row in entry.derivatives]
    assert len(rows) > 250
    assert [row for row in rows if not is_readable(row[1].formula)] == []
    assert [row for row in rows if "rules[" in row[1].formula or "lambda" in row[1].formula] == []


def test_every_written_formula_is_of_an_operand() -> None:
    """What a declaration says of a gradient is said of an operand that gradients reach."""
    for op in OPS.load_all().values():
        if op.formulas:
            assert set(op.formulas) <= {row.operand for row in formulas_of(op)}, op.name


def test_every_composite_has_parts() -> None:
    """A composite that passes gradients on names the nodes that it makes, each with a formula."""
    silent = []
    for entry in KNOWN.values():
        example = ran(entry)[0] if entry.kind == "composite" else None
        if example is not None and example.report.gradients:
            silent += [(entry.name, part.node) for part in example.parts if not part.derivatives]
    assert {node for _, node in silent} <= {"ErrorBackward0"}, silent


def test_examples_have_gradients() -> None:
    """An example's gradients are not all zero, but for those of operators that draw."""
    zero = set()
    for entry in KNOWN.values():
        example = ran(entry)[0]
        gradients = example.report.gradients if example is not None else ()
        if gradients and not any(np.any(gradient.data) for gradient in gradients):
            zero.add(entry.name)
    assert zero <= DRAWN


@pytest.mark.filterwarnings("ignore")  # of deprecated operators
@pytest.mark.long
def test_formulas_are_what_the_rules_compute() -> None:
    """Every formula that is no sentence, run on what its operator's example met, gives the same."""
    compared, wrong = set(), []
    for entry in KNOWN.values():
        for op, row, made in _uses(entry):
            if IN_WORDS.match(row.formula) or (op, row.operand) in compared:
                continue
            verdict = _verdict(row, made)
            if verdict is None:
                continue
            compared.add((op, row.operand))
            if verdict:
                wrong.append((op, row.operand, row.formula, verdict))
    assert not wrong, "\n".join(map(str, wrong))
    assert len(compared) > 230


def _uses(entry: Entry) -> Iterator[tuple[str, Derivative, Made]]:
    """Yield the formulas of the nodes that an operator's example makes."""
    for made in ran(entry)[1]:
        if made.node.op is not None:
            op = OPS[made.node.op.name]
            for row in formulas_of(op):
                yield op.name, row, made


def _verdict(row: Derivative, made: Made) -> str | None:
    """Say what is wrong with a formula; empty where nothing is, None where it cannot be told."""
    op = OPS[made.node.op.name]  # type: ignore[union-attr]
    keywords = {p.name: p.keyword for p in op.parameters.by_keyword.values()}
    names = [keywords.get(name, name) for name in op.parameters.operands]
    if op.variadic or row.operand not in names or op.name in NOT_RUN:
        return None
    if not is_readable(row.formula) or _speaks_of(row, "over n for", "normalised input"):
        return None
    if _speaks_of(row, "square") and len(set(made.operands[0].shape[-2:])) > 1:
        return None
    operands = [_double(operand) for operand in made.operands]
    at = names.index(row.operand)
    if at >= len(operands) or not _is_leaf(operands[at]):
        return None
    attrs = {key: float64 if value is float32 else value for key, value in made.attrs.items()}
    try:
        found = op.apply(operands, attrs)
    except GradcliError:
        return None
    results = found if isinstance(found, tuple) else (found,)
    if any(result.is_complex() for result in results):
        return None
    weights = [
        (result * 0 + 0.5 + gradcli.arange(result.numel()).reshape(result.shape))
        for result in results
    ]
    weights = [weight.detach().to(float64) for weight in weights]
    passing = [i for i, result in enumerate(results) if result.requires_grad]
    if not passing:
        return None
    (wanted,) = gradcli.autograd.grad(
        [results[i] for i in passing],
        [operands[at]],
        [weights[i] for i in passing],
        allow_unused=True,
        materialize_grads=True,
    )
    if not np.isfinite(wanted.numpy()).all():
        return None
    scope = dict(zip(names, operands, strict=False))
    for name, tensors in (("y", results), ("g", weights)):
        for number, tensor in enumerate(tensors):
            kept = _kept(tensor.detach(), attrs, operands[0], row)
            scope[f"{name}{number or ''}" if name == "y" else f"g_{number}"] = kept
    each = ", ".join(f"g_{number}" for number in range(len(results)))
    lines = ["g = g_0" if len(results) == 1 else f"g = ({each},)"]
    lines += _attributes(op, attrs, results[0], operands[0], row)
    text = "\n".join([*lines, *row.formula.split("; ")])
    values = {name: value for name, value in scope.items() if not isinstance(value, bool)}
    try:
        got = gradcli.run(
            text,
            {n: v.detach() if isinstance(v, gradcli.Tensor) else v for n, v in values.items()},
            dtype="float64",
        ).value
    except (GradcliError, TypeError) as error:
        return f"fails: {error} in {text!r}"
    got = np.asarray(got.numpy() if isinstance(got, gradcli.Tensor) else got)
    try:
        got = _summed(got, wanted.shape)
    except ValueError:
        return f"shape {got.shape} instead of {tuple(wanted.shape)}"
    finite = np.isfinite(got)
    close = np.allclose(np.where(finite, got, 0), np.where(finite, wanted.numpy(), 0), 1e-5, 1e-7)
    if (close and finite.any()) or got.size == 0:
        return ""
    return f"{got} instead of {wanted.numpy()}"


def _speaks_of(row: Derivative, *words: str) -> bool:
    return any(word in (row.note or "") for word in words)


def _double(operand: Any) -> Any:
    if not isinstance(operand, gradcli.Tensor):
        return operand
    if operand.dtype == float32:
        return operand.detach().to(float64).requires_grad_()
    return operand.detach()


def _is_leaf(operand: Any) -> bool:
    return isinstance(operand, gradcli.Tensor) and operand.requires_grad


def _attributes(
    op: Any, attrs: dict[str, Any], result: Any, first: Any, row: Derivative
) -> list[str]:
    """Return assignments of a call's attributes, and of what notes speak of."""
    given = {p.keyword: p.default for p in op.parameters.by_keyword.values() if not p.operand}
    keywords = {p.name: p.keyword for p in op.parameters.by_keyword.values()}
    given |= {keywords.get(name, name): value for name, value in attrs.items()}
    lines = [
        f"{name} = {value!r}"
        for name, value in given.items()
        if isinstance(value, (bool, int, float, str, tuple, list, type(None))) and name != "from"
    ]
    if _speaks_of(row, "n is the number", "n elements"):
        lines.append(f"n = {first.numel() // max(1, result.numel())}")
        biased = attrs.get("unbiased") is False
        lines.append(f"correction = {0 if biased else attrs.get('correction') or 1}")
    return lines


def _kept(tensor: Any, attrs: dict[str, Any], first: Any, row: Derivative) -> Any:
    """Return a result, or its gradient, with the dimensions that were reduced, if that is said."""
    dim = attrs.get("dim")
    if not _speaks_of(row, "as by keepdim") or attrs.get("keepdim") or dim in (None, ()):
        return tensor
    for axis in sorted(d % first.dim() for d in (dim if isinstance(dim, tuple) else (dim,))):
        tensor = tensor.unsqueeze(axis)
    return tensor


def _summed(got: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return a gradient summed over the axes along which an operand was broadcast."""
    got = np.broadcast_to(got, np.broadcast_shapes(got.shape, shape))
    got = got.sum(axis=tuple(range(got.ndim - len(shape))))
    axes = tuple(i for i, size in enumerate(shape) if size == 1 and got.shape[i] != 1)
    return np.asarray(got.sum(axis=axes, keepdims=True) if axes else got)
