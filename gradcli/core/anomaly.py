"""Anomalies: where the first NaN or infinity comes from, and PyTorch's refusal of NaN in gradients.

Nothing here runs unless it was asked for: a ``Watch`` is an observer like others, and a backward
pass looks once whether anything is watched.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.hooks import hooks_of
from gradcli.core.node import Node
from gradcli.core.observe import Observer
from gradcli.core.saved import SavedResult, forward_name
from gradcli.core.state import STATE
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE

_MOST_INPUTS = 4
_WORDS = {"x": "input", "a": "input", "b": "other", "y": "result"}


class Origin(NamedTuple):
    """The first number that is not finite: who made it, what it is, where, of what.

    ``source`` is the piece of program that the operation stands in.
    """

    maker: str
    value: str
    place: tuple[int, ...]
    inputs: tuple[str, ...]
    source: object


class Watch(Observer):
    """A context that looks for the first NaN or infinity which is made of finite numbers."""

    __slots__ = ("report",)

    def __init__(self, report: Callable[[Origin], object]) -> None:
        self.report = report

    def found(self, origin: Origin) -> None:
        """Hand on what was found, and stop looking."""
        self.__exit__()
        self.report(origin)

    def computed(
        self, op: Operator, arrays: Sequence[Any], attrs: dict[str, Any], results: Sequence[Any]
    ) -> None:
        """Look at what an operator made, unless it only makes what it was told to."""
        if op.creation:
            return
        for result in results:
            index = _first(result)
            if index is not None and _finite([*arrays, *attrs.values()]):
                values = [value for value in arrays if _is_value(value)]
                inputs = _elements(values, result, index) if op.broadcasts else ()
                name = op.parameters.name.lstrip("_")
                self.found(Origin(name, _text(result[index]), index, inputs, STATE.source))
                return

    def derivative(self, node: Node, arriving: Sequence[Any], leaving: Sequence[Any]) -> None:
        """Look at the gradients that a node made."""
        gradients = [tensor.array for tensor in arriving if tensor is not None]
        if not _finite(gradients):
            return
        for place, tensor in enumerate(leaving):
            index = None if tensor is None else _first(tensor.array)
            if index is not None:
                inputs = _named_inputs(node, place, gradients, tensor.array, index)
                maker = f"the derivative of {forward_name(node.label).lower()}"
                self.found(Origin(maker, _text(tensor.array[index]), index, inputs, node.source))
                return


def refuse_nan(node: Node, leaving: Iterable[Any]) -> None:
    """Raise RuntimeError for a gradient that is not a number, as anomaly detection does."""
    for place, tensor in enumerate(leaving):
        if (
            tensor is not None
            and tensor.array.dtype.kind in DIFFERENTIABLE
            and np.isnan(tensor.array).any()
        ):
            raise op_error(
                RuntimeError,
                f"Function '{node.label}' returned nan values in its {place}th output.",
                code="anomaly",
                places=((node.source, f"the derivative of {forward_name(node.label)} is nan"),),
            )


# Where the forward operation stood


class Tracebacks(Observer):
    """Notes of each node where Python made it, and which node's derivative that was for."""

    takes_batches = True
    __slots__ = ()

    def recorded(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Note where a node was made; of a program's, the node knows the text itself."""
        if node.source is not None:
            return
        metadata = hooks_of(node).metadata
        frames = traceback.extract_stack()
        own = [frame for frame in frames if not frame.filename.startswith(_PACKAGE)]
        metadata["traceback_"] = traceback.format_list(own)
        if STATE.passing is not None and STATE.passing.current is not None:
            metadata["parent_"] = STATE.passing.current


_PACKAGE = str(Path(__file__).parents[1])


def traced(mode: bool) -> tuple[Any, ...]:
    """Return the observers for a time in which anomalies are looked for, or are not."""
    others = tuple([o for o in STATE.observers if not isinstance(o, Tracebacks)])
    return (Tracebacks(), *others) if mode else others


def warn_of(node: Node) -> None:
    """Warn of an error in the derivative of a node, with where the node was made.

    The error goes on its way: where warnings are errors, this one is printed, as PyTorch does.
    """
    if node.source is not None:
        return
    for message in _told(node):
        try:
            warn(message)
        except Warning:
            traceback.print_exc()


def _told(node: Node) -> Iterator[str]:
    """Yield what there is to say of where a node was made, and those whose derivative made it."""
    stack = _stack(node)
    if stack is None:
        yield (
            f"Error detected in {node.label}. No forward pass information available. Enable "
            "detect anomaly during forward pass for more information."
        )
        return
    yield (
        f"Error detected in {node.label}. Traceback of forward call that caused the error:\n{stack}"
    )
    parent = _metadata(node).get("parent_")
    while parent is not None:
        stack = _stack(parent)
        if stack is None:
            yield (
                "\n\nNo forward pass information available of the call that induced the previous "
                f"calculation. Enable detect anomaly during forward pass for more information of "
                f"{parent.label}."
            )
            return
        yield (
            "\n\nPrevious calculation was induced by "
            f"{parent.label}. Traceback of forward call that induced the previous calculation:\n"
            f"{stack}"
        )
        parent = _metadata(parent).get("parent_")


def _metadata(node: Node) -> dict[Any, Any]:
    return {} if node.hooks is None else node.hooks.metadata


def _stack(node: Node) -> str | None:
    frames = _metadata(node).get("traceback_")
    return None if frames is None else "".join(frames)


def _is_value(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic, int, float, complex))


