"""The tensors that a question is about: inputs that are defined, and names that are looked up.

This module knows which values can be differentiated by, and what a program's tensors are called. It
does not know where texts come from, nor what is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.answers.graph import nodes_of
from gradcli.answers.report import bare, pairs
from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, Label, OpError, Span
from gradcli.language.run import Session
from gradcli.numerics.dtypes import DIFFERENTIABLE
from gradcli.syntax import nodes

if TYPE_CHECKING:
    from gradcli.answers.engine_place import Place

_MANY, _MOST_ELEMENTS = 16, 10_000
_SIMPLE = (int, float, str, bytes, type(None))

Definition = tuple[str, str, Any]
"""An input ("define") or a constant ("constant"): which of them, its name, and its value.

The value is a text as -D and -C take it, or from Python what it stands for.
"""


class QuestionError(Exception):
    """What was asked for is not there; the text says what is."""


# Defining


def define(
    definitions: Iterable[Definition], session: Session, place: Place | None = None
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Define inputs and constants in order, at a place; each may use those before it."""
    inputs: dict[str, Tensor] = {}
    constants: dict[str, Any] = {}
    for kind, name, value in values_of(definitions, session, place):
        inputs.pop(name, None)
        if kind == "define":
            inputs[name] = value
        else:
            constants[name] = value
            forget_sources(value)
    return inputs, constants


def constant(value: Any) -> Any:
    """Return the value of a constant; numbers, and lists of them, are tensors as those of -D are.

    What no tensor can hold (a text, a truth value, a function) stays what it is.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, complex, list, tuple)):
        return value
    try:
        tensor: Tensor = OPS["tensor"].call(value)
    except OpError:
        return value
    return tensor


def arrays_of(
    definitions: Iterable[Definition],
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the values of inputs and constants in double precision, without what made them."""
    defined: dict[str, np.ndarray] = {}
    constants: dict[str, Any] = {}
    with Session(dtype="float64") as session:
        for kind, name, value in values_of(definitions, session):
            if kind == "define":
                defined[name] = value.array
            else:
                constants[name] = value.detach() if isinstance(value, Tensor) else value
    return defined, constants


def values_of(
    definitions: Iterable[Definition], session: Session, place: Place | None = None
) -> Iterator[tuple[str, str, Any]]:
    """Yield the kind, the name and the value of each definition, and define it in a session."""
    value_of = _reader(session, place)
    for kind, name, text in definitions:
        option = f"-D {name}" if kind == "define" else f"-C {name}"
        value = value_of(text, option)
        value = leaf(value, option) if kind == "define" else constant(value)
        value = value if place is None else place.moved(value)
        yield kind, name, value
        session.assign(name, value)


def _reader(session: Session, place: Place | None = None) -> Callable[[str, str], Any]:
    """Return what finds the value of a text: an expression, or ``@`` and a file."""
    files: Any = None

    def value_of(text: Any, option: str) -> Any:
        nonlocal files
        if not isinstance(text, str):
            return text
        if not text.lstrip().startswith("@"):
            run = session.evaluate(text, option)
            check_expression(run.module, text, option)
            return run.value
        if place is not None and (found := place.loaded(text)) is not None:
            return found
        if files is None:
            from gradcli.answers.loaded import Files  # most programs read none

            files = Files()
        return files.value(text)

    return value_of


def check_expression(module: nodes.Module, text: str, option: str) -> None:
    """Refuse what is not one expression as the value of an option: of several, one would count."""
    body = module.body
    if len(body) == 1 and isinstance(body[0], nodes.ExprStmt):
        return
    label = Label(body[len(body) > 1].span if body else Span(0, 0))
    help = (
        "`==` compares"
        if option == "--where" and body and isinstance(body[0], nodes.Assign)
        else None
    )
    message = "one expression is expected here"
    raise GradcliError(
        Diagnostic("syntax", message, "SyntaxError", (label,), help, source=text, filename=option)
    )


def vector(text: Any, option: str, session: Session) -> Tensor:
    """Return the value of an option; a list is as good as a tensor."""
    value = _reader(session)(text, option)
    return value.detach() if isinstance(value, Tensor) else leaf(value, option).detach()


def leaf(value: Any, what: str) -> Tensor:
    """Make a value a leaf that requires grad, apart from anything it was computed from.

    Integers become the default dtype. Raises ``QuestionError``, which calls the value ``what``, for
    values that gradients cannot be taken by.
    """
    array = _array(value, what)
    if array.dtype.kind in "iu":
        array = array.astype(STATE.default_dtype.numpy)
    if array.dtype.kind not in DIFFERENTIABLE:
        raise _not_differentiable(value, what)
    return Tensor(array.copy(), True)


def _array(value: Any, what: str) -> np.ndarray:
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, np.ndarray):
        return value
    if not isinstance(value, (bool, int, float, complex, list, tuple)):
        raise _not_differentiable(value, what)
    try:
        tensor: Tensor = OPS["tensor"].call(value)
    except OpError as error:
        raise QuestionError(f"{what}: {error}") from error
    return tensor.array


