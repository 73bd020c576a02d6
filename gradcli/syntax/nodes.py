"""The abstract syntax tree: what a program says, with the span of every part.

Names and fields follow Python's own ``ast`` module, because the language is a subset of Python.
Nodes are plain data; they are not changed once the parser has made them. There is no ``__eq__``
and no deep ``__repr__``: both would recurse. To compare two trees, compare ``unparse`` of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradcli.errors import Span


class Node:
    """A piece of a program."""

    __slots__ = ("span",)
    span: Span

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.span.start}:{self.span.end}>"


class Expr(Node):
    """A piece that has a value."""

    __slots__ = ()


class Stmt(Node):
    """A piece that does something."""

    __slots__ = ()


# Expressions


class Name(Expr):
    """A name, read or (as a target) written."""

    __slots__ = ("id",)

    def __init__(self, span: Span, id: str) -> None:
        self.span, self.id = span, id


class Constant(Expr):
    """A number, a string, bytes, True, False, None or ``...``."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: object) -> None:
        self.span, self.value = span, value


class FormattedValue(Expr):
    """``{value!conversion:spec}`` of an f-string; ``spec`` may hold values of its own."""

    __slots__ = ("conversion", "spec", "value")

    def __init__(
        self, span: Span, value: Expr, conversion: str | None, spec: JoinedStr | None
    ) -> None:
        self.span, self.value, self.conversion, self.spec = span, value, conversion, spec


class JoinedStr(Expr):
    """An f-string: its parts are string constants and formatted values."""

    __slots__ = ("parts",)

    def __init__(self, span: Span, parts: Sequence[Constant | FormattedValue]) -> None:
        self.span, self.parts = span, tuple(parts)


class List(Expr):
    """``[a, b]``."""

    __slots__ = ("elements",)

    def __init__(self, span: Span, elements: Sequence[Expr]) -> None:
        self.span, self.elements = span, tuple(elements)


class Tuple(Expr):
    """``a, b``, with or without brackets."""

    __slots__ = ("elements",)

    def __init__(self, span: Span, elements: Sequence[Expr]) -> None:
        self.span, self.elements = span, tuple(elements)


class Set(Expr):
    """``{a, b}``."""

    __slots__ = ("elements",)

    def __init__(self, span: Span, elements: Sequence[Expr]) -> None:
        self.span, self.elements = span, tuple(elements)


class Dict(Expr):
    """``{key: value, **other}``; the key of an unpacked part is None."""

    __slots__ = ("keys", "values")

    def __init__(self, span: Span, keys: Sequence[Expr | None], values: Sequence[Expr]) -> None:
        self.span, self.keys, self.values = span, tuple(keys), tuple(values)


class UnaryOp(Expr):
    """``op operand``, where op is ``+ - ~`` or ``not``."""

    __slots__ = ("op", "operand")

    def __init__(self, span: Span, op: str, operand: Expr) -> None:
        self.span, self.op, self.operand = span, op, operand


class BinOp(Expr):
    """``left op right``, where op is one of ``+ - * / // % ** @ & | ^ << >>``.

    ``op_span`` is where the operator itself stands.
    """

    __slots__ = ("left", "op", "op_span", "right")

    def __init__(self, span: Span, left: Expr, op: str, right: Expr, op_span: Span) -> None:
        self.span, self.left, self.op, self.right, self.op_span = span, left, op, right, op_span


class BoolOp(Expr):
    """``a and b and c`` or ``a or b or c``."""

    __slots__ = ("op", "values")

    def __init__(self, span: Span, op: str, values: Sequence[Expr]) -> None:
        self.span, self.op, self.values = span, op, tuple(values)


class Compare(Expr):
    """``left < b <= c``; ops are ``< <= == != >= > in``, ``not in``, ``is``, ``is not``."""

    __slots__ = ("comparators", "left", "ops")

    def __init__(
        self, span: Span, left: Expr, ops: Sequence[str], comparators: Sequence[Expr]
    ) -> None:
        self.span, self.left, self.ops, self.comparators = (
            span,
            left,
            tuple(ops),
            tuple(comparators),
        )


class IfExp(Expr):
    """``body if test else orelse``."""

    __slots__ = ("body", "orelse", "test")

    def __init__(self, span: Span, test: Expr, body: Expr, orelse: Expr) -> None:
        self.span, self.test, self.body, self.orelse = span, test, body, orelse


class Parameter(Node):
    """One parameter; kind is ``""``, ``"*"`` or ``"**"``, and ``keyword_only`` follows a star.

    ``positional_only`` comes before a slash.
    """

    __slots__ = ("annotation", "default", "keyword_only", "kind", "name", "positional_only")

    def __init__(
        self,
        span: Span,
        name: str,
        default: Expr | None,
        kind: str,
        keyword_only: bool,
        positional_only: bool = False,
        annotation: Expr | None = None,
    ) -> None:
        self.span, self.name, self.default = span, name, default
        self.annotation = annotation
        self.kind, self.keyword_only = kind, keyword_only
        self.positional_only = positional_only