def _first(array: Any) -> tuple[int, ...] | None:
    """Return the place of the first number that is not finite."""
    if not isinstance(array, (np.ndarray, np.generic)) or array.dtype.kind not in DIFFERENTIABLE:
        return None
    wrong = ~np.isfinite(np.asarray(array))
    if not wrong.any():
        return None
    return tuple(int(i) for i in np.unravel_index(int(wrong.argmax()), array.shape))


def _finite(values: Iterable[Any]) -> bool:
    """Tell whether no number among values is infinite or NaN."""
    for value in values:
        if isinstance(value, (list, tuple)):
            if not _finite(value):
                return False
        elif _is_value(value):
            array = np.asarray(value)
            if array.dtype.kind in DIFFERENTIABLE and not np.isfinite(array).all():
                return False
    return True


def _elements(inputs: Sequence[Any], result: Any, index: tuple[int, ...]) -> tuple[str, ...]:
    """Return the elements of the inputs that one of the result was made of, if it was so made."""
    found = [_element(value, result, index) for value in inputs[:_MOST_INPUTS]]
    return () if None in found else tuple(text for text in found if text is not None)


def _element(value: Any, result: Any, index: tuple[int, ...]) -> str | None:
    try:
        return _text(np.broadcast_to(value, result.shape)[index])
    except ValueError:
        return None


def _named_inputs(
    node: Node, place: int, gradients: Sequence[Any], made: Any, index: tuple[int, ...]
) -> tuple[str, ...]:
    """Return what a derivative was computed from at one place: the gradient and saved values."""
    if node.op is None or not node.op.broadcasts:
        return ()
    found = [("gradient", gradient) for gradient in gradients]
    if node.op.joint is None and node.saved:
        names, values = node.op.rules[place].names, node.saved[place] or ()
        found += [
            (_WORDS.get(name, name), value.array if _is_tensor(value) else value)
            for name, value in zip(names, values, strict=False)
            if _is_tensor(value) or isinstance(value, (int, float))
        ]
    texts = [(name, _element(value, made, index)) for name, value in found[:_MOST_INPUTS]]
    return tuple(f"{name} {text}" for name, text in texts if text is not None)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (Tensor, SavedResult))


def _text(number: Any) -> str:
    """Return a number with as few digits as its type needs."""
    return str(number)
