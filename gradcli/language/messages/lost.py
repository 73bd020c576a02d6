"""Where a result lost its graph: read off the program's text once ``backward`` has failed.

The text is followed backwards from the result: through variables to what was assigned to them,
through calls to what functions return, until an operation that cuts the graph although one of its
operands requires grad. Nothing is recorded for this while programs run. Where the text does not
tell for certain, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Span, position
from gradcli.language.machine.code import Frame, Globals
from gradcli.language.machine.functions import Builtin
from gradcli.language.messages.bodies import (
    Body,
    arguments,
    assigned,
    dotted,
    holds,
    operands,
    passed_on,
    reaching,
    silencing,
)
from gradcli.language.names.modules import Module
from gradcli.language.names.table import find_module
from gradcli.operators.op import Op
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

_DEEPEST = 60
_MOST = 5000  # expressions looked at

_CUTTING = frozenset({"detach", "item", "tolist", "numpy"})
_CUTTING_CASTS = frozenset({"long", "int", "short", "char", "byte", "bool"})
_PASSING = frozenset({"float", "double", "half", "cpu", "type_as", "requires_grad_"})
_NUMBER_TYPES = frozenset({"float", "int", "bool", "complex"})
_WHOLE_TYPES = frozenset(
    {"long", "int", "short", "bool", "int64", "int32", "int16", "int8", "uint8"}
)
_SUMMARIES = frozenset({"sum", "max", "min", "abs", "round", "pow"})
_DISTURBING = (
    *("global ", "nonlocal ", ":=", "yield"),
    *("set_grad_enabled", "enable_grad", "detach_", ".data =", "requires_grad ="),
)
"""What changes a tensor's part in the graph afterwards, so that the text tells nothing certain."""


class Lost(NamedTuple):
    """Where the graph was cut, and by what."""

    span: Span
    by: str


class Flow(NamedTuple):
    """What is known of an expression's value: whether it requires grad, None if that is unknown.

    ``lost`` tells where a graph behind it was cut, ``leaf`` the first tensor behind it that was
    made without ``requires_grad``.
    """

    needs: bool | None = None
    lost: Lost | None = None
    leaf: nodes.Node | None = None


UNKNOWN = Flow()
_PLAIN = Flow(False)


def explain(frame: Frame, call: nodes.Node, index: int) -> tuple[str, Span] | None:
    """Return the help for a result without a graph, and the place that it is about."""
    source = frame.code.text[0]
    if any(word in source for word in _DISTURBING):
        return None
    tracer = _Tracer(source)
    here = tracer.enclosing(frame, call.span)
    result = _differentiated(call, index)
    if here is None or result is None:
        return None
    flow = tracer.flow(result, here)
    name = result.id if isinstance(result, nodes.Name) else "the result"
    if flow.lost is not None and flow.needs is not True:
        line = position(source, flow.lost.span.start)[0]
        return f"{name} lost its graph at line {line}: {flow.lost.by}", flow.lost.span
    if flow.needs is False and flow.leaf is not None:
        line = position(source, flow.leaf.span.start)[0]
        said = f"nothing behind {name} requires grad: say `requires_grad=True` at line {line}"
        return said, flow.leaf.span
    return None


def _differentiated(call: nodes.Node, index: int) -> nodes.Expr | None:
    """Return the expression whose value ``backward`` or ``grad`` was asked to start from."""
    if not isinstance(call, nodes.Call):
        return None
    func = call.func
    if isinstance(func, nodes.Attribute) and func.name == "backward" and not _is_module(func.value):
        return func.value
    first = call.args[0] if call.args else None
    if isinstance(first, (nodes.List, nodes.Tuple)):
        return first.elements[index] if index < len(first.elements) else None
    return first if index == 0 and not isinstance(first, nodes.Starred) else None


def _is_module(expr: nodes.Expr) -> bool:
    return isinstance(expr, nodes.Attribute) and expr.name == "autograd"


