"""What each kind of expression comes down to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from gradcli.errors import Span
from gradcli.language.limits import texts_of
from gradcli.language.machine import ends, sequences, steps
from gradcli.language.machine.code import Block, Code, Site, later
from gradcli.language.machine.compile import Body, Compiler, Item, template
from gradcli.language.machine.infix import PREFIX
from gradcli.language.machine.scopes import Scope, bound_names, deleted_names
from gradcli.syntax import nodes

ITEMS = ".0"
"""The parameter of a comprehension: the iterator over its first clause."""


@template(nodes.Name)
def _name(compiler: Compiler, node: nodes.Name) -> list[Item]:
    return [lambda: compiler.load(node, node.id)]


@template(nodes.Constant)
def _constant(compiler: Compiler, node: nodes.Constant) -> list[Item]:
    return [lambda: compiler.constant(node, node.value)]


@template(nodes.UnaryOp)
def _unary(compiler: Compiler, node: nodes.UnaryOp) -> list[Item]:
    return [node.operand, lambda: compiler.emit(steps.unary, 1, node, PREFIX[node.op])]


@template(nodes.BinOp)
def _binary(compiler: Compiler, node: nodes.BinOp) -> list[Item]:
    function = compiler.operators[node.op]
    return [node.left, node.right, lambda: compiler.emit(steps.binary, 2, node, function)]


@template(nodes.BoolOp)
def _boolean(compiler: Compiler, node: nodes.BoolOp) -> list[Item]:
    done = Block()
    items: list[Item] = []
    for value in node.values[:-1]:
        items += [value, partial(_unless_decided, compiler, node, value, done)]
    return [
        compiler.settle_names,
        *items,
        node.values[-1],
        lambda: compiler.settle(node.values[-1]),
        lambda: compiler.label(done),
    ]


def _unless_decided(compiler: Compiler, node: nodes.BoolOp, value: nodes.Expr, done: Block) -> None:
    """Go on with the next operand of ``and`` or ``or``, or leave with this one as the value."""
    compiler.settle(value)
    then = Block()
    yes, no = (then, done) if node.op == "and" else (done, then)
    test = compiler.pop()
    compiler.finish(ends.branch(test, yes, no, value), Site(value, (test,), True), then)


@template(nodes.Compare)
def _compare(compiler: Compiler, node: nodes.Compare) -> list[Item]:
    functions = [compiler.operators[op] for op in node.ops]
    if len(functions) == 1:
        compare = functions[0]
        return [
            node.left,
            node.comparators[0],
            lambda: compiler.emit(steps.binary, 2, node, compare),
        ]
    done = Block()
    items: list[Item] = [compiler.settle_names, compiler.reserve, node.left]
    left = node.left
    for op, compare, comparator in zip(node.ops, functions, node.comparators, strict=True):
        span = Span(left.span.start, comparator.span.end)
        part = nodes.Compare(span, left, (op,), (comparator,))
        last = comparator is node.comparators[-1]
        items += [comparator, partial(_link, compiler, part, compare, None if last else done)]
        left = comparator
    return [*items, lambda: compiler.label(done)]


def _link(compiler: Compiler, node: nodes.Compare, compare: Any, done: Block | None) -> None:
    """Compare the last two values of a chain; unless it is decided, go on with the last one."""
    left, right = compiler.pop_many(2)
    result = compiler.stack[-1]
    compiler.plan(steps.binary, result, (left, right, compare), node, (left, right))
    if done is not None:
        then = Block()
        compiler.finish(ends.branch(result, then, done, node), Site(node, (result,), True), then)
        compiler.push(right)


@template(nodes.IfExp)
def _conditional(compiler: Compiler, node: nodes.IfExp) -> list[Item]:
    yes, no, done = Block(), Block(), Block()

    def otherwise() -> None:
        compiler.settle(node.body)
        compiler.pop()
        compiler.jump(done, no)

    return [
        compiler.settle_names,
        node.test,
        lambda: compiler.branch(yes, no, yes, node.test),
        node.body,
        otherwise,
        node.orelse,
        lambda: compiler.settle(node.orelse),
        lambda: compiler.label(done),
    ]


# Displays and strings


@template(nodes.List)
def _list(compiler: Compiler, node: nodes.List) -> list[Item]:
    return _display(compiler, node, node.elements, list)


@template(nodes.Tuple)
def _tuple(compiler: Compiler, node: nodes.Tuple) -> list[Item]:
    return _display(compiler, node, node.elements, sequences.make_tuple)


@template(nodes.Set)
def _set(compiler: Compiler, node: nodes.Set) -> list[Item]:
    return _display(compiler, node, node.elements, set)


def _display(
    compiler: Compiler, node: nodes.Node, elements: Sequence[nodes.Expr], make: Any
) -> list[Item]:
    spreads = [isinstance(element, nodes.Starred) for element in elements]

    def collect() -> None:
        parts = tuple(compiler.pop_many(len(elements)))
        if any(spreads):
            pairs = tuple(zip(spreads, parts, strict=True))
            compiler.emit(steps.build_spread, 0, node, make, pairs)
        else:
            compiler.emit(steps.build, 0, node, make, parts)

    return [*_in_turn(compiler, elements), collect]


def _in_turn(compiler: Compiler, elements: Sequence[nodes.Expr]) -> Iterator[Item]:
    """Yield elements, of which the starred ones give their items before the next is evaluated."""
    for element in elements:
        if not isinstance(element, nodes.Starred):
            yield element
            continue
        yield element.value
        if len(elements) > 1:
            yield partial(compiler.emit, steps.spread_items, 1, element)


@template(nodes.Dict)
def _dict(compiler: Compiler, node: nodes.Dict) -> list[Item]:
    items: list[Item] = []
    count = 0
    for key, value in zip(node.keys, node.values, strict=True):
        items += [value] if key is None else [key, value]
        count += 1 if key is None else 2
        if key is None and value is not node.values[-1]:
            items.append(partial(compiler.emit, steps.spread_mapping, 1, value, True))

    def collect() -> None:
        registers = iter(compiler.pop_many(count))
        parts = tuple(
            [(None if key is None else next(registers), next(registers)) for key in node.keys]
        )
        compiler.emit(steps.build_dict, 0, node, parts)

    return [*items, collect]


@template(nodes.JoinedStr)
def _joined(compiler: Compiler, node: nodes.JoinedStr) -> list[Item]:
    def collect() -> None:
        compiler.emit(steps.join, 0, node, tuple(compiler.pop_many(len(node.parts))))

    return [*node.parts, collect]


CONVERSIONS: dict[str | None, Any] = {
    None: None,
    **{name: texts_of(function) for name, function in (("r", repr), ("s", str), ("a", ascii))},
}


@template(nodes.FormattedValue)
def _formatted(compiler: Compiler, node: nodes.FormattedValue) -> list[Item]:
    conversion = CONVERSIONS[node.conversion]

    def collect() -> None:
        value, spec = compiler.pop_many(2)
        compiler.emit(steps.format_value, 0, node, value, conversion, spec)

    parts: Any = () if node.spec is None else node.spec.parts
    spec: Any = node.spec
    if all(isinstance(part, nodes.Constant) for part in parts):
        text = "".join([part.value for part in parts])
        spec = partial(compiler.constant, node, text)
    return [node.value, spec, collect]


# Access


@template(nodes.Attribute)
def _attribute(compiler: Compiler, node: nodes.Attribute) -> list[Item]:
    name = compiler.scope.spelled(node.name)
    return [node.value, lambda: compiler.emit(steps.attribute, 1, node, name)]


@template(nodes.Subscript)
def _subscript(compiler: Compiler, node: nodes.Subscript) -> list[Item]:
    return [node.value, node.index, lambda: compiler.emit(steps.subscript, 2, node)]


@template(nodes.Slice)
def _slice(compiler: Compiler, node: nodes.Slice) -> list[Item]:
    parts: list[Item] = [
        part if part is not None else (lambda: compiler.constant(node, None))
        for part in (node.lower, node.upper, node.step)
    ]
    return [*parts, lambda: compiler.emit(steps.build_slice, 3, node)]


# Calls and functions


@template(nodes.Call)
def _call(compiler: Compiler, node: nodes.Call) -> list[Item]:
    kinds: list[str | None] | None
    if compiler.scope.owner and not (node.args or node.keywords) and _is_super(node.func):
        return [lambda: _own_super(compiler, node)]
    kinds = ["*" if isinstance(arg, nodes.Starred) else "" for arg in node.args]
    named = [keyword.name for keyword in node.keywords]
    values = [*_in_turn(compiler, node.args)]
    for keyword in node.keywords:
        values.append(keyword.value)
        if keyword.name is None and keyword is not node.keywords[-1]:
            values.append(partial(compiler.emit, steps.spread_mapping, 1, keyword.value, False))
    count = len(node.args) + len(node.keywords)
    kinds = [*kinds, *named] if named or "*" in kinds else None
    return [node.func, *values, lambda: compiler.call(node, count, kinds)]


def _is_super(func: nodes.Expr) -> bool:
    return isinstance(func, nodes.Name) and func.id == "super"


def _own_super(compiler: Compiler, node: nodes.Call) -> None:
    from gradcli.language.machine.bodies import own_super

    first = compiler.code.parameters[:1]
    name = first[0].name if first and not first[0].kind else None
    compiler.emit(own_super, 0, node, name)


@template(nodes.Lambda)
def _lambda(compiler: Compiler, node: nodes.Lambda) -> list[Item]:
    def items(inside: Compiler) -> list[Item]:
        return [node.body, lambda: give_back(inside, node.body)]

    return define(compiler, node, "<lambda>", node.parameters, (), items)


def define(
    compiler: Compiler,
    node: nodes.Node,
    name: str,
    parameters: Sequence[nodes.Parameter],
    body: Sequence[nodes.Stmt],
    items: Any,
) -> list[Item]:
    """Return what a definition comes down to: its defaults, then the function."""
    code = Code(name, compiler.code)
    code.take(tuple(parameters))
    names = [p.name for p in parameters if p.name]
    code.doc, code.returns = docstring(body), getattr(node, "returns", None)
    outside: frozenset[str] = frozenset()
    bound: Iterable[str] = bound_names(body)
    if code.words:
        from gradcli.language.machine.searches import searched  # for programs that have one

        bound, outside, code.lazy, code.ends = searched(body, node)
    scope = Scope([*names, *bound], compiler.scope, outside=outside)
    defaults = [p for p in parameters if p.default is not None]
    function = Body(code, scope, items, frozenset(deleted_names(body)))
    return [
        *[p.default for p in defaults if p.default is not None],
        lambda: compiler.function(function, node, [p.name for p in defaults]),
    ]


def docstring(body: Sequence[nodes.Stmt]) -> str | None:
    """Return the text that a body begins with."""
    first = body[0] if body else None
    value = first.value if isinstance(first, nodes.ExprStmt) else None
    text = value.value if isinstance(value, nodes.Constant) else None
    return text if isinstance(text, str) else None


def give_back(compiler: Compiler, node: nodes.Node) -> None:
    """End the block by returning the last value."""
    value = compiler.pop()
    end = ends.return_value(value)
    if compiler.code.lazy:
        end = later("yields").end_generator(value)
    compiler.finish(end, Site(node, (value,)), Block())


def end_body(compiler: Compiler) -> None:
    """Let what runs past the end of a body return None."""
    nothing = nodes.Pass(Span(0, 0))
    compiler.constant(nothing, None)
    give_back(compiler, nothing)


# Loops and comprehensions


class LoopHead:
    """How a loop goes round: what fetches an item of the iterator on the stack, and stores it.

    To fetch is to end a block, from wherever the loop goes round; to store begins the body.
    """

    __slots__ = ("body", "compiler", "done", "entered", "target")

    def __init__(self, compiler: Compiler, target: nodes.Expr, done: Block) -> None:
        self.compiler = compiler
        self.target = target
        self.body = Block()
        self.entered = ends.warming(compiler.code, self.body, compiler.region)
        self.done = done

    def name(self) -> str | None:
        """Return the variable of this frame that takes the item as it is, if it is one."""
        if not isinstance(self.target, nodes.Name):
            return None
        name = self.compiler.scope.spelled(self.target.id)
        return None if self.compiler.scope.distance(name) else name

    def fetch(self, then: Block) -> None:
        """End a block with the next item, and go on compiling into ``then``."""
        compiler, target = self.compiler, self.target
        source = compiler.stack[-1]
        item = self.name() or compiler.free[-1]
        end = ends.next_item(item, source, self.entered, self.done, target)
        compiler.finish(end, Site(target, (source,)), then)
        if isinstance(item, str) and then is self.body:
            compiler.bound_here.add(item)

    def stores(self) -> list[Item]:
        """Return what stores the item; a plain name has it already."""
        from gradcli.language.machine.statements import store

        if self.name():
            return []
        return [self.compiler.reserve, *store(self.compiler, self.target)]


@template(nodes.Comprehension)
def _comprehension(compiler: Compiler, node: nodes.Comprehension) -> list[Item]:
    lazy = node.kind == "generator"
    name = "<genexpr>" if lazy else f"<{node.kind}comp>"
    code = Code(name, compiler.code, inline=True, lazy=lazy)
    code.take((nodes.Parameter(node.span, ITEMS, None, "", False),))
    targets = [clause.target for clause in node.clauses]
    scope = Scope([ITEMS, *bound_names(targets)], compiler.scope)
    body = Body(code, scope, lambda inside: _comprehension_body(inside, node))
    first = node.clauses[0].iter
    return [
        lambda: compiler.function(body, node),
        first,
        lambda: compiler.emit(steps.iterate, 1, first),
        lambda: compiler.call(node, 1),
    ]


def _comprehension_body(compiler: Compiler, node: nodes.Comprehension) -> list[Item]:
    """Return the loops of a comprehension, around the step that takes an element."""
    makers: dict[str, Any] = {"list": list, "set": set, "dict": dict}
    items: list[Item] = []
    if node.kind in makers:
        items.append(lambda: compiler.emit(steps.build, 0, node, makers[node.kind], ()))
    tails: list[Item] = []
    for clause in node.clauses:
        again, done = Block(), Block()
        head = LoopHead(compiler, clause.target, done)
        items += [
            *_iterator(compiler, node, clause),
            partial(head.fetch, head.body),
            *head.stores(),
        ]
        for condition in clause.conditions:
            items += [condition, partial(_require, compiler, condition, again)]
        tails[:0] = [
            partial(compiler.rejoin, again),
            partial(head.fetch, head.done),
            compiler.pop,
        ]
    items += [node.element] if node.key is None else [node.key, node.element]
    items += [lambda: _take(compiler, node), *tails]
    if node.kind in makers:
        items.append(lambda: give_back(compiler, node))
    return items


def _iterator(
    compiler: Compiler, node: nodes.Comprehension, clause: nodes.ComprehensionFor
) -> list[Item]:
    """Return what pushes the iterator of a clause; the first one is given."""
    if clause is node.clauses[0]:
        return [lambda: compiler.push(ITEMS), lambda: compiler.settle(clause.iter)]
    return [clause.iter, lambda: compiler.emit(steps.iterate, 1, clause.iter)]


def _require(compiler: Compiler, condition: nodes.Expr, again: Block) -> None:
    then = Block()
    compiler.branch(then, again, then, condition)


def _take(compiler: Compiler, node: nodes.Comprehension) -> None:
    """Add the element to the result, or hand it out."""
    if node.kind == "generator":
        later("yields").give(compiler, node)
        compiler.pop()
    elif node.key is None:
        value = compiler.pop()
        compiler.consume(steps.append, 0, node, compiler.stack[0], value)
    else:
        key, value = compiler.pop_many(2)
        compiler.consume(steps.set_item, 0, node, compiler.stack[0], key, value)