def _not_differentiable(value: Any, what: str) -> QuestionError:
    if isinstance(value, dict) and value:
        names = ", ".join(map(str, list(value)[:10]))
        return QuestionError(f"{what}: choose one of its parts, as @FILE#NAME: {names}")
    kind = f"value of type {type(value).__name__}"
    if isinstance(value, (Tensor, np.ndarray)):
        kind = f"tensor of {value.dtype}"
    if not what.startswith("-D"):
        return QuestionError(f"{what}: numbers or a tensor are wanted, not a {kind}")
    return QuestionError(f"{what}: cannot differentiate with respect to a {kind}; -C defines one")


def forget_sources(value: Any) -> None:
    """Make the graph behind a value forget its text, which is not that of the program to come."""
    for node in nodes_of(value):
        node.source = None


# Looking up


class Scope:
    """The named tensors of a program: its inputs, its variables and what those hold."""

    __slots__ = ("by_name", "inputs", "names")

    def __init__(self, inputs: Mapping[str, Tensor], variables: Mapping[str, Any]) -> None:
        self.inputs = inputs
        self.by_name: dict[str, Any] = {**variables, **inputs}
        self.names: dict[int, str] = {}
        for name, tensor in _tensors([*inputs.items(), *variables.items()]):
            self.names.setdefault(id(tensor), name)
            self.by_name.setdefault(name, tensor)

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Return every named tensor once."""
        return ((name, self.by_name[name]) for name in self.names.values())

    def name_leaves(self, nodes: Iterable[Node]) -> None:
        """Give a number to each leaf of a graph that no variable names."""
        self.name_tensors(node.variable for node in nodes if isinstance(node, AccumulateGrad))

    def name_tensors(self, leaves: Iterable[Tensor]) -> None:
        """Give a number to each of the leaves that no variable names."""
        unnamed = (leaf for leaf in leaves if id(leaf) not in self.names)
        for number, leaf in enumerate(unnamed, 1):
            self.names[id(leaf)] = f"leaf{number}"
            self.by_name.setdefault(f"leaf{number}", leaf)

    def find(self, name: str) -> Tensor:
        """Return the tensor that ``--wrt`` names; say which there are when there is none."""
        tensor = self.by_name.get(name)
        if isinstance(tensor, Tensor) and tensor.requires_grad:
            return tensor
        if name in self.by_name:
            raise QuestionError(f"{name!r} is not a tensor that requires grad")
        known = [name for name, tensor in self.tensors() if tensor.requires_grad]
        raise QuestionError(f"there is no tensor {name!r}" + nearest(name, known))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that offers the names nearest to a wrong one."""
    from gradcli.language.messages.suggest import closest  # for questions that go wrong

    names = list(known)
    close = closest(name, names)
    if close:
        return f"; did you mean {close!r}?"
    more = ["…"] * (len(names) > _MANY)
    return f"; there is {', '.join([*names[:_MANY], *more])}" if names else ""


def _tensors(named: list[tuple[str, Any]]) -> Iterator[tuple[str, Tensor]]:
    """Return the tensors among values, and inside what holds some, with their names."""
    seen = set()
    budget = _MOST_ELEMENTS
    stack = named[::-1]
    while stack:
        name, value = stack.pop()
        if isinstance(value, Tensor):
            yield name, value
            continue
        if id(value) in seen:
            continue
        seen.add(id(value))
        parts, dotted = _parts(value)
        if len(parts) > budget:
            continue
        budget -= len(parts)
        items = enumerate(parts) if isinstance(parts, (list, tuple)) else parts
        inside = [
            (f"{name}.{key}" if dotted else f"{name}[{key!r}]", item)
            for key, item in items
            if key.__class__ in (int, str, bool)
        ]
        stack += [(name, item) for name, item in inside[::-1] if not isinstance(item, _SIMPLE)]


def _parts(value: Any) -> tuple[Any, bool]:
    """Return what a value holds, in order or by names, and whether they are its attributes."""
    if isinstance(value, (list, tuple, dict)):
        return pairs(value) if isinstance(value, dict) else bare(value), False
    if isinstance(value, type):
        return (), False
    if hasattr(type(value), "named_parameters"):  # a layer: its parameters, then those within
        own = vars(value)
        known = {**own.get("_parameters", {}), **own.get("_modules", {})}
        return {**known, **{n: part for n, part in own.items() if n[:1] != "_"}}.items(), True
    attributes = getattr(value, "attributes", ())  # an instance of the program's own class
    return (attributes.items() if isinstance(attributes, dict) else ()), True


def targets_of(result: Tensor, nodes: Iterable[Node], scope: Scope) -> dict[str, Tensor]:
    """Return what to differentiate a result by where nothing is named: inputs, then leaves."""
    leaves = [node.variable for node in nodes if isinstance(node, AccumulateGrad)]
    if not leaves:
        scope.name_tensors([result])
    found = dict(scope.inputs)
    found.update((scope.names[id(leaf)], leaf) for leaf in leaves or [result])
    return found