class _Tracer:
    """Follows expressions backwards through one program."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.module = parse(source)
        self.known: dict[tuple[int, int], Flow] = {}
        self.bodies: list[Body] = []
        self.depth = 0  # how many expressions are being followed

    def enclosing(self, frame: Frame, span: Span, depth: int = 0) -> Body | None:
        """Return the body that a frame runs and that a place is in."""
        if frame.code.text[0] != self.source or frame.code.inline or depth > _DEEPEST:
            return None
        if isinstance(frame, Globals):
            return Body(self.module.body, frame)
        functions = [
            node
            for node in walk(self.module)
            if isinstance(node, nodes.FunctionDef) and holds(node.span, span)
        ]
        if not functions or functions[-1].name != frame.code.name or frame.outer is None:
            return None
        function = functions[-1]
        parent = self.enclosing(frame.outer, function.span, depth + 1)
        arguments = self.passed(frame, function, depth)
        return Body(function.body, frame, parent, arguments) if parent else None

    def passed(
        self, frame: Frame, function: nodes.FunctionDef, depth: int
    ) -> dict[str, tuple[nodes.Expr, Body]]:
        """Return what the call that a frame belongs to passed."""
        if frame.caller is None or not isinstance(frame.site, nodes.Call):
            return {}
        caller = self.enclosing(frame.caller, frame.site.span, depth + 1)
        return {} if caller is None else arguments(function, frame.site, caller)

    # Expressions

    def flow(self, expr: nodes.Expr, body: Body) -> Flow:
        """Return what is known of an expression's value."""
        key = id(expr), id(body)
        if key not in self.known:
            self.known[key] = UNKNOWN
            self.bodies.append(body)  # an id means something as long as its owner lives
            if self.depth <= _DEEPEST and len(self.known) <= _MOST:
                self.depth += 1
                self.known[key] = self.find(expr, body)
                self.depth -= 1
        return self.known[key]

    def find(self, expr: nodes.Expr, body: Body) -> Flow:
        """Find out what ``flow`` returns."""
        if isinstance(expr, nodes.Name):
            return self.name(expr, body)
        if isinstance(expr, nodes.Constant):
            return _PLAIN
        if isinstance(expr, nodes.Call):
            return self.call(expr, body)
        if isinstance(expr, nodes.Compare):
            return self.cut(expr, (expr.left, *expr.comparators), body, "a comparison")
        if isinstance(expr, nodes.Attribute):
            return self.attribute(expr, body)
        parts = passed_on(expr)
        return UNKNOWN if parts is None else self.together(parts, body)

    def together(self, parts: Iterable[nodes.Expr], body: Body) -> Flow:
        """Return what is known of a value that requires grad if one of its parts does."""
        flows = [self.flow(part, body) for part in parts]
        lost = next((flow.lost for flow in flows if flow.lost is not None), None)
        leaf = next((flow.leaf for flow in flows if flow.leaf is not None), None)
        if any(flow.needs is True for flow in flows):
            return Flow(True)
        return Flow(None if any(flow.needs is None for flow in flows) else False, lost, leaf)

    def cut(self, expr: nodes.Node, parts: Iterable[nodes.Expr], body: Body, by: str) -> Flow:
        """Return what is known of a value that never requires grad, whatever it is made of."""
        flow = self.together(parts, body)
        if flow.needs is None:
            return UNKNOWN
        lost = Lost(expr.span, by) if flow.needs else flow.lost
        return Flow(False, lost, flow.leaf)

    def attribute(self, expr: nodes.Attribute, body: Body) -> Flow:
        """Return what is known of an attribute."""
        if expr.name == "data":
            return self.cut(expr, (expr.value,), body, "`.data`")
        if expr.name == "grad" and "create_graph" not in self.source:
            return Flow(False, Lost(expr.span, "a gradient has none without `create_graph=True`"))
        if expr.name in ("T", "mT", "H", "mH", "real"):
            return self.together((expr.value,), body)
        return UNKNOWN

    # Names

    def name(self, expr: nodes.Name, body: Body) -> Flow:
        """Return what is known of a variable where it is read."""
        bindings = body.bindings(expr.id)
        if not bindings:
            return self.unbound(expr, body)
        value = _NOTHING if len(bindings) > 1 or body.frame is None else _now(body.frame, expr.id)
        if isinstance(value, Tensor) and value.requires_grad:
            return Flow(True)
        chosen = reaching(bindings, expr.span, body.around(expr.span))
        if chosen is None:
            return UNKNOWN
        stmt, around = chosen
        flow = self.bound(stmt, around, expr.id, body)
        if isinstance(value, Tensor) and flow.needs is True:
            return UNKNOWN  # something else happened to it
        return flow

    def unbound(self, expr: nodes.Name, body: Body) -> Flow:
        """Return what is known of a parameter, a variable further out, or an input."""
        if expr.id in body.arguments:
            passed, where = body.arguments[expr.id]
            return self.flow(passed, where)
        if body.parent is not None:
            outer = body.parent.bindings(expr.id)
            if len(outer) > 1:
                return UNKNOWN
            last = nodes.Name(Span(len(self.source), len(self.source)), expr.id)
            return self.name(last, body.parent)
        value = _now(body.frame, expr.id) if body.frame is not None else _NOTHING
        if isinstance(value, Tensor):
            return Flow(value.requires_grad)
        return _PLAIN if isinstance(value, (bool, int, float, complex)) else UNKNOWN

    def bound(
        self, stmt: nodes.Stmt, around: tuple[nodes.Stmt, ...], name: str, body: Body
    ) -> Flow:
        """Return what is known of a variable after the statement that bound it."""
        context = silencing(around)
        if context is None:
            return UNKNOWN
        if isinstance(stmt, nodes.AugAssign) and isinstance(stmt.target, nodes.Name):
            parts = (stmt.target,) if context else (stmt.target, stmt.value)
            return self.together(parts, body)
        value = assigned(stmt, name) if isinstance(stmt, nodes.Assign) else None
        if value is None:
            return UNKNOWN
        flow = self.flow(value, body)
        if not context:
            return flow
        if isinstance(value, (nodes.Name, nodes.Constant)):
            return flow
        read = [part for part in walk(value) if isinstance(part, nodes.Name)]
        if any(self.name(part, body).needs is True for part in read):
            return Flow(False, Lost(value.span, f"inside `with {context}`"))
        return flow if flow.needs is False else UNKNOWN

    # Calls

    def call(self, call: nodes.Call, body: Body) -> Flow:
        """Return what is known of the result of a call."""
        if any(isinstance(arg, nodes.Starred) for arg in call.args):
            return UNKNOWN
        parts = operands(call)
        function = self.callee(call.func, body)
        if isinstance(function, nodes.FunctionDef):
            return self.returned(call, function, body)
        if isinstance(function, Builtin):
            return self.builtin(call, function, parts, body)
        if function is None and isinstance(call.func, nodes.Attribute):
            return self.method(call, call.func, (call.func.value, *parts), body)
        if isinstance(function, type) and function.__name__ in _NUMBER_TYPES:
            return self.cut(call, parts, body, f"`{function.__name__}()`")
        return UNKNOWN

    def callee(self, func: nodes.Expr, body: Body | None) -> Any:
        """Return the function that a call calls; None for the method of a value."""
        if isinstance(func, nodes.Attribute):
            module = self.module_of(func.value, body)
            return None if module is None else module.table.get(func.name, _NOTHING)
        if not isinstance(func, nodes.Name):
            return _NOTHING
        while body is not None:
            if func.id in body.arguments:
                return _NOTHING
            bindings = body.bindings(func.id)
            if bindings:
                only = bindings[0][0]
                single = len(bindings) == 1
                return (
                    only
                    if single and isinstance(only, nodes.FunctionDef) and not only.decorators
                    else self.imported(only, func.id)
                )
            if body.parent is None and isinstance(body.frame, Globals):
                return body.frame.builtins.get(func.id, _NOTHING)
            body = body.parent
        return _NOTHING

    def imported(self, stmt: nodes.Stmt, name: str) -> Any:
        """Return what a statement imports under a name."""
        if isinstance(stmt, nodes.ImportFrom) and stmt.module is not None:
            for alias in stmt.names:
                if (alias.asname or alias.name) == name:
                    return find_module(stmt.module).table.get(alias.name, _NOTHING)
        if isinstance(stmt, nodes.Import):
            for alias in stmt.names:
                if alias.asname == name:
                    return find_module(alias.name)
                if alias.asname is None and alias.name.partition(".")[0] == name:
                    return find_module(name)
        return _NOTHING

    def module_of(self, expr: nodes.Expr, body: Body | None) -> Module | None:
        """Return the module that an expression names, if it names one."""
        if isinstance(expr, nodes.Attribute):
            parent = self.module_of(expr.value, body)
            found = None if parent is None else parent.table.get(expr.name)
        else:
            found = self.callee(expr, body) if isinstance(expr, nodes.Name) else None
        return found if isinstance(found, Module) else None

    def builtin(
        self, call: nodes.Call, function: Builtin, parts: tuple[nodes.Expr, ...], body: Body
    ) -> Flow:
        """Return what is known of the result of a function of the language."""
        op = getattr(function.function, "__self__", None)
        word = f"`{dotted(call.func)}()`"
        if isinstance(op, Op):
            return self.operator(call, op, parts, body, word)
        if function.name in _SUMMARIES:
            return self.together(parts, body)
        if function.name in _NUMBER_TYPES or word.startswith("`math."):
            return self.cut(call, parts, body, word)
        return UNKNOWN

    def method(
        self, call: nodes.Call, func: nodes.Attribute, parts: tuple[nodes.Expr, ...], body: Body
    ) -> Flow:
        """Return what is known of the result of a method of a tensor."""
        name, word = func.name, f"`.{func.name}()`"
        if name in ("to", "type"):
            whole = [a.name for a in parts[1:] if isinstance(a, nodes.Attribute)]
            if not whole:
                return UNKNOWN
            if whole[0] in _WHOLE_TYPES:
                return self.cut(call, parts[:1], body, f"`.{name}(torch.{whole[0]})`")
            return self.together(parts[:1], body)
        if name in _CUTTING or (name in _CUTTING_CASTS and len(parts) == 1):
            return self.cut(_tail(call, func), parts[:1], body, word)
        if name in _PASSING:
            return self.together(parts[:1], body)
        op = getattr(OPS.find("Tensor", name), "__self__", None)
        if isinstance(op, Op):
            return self.operator(_tail(call, func), op, parts, body, word)
        return UNKNOWN

    def operator(
        self, place: nodes.Node, op: Op, parts: tuple[nodes.Expr, ...], body: Body, word: str
    ) -> Flow:
        """Return what is known of the result of an operator."""
        if op.creation:
            return self.created(place, op, parts, body, word)
        flow = self.together(parts, body)
        if op.composite and flow.needs is not False:
            return UNKNOWN  # some of the operators that it calls may cut
        if op.differentiable or op.composite:
            return flow
        return self.cut(place, parts, body, word)

    def created(
        self, place: nodes.Node, op: Op, parts: tuple[nodes.Expr, ...], body: Body, word: str
    ) -> Flow:
        """Return what is known of a new tensor."""
        flags = [k.value for k in getattr(place, "keywords", ()) if k.name == "requires_grad"]
        if flags:
            flag = flags[0].value if isinstance(flags[0], nodes.Constant) else None
            return Flow(True) if flag is True else UNKNOWN
        if op.name != "tensor":
            return Flow(False, None, place)
        flow = self.cut(place, parts, body, f"{word} copies values only")
        return Flow(flow.needs, flow.lost, place if flow.lost is None else None)

    def returned(self, call: nodes.Call, function: nodes.FunctionDef, body: Body) -> Flow:
        """Return what is known of what a function of the program returns."""
        inner = Body(function.body, None)
        returns = [(s, a) for s, a in inner.placed if isinstance(s, nodes.Return)]
        if len(returns) != 1 or self.depth > _DEEPEST // 2:
            return UNKNOWN
        stmt, around = returns[0]
        outermost = body
        while outermost.parent is not None:
            outermost = outermost.parent
        inner.parent, inner.arguments = outermost, arguments(function, call, body)
        if stmt.value is None or around or function not in outermost.statements:
            return UNKNOWN
        return self.flow(stmt.value, inner)


_NOTHING = object()


def _now(frame: Frame | None, name: str) -> Any:
    """Return what a variable holds now."""
    return _NOTHING if frame is None else dict.get(frame, name, _NOTHING)


def _tail(call: nodes.Call, func: nodes.Attribute) -> nodes.Node:
    """Return a node for the method alone, without what it is called on."""
    return nodes.Constant(Span(func.name_span.start, call.span.end), None)