class Lambda(Expr):
    """``lambda parameters: body``."""

    __slots__ = ("body", "parameters")

    def __init__(self, span: Span, parameters: Sequence[Parameter], body: Expr) -> None:
        self.span, self.parameters, self.body = span, tuple(parameters), body


class Starred(Expr):
    """``*value``, in a call, a display or a target."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr) -> None:
        self.span, self.value = span, value


class Keyword(Node):
    """``name=value`` in a call; for ``**value`` the name is None."""

    __slots__ = ("name", "value")

    def __init__(self, span: Span, name: str | None, value: Expr) -> None:
        self.span, self.name, self.value = span, name, value


class Call(Expr):
    """``func(args, keywords)``."""

    __slots__ = ("args", "func", "keywords")

    def __init__(
        self, span: Span, func: Expr, args: Sequence[Expr], keywords: Sequence[Keyword]
    ) -> None:
        self.span, self.func, self.args, self.keywords = span, func, tuple(args), tuple(keywords)


class Attribute(Expr):
    """``value.name``; ``name_span`` is where the name itself stands."""

    __slots__ = ("name", "name_span", "value")

    def __init__(self, span: Span, value: Expr, name: str, name_span: Span) -> None:
        self.span, self.value, self.name, self.name_span = span, value, name, name_span


class Subscript(Expr):
    """``value[index]``; several indices are one ``Tuple``."""

    __slots__ = ("index", "value")

    def __init__(self, span: Span, value: Expr, index: Expr) -> None:
        self.span, self.value, self.index = span, value, index


class Slice(Expr):
    """``lower:upper:step`` inside a subscript; a part left out is None."""

    __slots__ = ("lower", "step", "upper")

    def __init__(
        self, span: Span, lower: Expr | None, upper: Expr | None, step: Expr | None
    ) -> None:
        self.span, self.lower, self.upper, self.step = span, lower, upper, step


class ComprehensionFor(Node):
    """``for target in iter if a if b`` of a comprehension."""

    __slots__ = ("conditions", "iter", "target")

    def __init__(self, span: Span, target: Expr, iter: Expr, conditions: Sequence[Expr]) -> None:
        self.span, self.target, self.iter, self.conditions = span, target, iter, tuple(conditions)


class Comprehension(Expr):
    """A comprehension; kind is ``"list"``, ``"set"``, ``"dict"`` or ``"generator"``.

    ``key`` is None unless the kind is ``"dict"``, where ``element`` is the value.
    """

    __slots__ = ("clauses", "element", "key", "kind")

    def __init__(
        self,
        span: Span,
        kind: str,
        key: Expr | None,
        element: Expr,
        clauses: Sequence[ComprehensionFor],
    ) -> None:
        self.span, self.kind, self.key = span, kind, key
        self.element, self.clauses = element, tuple(clauses)


class NamedExpr(Expr):
    """``name := value``."""

    __slots__ = ("target", "value")

    def __init__(self, span: Span, target: Name, value: Expr) -> None:
        self.span, self.target, self.value = span, target, value


class Yield(Expr):
    """``yield value``."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr | None) -> None:
        self.span, self.value = span, value


class YieldFrom(Expr):
    """``yield from value``."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr) -> None:
        self.span, self.value = span, value


# Patterns of match


class Pattern(Node):
    """What a value may look like, and the names that its parts get."""

    __slots__ = ()


class MatchValue(Pattern):
    """A literal or a dotted name, to be equal to; of None, True and False, to be the same as."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr) -> None:
        self.span, self.value = span, value


class MatchSequence(Pattern):
    """``[a, b, *rest]``."""

    __slots__ = ("patterns",)

    def __init__(self, span: Span, patterns: Sequence[Pattern]) -> None:
        self.span, self.patterns = span, tuple(patterns)


class MatchStar(Pattern):
    """``*name`` of a sequence; ``*_`` has no name."""

    __slots__ = ("name",)

    def __init__(self, span: Span, name: str | None) -> None:
        self.span, self.name = span, name


class MatchMapping(Pattern):
    """``{key: pattern, **rest}``."""

    __slots__ = ("keys", "patterns", "rest")

    def __init__(
        self, span: Span, keys: Sequence[Expr], patterns: Sequence[Pattern], rest: str | None
    ) -> None:
        self.span, self.keys, self.patterns, self.rest = span, tuple(keys), tuple(patterns), rest


class MatchKeyword(Node):
    """``name=pattern`` of a class pattern."""

    __slots__ = ("name", "pattern")

    def __init__(self, span: Span, name: str, pattern: Pattern) -> None:
        self.span, self.name, self.pattern = span, name, pattern


