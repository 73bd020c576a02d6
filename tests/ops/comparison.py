"""What is asked of each sample and of each wrong call, and in which words an answer differs.

A check is made by yielding what came of it, so that none that fails hides the next.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gradcli
from gradcli.core.tensor import Tensor
from gradcli.numerics.dtypes import dtype_of
from tests.ops import reference

RTOL, ATOL = 1e-9, 1e-12


class Check(NamedTuple):
    """What was looked at, and how it differs from the record: not at all where that is empty."""

    kind: str
    difference: str
    of: str = ""

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.kind}{self.of and ' of '}{self.of}: {self.difference}"


Part = Callable[[str, int], Iterator[Check]]
"""Some of the checks of an operator's sample or wrong call, by the operator's name and a number."""


class Findings(NamedTuple):
    """How many checks of each kind were made, and a paragraph for each call with differences."""

    counts: Counter[str]
    differences: list[str]


def samples(name: str) -> Findings:
    """Make all checks of all samples of an operator."""
    titles = [
        sample.expr + "".join(f"  {key}={text}" for key, text in sample.inputs.items())
        for sample in reference.PROOFS[name].samples
    ]
    return _findings(name, "sample", titles, (derivatives, in_single_precision))


def wrong_calls(name: str) -> Findings:
    """Make all checks of all wrong calls of an operator."""
    return _findings(name, "wrong call", reference.PROOFS[name].wrong, (refusal,))


def derivatives(name: str, index: int) -> Iterator[Check]:
    """Value, gradients and second derivatives in double precision, and whose memory they are."""
    recorded = reference.entry(name, index)
    inputs = reference.inputs_of(recorded)
    value = reference.evaluate(name, index, inputs, "float64")
    if "plain" in recorded:
        yield Check("value", _unlike(str(value), recorded["plain"]))
        return
    yield Check("value", distance(value, recorded["value"]))
    yield Check("requires_grad", _unlike(value.requires_grad, "gradients" in recorded))
    if "gradients" not in recorded or not value.requires_grad:
        return
    leaves = {key: tensor for key, tensor in inputs.items() if tensor.requires_grad}
    yield from _in_place(value, inputs, dict(zip(leaves, recorded["gradients"], strict=True)))
    once = "once" in recorded  # PyTorch has no second derivative
    first, second = reference.derivatives(value, list(leaves.values()), once)
    for key, found, expected in zip(leaves, first, recorded["gradients"], strict=True):
        yield Check("gradient", distance(found, expected), key)
    none = [None] * len(leaves)
    rows = zip(leaves, second or none, recorded.get("second", none), strict=True)
    for key, found, expected in () if once else rows:
        yield Check("second derivative", distance(found, expected), key)


def _in_place(
    value: Tensor, inputs: dict[str, Tensor], expected: dict[str, Any]
) -> Iterator[Check]:
    """Leave gradients in ``grad``: they share memory with no input, result or other gradient."""
    start = reference.weights(value)
    value.backward(start, retain_graph=True)
    arrays = {"its start": start.array, "the result": value.array}
    arrays |= {key: tensor.array for key, tensor in inputs.items()}
    for key, tensor in inputs.items():
        if tensor.requires_grad:
            yield Check("grad", distance(tensor.grad, expected[key]), key)
        if tensor.grad is not None:
            array = tensor.grad.array
            shared = [other for other in arrays if np.shares_memory(array, arrays[other])]
            yield Check("memory", f"shared with {', '.join(shared)}" if shared else "", key)
            arrays[f"the gradient of {key}"] = array


def in_single_precision(name: str, index: int) -> Iterator[Check]:
    """Element type and name of the top node."""
    recorded = reference.entry(name, index)
    if "plain" in recorded:
        return
    value = reference.evaluate(name, index, reference.inputs_of(recorded, single=True), "float32")
    yield Check("type", _unlike(dtype_of(value.array.dtype).name, recorded["dtype"]))
    yield Check("node", _unlike(value.grad_fn.label if value.grad_fn else None, recorded["node"]))


def refusal(name: str, index: int) -> Iterator[Check]:
    """Make a wrong call: it gives an error of the class and with the message of PyTorch's."""
    expr, kind, message = reference.RECORDED[name]["errors"][index]
    called = reference.PROOFS[name].wrong[index]
    yield Check("call", _unlike(called, expr))
    try:
        gradcli.run(called)
    except gradcli.GradcliError as error:
        yield Check("class", _unlike(error.kind, kind))
        yield Check("message", _unlike(error.message.splitlines()[0], message))
    else:
        yield Check("class", f"no error, not {kind}")


def distance(found: Tensor | None, recorded: Any) -> str:
    """Say how a tensor differs from what was recorded; a zero may be left out on either side."""
    expected = reference.decode(recorded)
    if found is None or expected is None:
        array = expected if found is None else found.array
        missing = "here" if found is None else "in PyTorch"
        return f"left out {missing}, but not zero" if array is not None and array.any() else ""
    if found.array.shape != expected.shape:
        return f"shape {found.array.shape}, not {expected.shape}"
    wrong = ~np.isclose(found.array, expected, RTOL, ATOL, equal_nan=True)
    if not wrong.any():
        return ""
    place = tuple(int(axis[0]) for axis in np.nonzero(wrong)) if wrong.ndim else ()
    some = f" at {list(place)}, one of {wrong.sum()} of {wrong.size}" if wrong.ndim else ""
    return f"{found.array[place]}, not {expected[place]}{some}"


def _unlike(found: object, expected: object) -> str:
    return "" if found == expected else f"{found!r}, not {expected!r}"


def _findings(name: str, what: str, titles: Sequence[str], parts: Sequence[Part]) -> Findings:
    counts = Counter({what: len(titles)})
    differences = []
    for index, title in enumerate(titles):
        checks = [check for part in parts for check in _caught(part, name, index)]
        counts.update(check.kind for check in checks)
        wrong = [f"  {check}" for check in checks if check.difference]
        if wrong:
            differences.append("\n".join([title, *wrong]))
    return Findings(counts, differences)


def _caught(part: Part, name: str, index: int) -> Iterator[Check]:
    """Pass checks on, and make one of the error that ends them."""
    try:
        yield from part(name, index)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        yield Check("error", said)
