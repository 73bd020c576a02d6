"""The abstract syntax tree: what a program says, with the span of every part.

Names and fields follow Python's own ``ast`` module, because the language is a subset of Python.
Nodes are plain data; they are not changed once the parser has made them. There is no ``__eq__``
and no deep ``__repr__``: both would recurse. To compare two trees, compare ``unparse`` of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, dataclass_transform

from gradcli.errors import Span

if TYPE_CHECKING:
    _T = TypeVar("_T")

    class Several(Protocol[_T]):
        """Parts, in any sequence where a node is made, and a tuple where it is read."""

        def __get__(self, node: Node, kind: type) -> tuple[_T, ...]: ...
        def __set__(self, node: Node, parts: Sequence[_T]) -> None: ...


@dataclass_transform()
class _Kind(type):
    """Make slots of the fields that a class of nodes declares, and keep their order.

    ``dataclasses`` would do, but takes longer to import than a program to parse.
    """

    _fields: tuple[str, ...] = ()
    _defaults: dict[str, Any]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Kind:
        own = tuple(namespace.get("__annotations__", ()))
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        made = super().__new__(cls, name, bases, {**namespace, "__slots__": own})
        made._fields, made._defaults = made._fields + own, defaults
        return made


class Node(metaclass=_Kind):
    """A piece of a program."""

    span: Span

    if not TYPE_CHECKING:  # where it is the constructor of a dataclass

        def __init__(self, *values, **named):
            fields = type(self)._fields
            for field, value in zip(fields, values, strict=False):
                setattr(self, field, tuple(value) if value.__class__ is list else value)
            if len(values) < len(fields):
                rest = {**type(self)._defaults, **named}
                for field in fields[len(values) :]:
                    setattr(self, field, rest[field])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.span.start}:{self.span.end}>"


class Expr(Node):
    """A piece that has a value."""


class Stmt(Node):
    """A piece that does something."""


# Expressions


class Name(Expr):
    """A name, read or (as a target) written."""

    id: str


class Constant(Expr):
    """A number, a string, bytes, True, False, None or ``...``."""

    value: object


class FormattedValue(Expr):
    """``{value!conversion:spec}`` of an f-string; ``spec`` may hold values of its own."""

    value: Expr
    conversion: str | None
    spec: JoinedStr | None


class JoinedStr(Expr):
    """An f-string: its parts are string constants and formatted values."""

    parts: Several[Constant | FormattedValue]


class List(Expr):
    """``[a, b]``."""

    elements: Several[Expr]


class Tuple(Expr):
    """``a, b``, with or without brackets."""

    elements: Several[Expr]


class Set(Expr):
    """``{a, b}``."""

    elements: Several[Expr]


class Dict(Expr):
    """``{key: value, **other}``; the key of an unpacked part is None."""

    keys: Several[Expr | None]
    values: Several[Expr]


class UnaryOp(Expr):
    """``op operand``, where op is ``+ - ~`` or ``not``."""

    op: str
    operand: Expr


class BinOp(Expr):
    """``left op right``, where op is one of ``+ - * / // % ** @ & | ^ << >>``.

    ``op_span`` is where the operator itself stands.
    """

    left: Expr
    op: str
    right: Expr
    op_span: Span


class BoolOp(Expr):
    """``a and b and c`` or ``a or b or c``."""

    op: str
    values: Several[Expr]


class Compare(Expr):
    """``left < b <= c``; ops are ``< <= == != >= > in``, ``not in``, ``is``, ``is not``."""

    left: Expr
    ops: Several[str]
    comparators: Several[Expr]


class IfExp(Expr):
    """``body if test else orelse``."""

    test: Expr
    body: Expr
    orelse: Expr


class Parameter(Node):
    """One parameter; kind is ``""``, ``"*"`` or ``"**"``, and ``keyword_only`` follows a star.

    ``positional_only`` comes before a slash.
    """

    name: str
    default: Expr | None
    kind: str
    keyword_only: bool
    positional_only: bool = False
    annotation: Expr | None = None


class Lambda(Expr):
    """``lambda parameters: body``."""

    parameters: Several[Parameter]
    body: Expr


class Starred(Expr):
    """``*value``, in a call, a display or a target."""

    value: Expr


class Keyword(Node):
    """``name=value`` in a call; for ``**value`` the name is None."""

    name: str | None
    value: Expr


class Call(Expr):
    """``func(args, keywords)``."""

    func: Expr
    args: Several[Expr]
    keywords: Several[Keyword]


class Attribute(Expr):
    """``value.name``; ``name_span`` is where the name itself stands."""

    value: Expr
    name: str
    name_span: Span


class Subscript(Expr):
    """``value[index]``; several indices are one ``Tuple``."""

    value: Expr
    index: Expr


class Slice(Expr):
    """``lower:upper:step`` inside a subscript; a part left out is None."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


class ComprehensionFor(Node):
    """``for target in iter if a if b`` of a comprehension."""

    target: Expr
    iter: Expr
    conditions: Several[Expr]


class Comprehension(Expr):
    """A comprehension; kind is ``"list"``, ``"set"``, ``"dict"`` or ``"generator"``.

    ``key`` is None unless the kind is ``"dict"``, where ``element`` is the value.
    """

    kind: str
    key: Expr | None
    element: Expr
    clauses: Several[ComprehensionFor]


