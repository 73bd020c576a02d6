"""The report of one run, as plain data: the result, the graph, the gradients and derivatives.

A value comes with the text that ``print`` shows for it, which depends on what the program has set.
This module knows the parts of a report. It does not know how they are found, nor any format.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.limits import check_text
from gradcli.language.machine.functions import type_name

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (Tensor, "tensor"),
    (np.ndarray, "array"),
    (type(None), "none"),
    (bool, "bool"),
    ((int, float), "number"),
    (complex, "complex"),
    (str, "string"),
    (list, "list"),
    (tuple, "tuple"),
    (dict, "dict"),
)


class Value(NamedTuple):
    """A value: its kind, its text, and for tensors everything that a reader may ask.

    ``data`` is an array for tensors and the value itself for everything else.
    """

    type: str
    text: str
    data: Any
    name: str | None = None
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    requires_grad: bool | None = None
    grad_fn: str | None = None

    @property
    def printed(self) -> str:
        """Return the text that ``print`` shows, where a string has no quotes."""
        return self.data if self.type == "string" else self.text


class Numbers(NamedTuple):
    """The elements of a tensor."""

    text: str
    data: np.ndarray


class Gradient(NamedTuple):
    """The gradient of the result by one tensor; ``note`` says what is special about it."""

    name: str
    text: str
    data: np.ndarray
    note: str | None = None


class Derivative(NamedTuple):
    """A derivative of the result by one tensor or several in order, or its product with a vector.

    ``kind`` is "jacobian", "hessian", "derivative" (of any order) or "jvp".
    """

    kind: str
    by: tuple[str, ...]
    text: str
    data: np.ndarray


class Pattern(NamedTuple):
    """Where a Jacobian or Hessian is not zero, as a matrix.

    ``rows`` and ``columns`` are the names and the sizes of what lies along its sides.
    """

    kind: str
    rows: tuple[tuple[str, int], ...]
    columns: tuple[tuple[str, int], ...]
    nonzero: np.ndarray


class Report(NamedTuple):
    """What a program printed and gave, the graph behind that, and its gradients.

    ``hint`` says in one line what to do about missing gradients. A report of a program that went
    wrong holds what it had printed, and diagnostics.
    """

    stdout: str = ""
    result: Value | None = None
    graph: Graph | None = None
    gradients: tuple[Gradient, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    hint: str | None = None
    derivatives: tuple[Derivative, ...] = ()
    pattern: Pattern | None = None


def describe(value: object, name: str | None = None) -> Value:
    """Describe a value, whatever it is."""
    if isinstance(value, Tensor) and not value.known:
        return Value("other", text_of(value), value, name)
    kind = _kind(value)
    if isinstance(value, Tensor):
        node = value.grad_fn
        return Value(
            kind,
            text_of(value),
            value.array,
            name,
            tuple(value.array.shape),
            str(value.array.dtype),
            value.requires_grad,
            None if node is None else node.label,
        )
    if isinstance(value, np.ndarray):
        return Value(kind, text_of(value), value, name, value.shape, str(value.dtype))
    return Value(kind, text_of(value), bare(value), name)


def numbers_of(tensor: Tensor | np.ndarray) -> Numbers:
    """Return the elements of a tensor alone: its text tells of no graph."""
    array = tensor.array if isinstance(tensor, Tensor) else tensor
    return Numbers(text_of(Tensor(array)), array)


def _kind(value: object) -> str:
    for types, kind in _KINDS:
        if isinstance(value, types):
            return kind
    return "function" if callable(value) else "other"


def is_writable(value: object) -> bool:
    """Tell whether a container is not too much to write; one that holds itself many times is."""
    try:
        check_text(value)
    except (ValueError, RecursionError, MemoryError):
        return False
    return True


_BARE: dict[type, Callable[[Any], Any]] = {
    bool: bool,
    int: int.__int__,
    float: float.__float__,
    complex: complex.__pos__,
    str: str.__str__,
    list: list.copy,
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
}


def bare(value: Any) -> Any:
    """Return a number, a text, a list or a tuple as the host's own; whatever else as it is.

    What a class of the program says of its values is asked by programs alone.
    """
    kind = next((kind for kind in _BARE if isinstance(value, kind)), None)
    return value if kind is None or value.__class__ is kind else _BARE[kind](value)


def pairs(value: dict[Any, Any]) -> Collection[tuple[Any, Any]]:
    """Return the keys and values of a dictionary, past what a class of the program says of it."""
    return value.items() if value.__class__ is OrderedDict else dict.items(value)


def text_of(value: object) -> str:
    """Return the text of a value; where Python has none, say why."""
    try:
        check_text(value)
        return repr(value)
    except GradcliError:
        raise
    except Exception as error:  # a huge integer, a list in a list in a list, a __repr__ without one
        return f"<{type_name(value)}: {str(error).partition(';')[0]}>"