class MatchClass(Pattern):
    """``cls(patterns, name=pattern)``."""

    __slots__ = ("cls", "keywords", "patterns")

    def __init__(
        self, span: Span, cls: Expr, patterns: Sequence[Pattern], keywords: Sequence[MatchKeyword]
    ) -> None:
        self.span, self.cls = span, cls
        self.patterns, self.keywords = tuple(patterns), tuple(keywords)


class MatchAs(Pattern):
    """``pattern as name``, or a name alone; ``_`` has no name."""

    __slots__ = ("name", "pattern")

    def __init__(self, span: Span, pattern: Pattern | None, name: str | None) -> None:
        self.span, self.pattern, self.name = span, pattern, name


class MatchOr(Pattern):
    """``a | b``."""

    __slots__ = ("patterns",)

    def __init__(self, span: Span, patterns: Sequence[Pattern]) -> None:
        self.span, self.patterns = span, tuple(patterns)


# Statements


class Module(Node):
    """A whole program."""

    __slots__ = ("body",)

    def __init__(self, span: Span, body: Sequence[Stmt]) -> None:
        self.span, self.body = span, tuple(body)


class ExprStmt(Stmt):
    """An expression on a line of its own."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr) -> None:
        self.span, self.value = span, value


class Assign(Stmt):
    """``target = target = value``; targets are names, tuples, lists, attributes, subscripts.

    ``annotation`` is that of ``target: annotation = value``, which means something in classes.
    """

    __slots__ = ("annotation", "targets", "value")

    def __init__(
        self, span: Span, targets: Sequence[Expr], value: Expr, annotation: Expr | None = None
    ) -> None:
        self.span, self.targets, self.value = span, tuple(targets), value
        self.annotation = annotation


class Declare(Stmt):
    """``target: annotation``, without a value."""

    __slots__ = ("annotation", "target")

    def __init__(self, span: Span, target: Expr, annotation: Expr) -> None:
        self.span, self.target, self.annotation = span, target, annotation


class AugAssign(Stmt):
    """``target op= value``; op is written without its ``=``."""

    __slots__ = ("op", "op_span", "target", "value")

    def __init__(self, span: Span, target: Expr, op: str, value: Expr, op_span: Span) -> None:
        self.span, self.target, self.op, self.value, self.op_span = span, target, op, value, op_span


class If(Stmt):
    """``if test: body else: orelse``; an ``elif`` is an If alone in ``orelse``."""

    __slots__ = ("body", "orelse", "test")

    def __init__(
        self, span: Span, test: Expr, body: Sequence[Stmt], orelse: Sequence[Stmt]
    ) -> None:
        self.span, self.test, self.body, self.orelse = span, test, tuple(body), tuple(orelse)


class While(Stmt):
    """``while test: body else: orelse``."""

    __slots__ = ("body", "orelse", "test")

    def __init__(
        self, span: Span, test: Expr, body: Sequence[Stmt], orelse: Sequence[Stmt]
    ) -> None:
        self.span, self.test, self.body, self.orelse = span, test, tuple(body), tuple(orelse)


class For(Stmt):
    """``for target in iter: body else: orelse``."""

    __slots__ = ("body", "iter", "orelse", "target")

    def __init__(
        self, span: Span, target: Expr, iter: Expr, body: Sequence[Stmt], orelse: Sequence[Stmt]
    ) -> None:
        self.span, self.target, self.iter = span, target, iter
        self.body, self.orelse = tuple(body), tuple(orelse)


class WithItem(Node):
    """``context as target`` of a with statement."""

    __slots__ = ("context", "target")

    def __init__(self, span: Span, context: Expr, target: Expr | None) -> None:
        self.span, self.context, self.target = span, context, target


class With(Stmt):
    """``with items: body``."""

    __slots__ = ("body", "items")

    def __init__(self, span: Span, items: Sequence[WithItem], body: Sequence[Stmt]) -> None:
        self.span, self.items, self.body = span, tuple(items), tuple(body)


class ExceptHandler(Node):
    """``except type as name: body``; without a type it takes every exception."""

    __slots__ = ("body", "name", "type")

    def __init__(
        self, span: Span, type: Expr | None, name: str | None, body: Sequence[Stmt]
    ) -> None:
        self.span, self.type, self.name, self.body = span, type, name, tuple(body)


class Try(Stmt):
    """``try: body except …: … else: orelse finally: finalbody``."""

    __slots__ = ("body", "finalbody", "handlers", "orelse")

    def __init__(
        self,
        span: Span,
        body: Sequence[Stmt],
        handlers: Sequence[ExceptHandler],
        orelse: Sequence[Stmt],
        finalbody: Sequence[Stmt],
    ) -> None:
        self.span, self.body, self.handlers = span, tuple(body), tuple(handlers)
        self.orelse, self.finalbody = tuple(orelse), tuple(finalbody)


class Raise(Stmt):
    """``raise exc from cause``; without ``exc`` it raises what is being handled."""

    __slots__ = ("cause", "exc")

    def __init__(self, span: Span, exc: Expr | None, cause: Expr | None) -> None:
        self.span, self.exc, self.cause = span, exc, cause


class MatchCase(Node):
    """``case pattern if guard: body``."""

    __slots__ = ("body", "guard", "pattern")

    def __init__(
        self, span: Span, pattern: Pattern, guard: Expr | None, body: Sequence[Stmt]
    ) -> None:
        self.span, self.pattern, self.guard, self.body = span, pattern, guard, tuple(body)


class Match(Stmt):
    """``match subject: cases``."""

    __slots__ = ("cases", "subject")

    def __init__(self, span: Span, subject: Expr, cases: Sequence[MatchCase]) -> None:
        self.span, self.subject, self.cases = span, subject, tuple(cases)


class Global(Stmt):
    """``global names``."""

    __slots__ = ("names",)

    def __init__(self, span: Span, names: Sequence[str]) -> None:
        self.span, self.names = span, tuple(names)


class Nonlocal(Stmt):
    """``nonlocal names``."""

    __slots__ = ("names",)

    def __init__(self, span: Span, names: Sequence[str]) -> None:
        self.span, self.names = span, tuple(names)


class FunctionDef(Stmt):
    """``@decorators def name(parameters) -> returns: body``."""

    __slots__ = ("body", "decorators", "name", "parameters", "returns")

    def __init__(
        self,
        span: Span,
        name: str,
        parameters: Sequence[Parameter],
        body: Sequence[Stmt],
        decorators: Sequence[Expr] = (),
        returns: Expr | None = None,
    ) -> None:
        self.span, self.name, self.returns = span, name, returns
        self.parameters, self.body = tuple(parameters), tuple(body)
        self.decorators = tuple(decorators)


class ClassDef(Stmt):
    """``@decorators class name(bases, keywords): body``; ``name_span`` is where the name stands."""

    __slots__ = ("bases", "body", "decorators", "keywords", "name", "name_span")

    def __init__(
        self,
        span: Span,
        name: str,
        bases: Sequence[Expr],
        keywords: Sequence[Keyword],
        body: Sequence[Stmt],
        name_span: Span,
    ) -> None:
        self.span, self.name, self.name_span = span, name, name_span
        self.bases, self.keywords, self.body = tuple(bases), tuple(keywords), tuple(body)
        self.decorators: tuple[Expr, ...] = ()


class Return(Stmt):
    """``return value``."""

    __slots__ = ("value",)

    def __init__(self, span: Span, value: Expr | None) -> None:
        self.span, self.value = span, value


class Assert(Stmt):
    """``assert test, message``."""

    __slots__ = ("message", "test")

    def __init__(self, span: Span, test: Expr, message: Expr | None) -> None:
        self.span, self.test, self.message = span, test, message


class Delete(Stmt):
    """``del targets``."""

    __slots__ = ("targets",)

    def __init__(self, span: Span, targets: Sequence[Expr]) -> None:
        self.span, self.targets = span, tuple(targets)


class Alias(Node):
    """``name as asname`` of an import; ``name`` may be dotted."""

    __slots__ = ("asname", "name")

    def __init__(self, span: Span, name: str, asname: str | None) -> None:
        self.span, self.name, self.asname = span, name, asname


class Import(Stmt):
    """``import names``."""

    __slots__ = ("names",)

    def __init__(self, span: Span, names: Sequence[Alias]) -> None:
        self.span, self.names = span, tuple(names)


class ImportFrom(Stmt):
    """``from module import names``; ``*`` is an alias of that name."""

    __slots__ = ("module", "names")

    def __init__(self, span: Span, module: str, names: Sequence[Alias]) -> None:
        self.span, self.module, self.names = span, module, tuple(names)


class Print(Stmt):
    """``print x, y`` of the oldest notebooks; a comma at the end keeps the line open."""

    __slots__ = ("newline", "values")

    def __init__(self, span: Span, values: Sequence[Expr], newline: bool) -> None:
        self.span, self.values, self.newline = span, tuple(values), newline


class Break(Stmt):
    """``break``."""

    __slots__ = ()

    def __init__(self, span: Span) -> None:
        self.span = span


class Continue(Stmt):
    """``continue``."""

    __slots__ = ()

    def __init__(self, span: Span) -> None:
        self.span = span


class Pass(Stmt):
    """``pass``."""

    __slots__ = ()

    def __init__(self, span: Span) -> None:
        self.span = span