class NamedExpr(Expr):
    """``name := value``."""

    target: Name
    value: Expr


class Yield(Expr):
    """``yield value``."""

    value: Expr | None


class YieldFrom(Expr):
    """``yield from value``."""

    value: Expr


# Patterns of match


class Pattern(Node):
    """What a value may look like, and the names that its parts get."""


class MatchValue(Pattern):
    """A literal or a dotted name, to be equal to; of None, True and False, to be the same as."""

    value: Expr


class MatchSequence(Pattern):
    """``[a, b, *rest]``."""

    patterns: Several[Pattern]


class MatchStar(Pattern):
    """``*name`` of a sequence; ``*_`` has no name."""

    name: str | None


class MatchMapping(Pattern):
    """``{key: pattern, **rest}``."""

    keys: Several[Expr]
    patterns: Several[Pattern]
    rest: str | None


class MatchKeyword(Node):
    """``name=pattern`` of a class pattern."""

    name: str
    pattern: Pattern


class MatchClass(Pattern):
    """``cls(patterns, name=pattern)``."""

    cls: Expr
    patterns: Several[Pattern]
    keywords: Several[MatchKeyword]


class MatchAs(Pattern):
    """``pattern as name``, or a name alone; ``_`` has no name."""

    pattern: Pattern | None
    name: str | None


class MatchOr(Pattern):
    """``a | b``."""

    patterns: Several[Pattern]


# Statements


class Module(Node):
    """A whole program."""

    body: Several[Stmt]


class ExprStmt(Stmt):
    """An expression on a line of its own."""

    value: Expr


class Assign(Stmt):
    """``target = target = value``; targets are names, tuples, lists, attributes, subscripts.

    ``annotation`` is that of ``target: annotation = value``, which means something in classes.
    """

    targets: Several[Expr]
    value: Expr
    annotation: Expr | None = None


class Declare(Stmt):
    """``target: annotation``, without a value."""

    target: Expr
    annotation: Expr


class AugAssign(Stmt):
    """``target op= value``; op is written without its ``=``."""

    target: Expr
    op: str
    value: Expr
    op_span: Span


class If(Stmt):
    """``if test: body else: orelse``; an ``elif`` is an If alone in ``orelse``."""

    test: Expr
    body: Several[Stmt]
    orelse: Several[Stmt]


class While(Stmt):
    """``while test: body else: orelse``."""

    test: Expr
    body: Several[Stmt]
    orelse: Several[Stmt]


class For(Stmt):
    """``for target in iter: body else: orelse``."""

    target: Expr
    iter: Expr
    body: Several[Stmt]
    orelse: Several[Stmt]


class WithItem(Node):
    """``context as target`` of a with statement."""

    context: Expr
    target: Expr | None


class With(Stmt):
    """``with items: body``."""

    items: Several[WithItem]
    body: Several[Stmt]


class ExceptHandler(Node):
    """``except type as name: body``; without a type it takes every exception."""

    type: Expr | None
    name: str | None
    body: Several[Stmt]


class Try(Stmt):
    """``try: body except …: … else: orelse finally: finalbody``."""

    body: Several[Stmt]
    handlers: Several[ExceptHandler]
    orelse: Several[Stmt]
    finalbody: Several[Stmt]


class Raise(Stmt):
    """``raise exc from cause``; without ``exc`` it raises what is being handled."""

    exc: Expr | None
    cause: Expr | None


class MatchCase(Node):
    """``case pattern if guard: body``."""

    pattern: Pattern
    guard: Expr | None
    body: Several[Stmt]


class Match(Stmt):
    """``match subject: cases``."""

    subject: Expr
    cases: Several[MatchCase]


class Global(Stmt):
    """``global names``."""

    names: Several[str]


class Nonlocal(Stmt):
    """``nonlocal names``."""

    names: Several[str]


class FunctionDef(Stmt):
    """``@decorators def name(parameters) -> returns: body``."""

    name: str
    parameters: Several[Parameter]
    body: Several[Stmt]
    decorators: Several[Expr]
    returns: Expr | None


class ClassDef(Stmt):
    """``@decorators class name(bases, keywords): body``; ``name_span`` is where the name stands."""

    name: str
    bases: Several[Expr]
    keywords: Several[Keyword]
    body: Several[Stmt]
    name_span: Span
    decorators: Several[Expr]


class Return(Stmt):
    """``return value``."""

    value: Expr | None


class Assert(Stmt):
    """``assert test, message``."""

    test: Expr
    message: Expr | None


class Delete(Stmt):
    """``del targets``."""

    targets: Several[Expr]


class Alias(Node):
    """``name as asname`` of an import; ``name`` may be dotted."""

    name: str
    asname: str | None


class Import(Stmt):
    """``import names``."""

    names: Several[Alias]


class ImportFrom(Stmt):
    """``from module import names``; ``*`` is an alias of that name."""

    module: str
    names: Several[Alias]


class Print(Stmt):
    """``print x, y`` of the oldest notebooks; a comma at the end keeps the line open."""

    values: Several[Expr]
    newline: bool


class Break(Stmt):
    """``break``."""


class Continue(Stmt):
    """``continue``."""


class Pass(Stmt):
    """``pass``."""
