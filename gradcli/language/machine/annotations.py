"""What the annotations of functions and classes stand for.

They are evaluated when a program asks for them, where they were written, as most programs never
ask. A program with ``from __future__ import annotations`` is given their text, as by Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gradcli.errors import GradcliError, Span, op_error
from gradcli.language.limits import current, refuse
from gradcli.language.machine.bodies import Annotations, ClassFrame
from gradcli.language.machine.code import RESULT, Code, Frame, Globals
from gradcli.language.machine.compile import compile_module
from gradcli.language.machine.functions import Function
from gradcli.language.machine.objects import Class
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse

_NAME = "__annotations__"
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class _Place(Frame):
    """The names that are seen where an annotation was written: in the frame ``outer``."""

    __slots__ = ()

    def __missing__(self, name: str) -> Any:
        scope = self.outer
        while scope is not None and not isinstance(scope, Globals):
            if name in scope and (scope is self.outer or not isinstance(scope, ClassFrame)):
                return dict.__getitem__(scope, name)
            scope = scope.outer
        assert scope is not None
        return scope[name]


def of_function(function: Function) -> Any:
    """Return ``__annotations__`` of a function: the values, by name, ``return`` last."""
    held = function.held()
    if _NAME not in held:
        code = function.code
        asked = {p.name: p.annotation for p in code.parameters if p.annotation is not None}
        if code.returns is not None:
            asked["return"] = code.returns
        held[_NAME] = _evaluated(asked, function.outer, code)
    return held[_NAME]


def of_class(cls: Class) -> dict[str, Any]:
    """Return ``__annotations__`` of a class: those of its own body."""
    return of_body(cls.annotations)


def of_body(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of what was annotated in the body of a class."""
    if not isinstance(written, Annotations):
        return {name: getattr(value, "value", value) for name, value in written.items()}
    if written.known is None:
        written.known = _evaluated(written, written.frame, written.frame.code)
    return written.known


def hints_of(value: Function | Class, seen: Mapping[str, Any] = _NOTHING) -> dict[str, Any]:
    """Return annotations with what stands in quotes evaluated, those of bases first.

    Names that are ``seen`` come before those where it was written.
    """
    if isinstance(value, Function):
        return _hints(of_function(value), value.outer, value.code, seen)
    hints: dict[str, Any] = {}
    for base in reversed([base for base in value.mro if isinstance(base, Class)]):
        written = base.annotations
        if isinstance(written, Annotations):
            hints |= _hints(of_class(base), written.frame, written.frame.code, seen)
        else:
            hints |= of_class(base)
    return hints


def _hints(
    found: Mapping[str, Any], frame: Frame, code: Code, seen: Mapping[str, Any]
) -> dict[str, Any]:
    hints = {name: type(None) if value is None else value for name, value in found.items()}
    quoted = {name: text for name, text in hints.items() if isinstance(text, str)}
    parsed = {name: _expression(text) for name, text in quoted.items()}
    return hints | _values(parsed, frame, code, seen)


def _expression(text: str) -> nodes.Expr:
    if len(text) > current().max_source:
        raise refuse(SyntaxError, "an annotation is longer than a program may be", "max_source")
    try:
        body = parse(text, "<string>").body
    except GradcliError:
        body = ()
    if len(body) != 1 or not isinstance(body[0], nodes.ExprStmt):
        message = f"Forward reference must be an expression -- got {text!r}"
        raise op_error(SyntaxError, message, code="syntax")
    return body[0].value


def _evaluated(written: Mapping[str, nodes.Expr], frame: Frame, code: Code) -> dict[str, Any]:
    if any(_postpones(statement) for statement in (code.module.body if code.module else ())):
        return {name: unparse(annotation) for name, annotation in written.items()}
    return _values(written, frame, code)


def _postpones(statement: nodes.Stmt) -> bool:
    future = isinstance(statement, nodes.ImportFrom) and statement.module == "__future__"
    return future and any(alias.name == _NAME.strip("_") for alias in statement.names)  # type: ignore[attr-defined]


def _values(
    written: Mapping[str, nodes.Expr],
    frame: Frame,
    code: Code,
    seen: Mapping[str, Any] = _NOTHING,
) -> dict[str, Any]:
    """Evaluate annotations as one tuple, with the names that a frame sees."""
    if not written:
        return {}
    span = Span(0, 0)
    statement = nodes.ExprStmt(span, nodes.Tuple(span, list(written.values())))
    machine = frame.machine
    made = compile_module(nodes.Module(span, [statement]), machine.limits, code.text)
    place = _Place(made.constants).called(made, frame)
    place.depth = frame.depth
    place.update({name: value for name, value in seen.items() if isinstance(name, str)})
    machine.run(place, made.entry)
    return dict(zip(written, place[RESULT], strict=True))
