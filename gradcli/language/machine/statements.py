"""What each kind of statement comes down to."""

from __future__ import annotations

from functools import partial

from gradcli.language.machine import steps
from gradcli.language.machine.code import RESULT, Block, Register
from gradcli.language.machine.compile import Around, Compiler, Item, Loop, template
from gradcli.language.machine.ends import warming
from gradcli.language.machine.expressions import LoopHead, define, give_back
from gradcli.syntax import nodes


def module(compiler: Compiler, node: nodes.Module) -> list[Item]:
    """Return a program; what its last statement gives goes into ``RESULT``."""
    if not node.body:
        return []
    *rest, last = node.body
    if not isinstance(last, (nodes.ExprStmt, nodes.Assign)):
        return [*rest, last]
    targets: list[Item] = []
    if isinstance(last, nodes.Assign):
        for target in last.targets:
            targets += [lambda: compiler.push(RESULT), *store(compiler, target)]
    return [*rest, last.value, lambda: _keep(compiler, last.value), *targets]


def _keep(compiler: Compiler, value: nodes.Expr) -> None:
    register = compiler.pop()
    compiler.plan(steps.move, RESULT, (register,), value, (register,))


@template(nodes.ExprStmt)
def _expression(compiler: Compiler, node: nodes.ExprStmt) -> list[Item]:
    def drop() -> None:
        if isinstance(compiler.stack[-1], str):
            compiler.settle(node.value)  # a name alone is read, and so must exist
        compiler.pop()

    return [node.value, drop]


# Assignment


@template(nodes.Assign)
def _assign(compiler: Compiler, node: nodes.Assign) -> list[Item]:
    *others, last = node.targets
    items: list[Item] = [node.value]
    if node.annotation is not None:
        items += _annotate(compiler, last, node.annotation)
    if others:
        items.append(lambda: compiler.settle(node.value))
    for target in others:
        items += [lambda: compiler.push(compiler.stack[-1]), *store(compiler, target)]
    return [*items, *store(compiler, last)]


@template(nodes.Declare)
def _declare(compiler: Compiler, node: nodes.Declare) -> list[Item]:
    target = node.target
    if isinstance(target, nodes.Attribute | nodes.Subscript):  # what it is a part of is computed
        return [nodes.ExprStmt(target.value.span, target.value)]
    return _annotate(compiler, target, node.annotation)


def _annotate(compiler: Compiler, target: nodes.Expr, annotation: nodes.Expr) -> list[Item]:
    """Note the annotation of a name of a class; elsewhere annotations are dropped."""
    if not compiler.scope.is_class or not isinstance(target, nodes.Name):
        return []
    from gradcli.language.machine.bodies import annotate

    return [partial(compiler.consume, annotate, 0, target, target.id, annotation)]


def store(compiler: Compiler, target: nodes.Expr) -> list[Item]:
    """Return what writes the last value into a target."""
    if isinstance(target, nodes.Name):
        return [lambda: compiler.store(target.id, target)]
    if isinstance(target, nodes.Attribute):
        return [target.value, lambda: _store_attribute(compiler, target)]
    if isinstance(target, nodes.Subscript):
        return [target.value, target.index, lambda: _store_subscript(compiler, target)]
    assert isinstance(target, (nodes.Tuple, nodes.List))
    return [Unpack(target.span, target.elements)]


class Unpack(nodes.Node):
    """A tuple of targets, each of which may be one again: work for the list, not for recursion."""

    targets: nodes.Several[nodes.Expr]


@template(Unpack)
def _unpack(compiler: Compiler, node: Unpack) -> list[Item]:
    star = next((i for i, t in enumerate(node.targets) if isinstance(t, nodes.Starred)), None)
    targets = [t.value if isinstance(t, nodes.Starred) else t for t in node.targets]

    def spread() -> None:
        value = compiler.pop()
        first = compiler.free[-1]
        registers = tuple(range(first, first + len(targets)))
        for register in reversed(registers):
            compiler.push(register)
        if star is None:
            compiler.plan(steps.unpack, first, (value, registers), node)
        else:
            compiler.plan(steps.unpack_starred, first, (value, registers, star), node)

    return [spread, *(item for target in targets for item in store(compiler, target))]


def _store_attribute(compiler: Compiler, target: nodes.Attribute) -> None:
    new, value = compiler.pop_many(2)
    name = compiler.scope.spelled(target.name)
    compiler.consume(steps.set_attribute, 0, target, value, new, name)


def _store_subscript(compiler: Compiler, target: nodes.Subscript) -> None:
    new, value, index = compiler.pop_many(3)
    compiler.consume(steps.set_subscript, 0, target, value, index, new)


@template(nodes.AugAssign)
def _augment(compiler: Compiler, node: nodes.AugAssign) -> list[Item]:
    function = compiler.operators[node.op + "="]
    target = node.target

    def combine() -> None:
        compiler.emit(steps.binary, 2, node, function)

    if isinstance(target, nodes.Attribute):
        return [
            target.value,
            lambda: compiler.push(compiler.stack[-1]),
            partial(compiler.emit, steps.attribute, 1, target, compiler.scope.spelled(target.name)),
            node.value,
            combine,
            lambda: _swap(compiler),
            lambda: _store_attribute(compiler, target),
        ]
    if isinstance(target, nodes.Subscript):
        return [
            target.value,
            target.index,
            lambda: _again(compiler),
            lambda: compiler.emit(steps.subscript, 2, target),
            node.value,
            combine,
            lambda: _rotate(compiler),
            lambda: _store_subscript(compiler, target),
        ]
    assert isinstance(target, nodes.Name)
    # The target is read where it is written: a name of the function itself, or of the program.
    return [
        target,
        node.value,
        combine,
        lambda: compiler.store(target.id, target),
    ]


def _again(compiler: Compiler) -> None:
    """Push the last two registers once more."""
    for register in compiler.stack[-2:]:
        compiler.push(register)


def _swap(compiler: Compiler) -> None:
    value, new = compiler.pop_many(2)
    compiler.push(new)
    compiler.push(value)


def _rotate(compiler: Compiler) -> None:
    value, index, new = compiler.pop_many(3)
    for register in (new, value, index):
        compiler.push(register)


@template(nodes.Delete)
def _delete(compiler: Compiler, node: nodes.Delete) -> list[Item]:
    items: list[Item] = []
    for target in node.targets:
        items += _delete_target(compiler, target)
    return items


def _delete_target(compiler: Compiler, target: nodes.Expr) -> list[Item]:
    if isinstance(target, nodes.Name):
        return [lambda: _delete_name(compiler, target)]
    if isinstance(target, nodes.Attribute):
        name = compiler.scope.spelled(target.name)
        return [target.value, partial(compiler.consume, steps.delete_attribute, 1, target, name)]
    if isinstance(target, nodes.Subscript):
        return [
            target.value,
            target.index,
            lambda: compiler.consume(steps.delete_subscript, 2, target),
        ]
    assert isinstance(target, (nodes.Tuple, nodes.List))
    return [nodes.Delete(target.span, target.elements)]


def _delete_name(compiler: Compiler, target: nodes.Name) -> None:
    name = compiler.scope.spelled(target.id)
    distance = compiler.scope.distance(name)
    if distance:
        from gradcli.language.machine.outer import delete_outer  # for programs that do so

        compiler.consume(delete_outer, 0, target, distance, name)
        return
    compiler.consume(steps.delete_name, 0, target, name)
    compiler.bound_here.discard(name)


# Choices and loops


@template(nodes.If)
def _if(compiler: Compiler, node: nodes.If) -> list[Item]:
    yes, no, done = Block(), Block(), Block()
    return [
        node.test,
        lambda: compiler.branch(yes, no, yes, node.test),
        *nested(
            compiler,
            *node.body,
            lambda: compiler.jump(done, no),
            *node.orelse,
        ),
        lambda: compiler.label(done),
    ]


def nested(compiler: Compiler, *items: Item) -> list[Item]:
    """Return items that may not run, or run again: what they bind is not bound for good."""

    def nest(by: int) -> None:
        compiler.nesting += by

    return [partial(nest, 1), *items, partial(nest, -1)]


@template(nodes.While)
def _while(compiler: Compiler, node: nodes.While) -> list[Item]:
    again, body, otherwise, done = Block(), Block(), Block(), Block()
    entered = warming(compiler.code, body, compiler.region)

    def test(then: Block) -> list[Item]:
        return [node.test, lambda: compiler.branch(entered, otherwise, then, node.test)]

    # The test stands twice, before the body and after it, so that each round is one jump.
    return [
        *test(body),
        *nested(
            compiler,
            lambda: compiler.around.append(Loop(done, again)),
            *node.body,
            compiler.around.pop,
            lambda: compiler.rejoin(again),
            *test(otherwise),
            *node.orelse,
        ),
        lambda: compiler.label(done),
    ]


@template(nodes.For)
def _for(compiler: Compiler, node: nodes.For) -> list[Item]:
    again, otherwise, done = Block(), Block(), Block()
    head = LoopHead(compiler, node.target, otherwise)
    return [
        node.iter,
        lambda: compiler.emit(steps.iterate, 1, node.iter),
        lambda: head.fetch(head.body),
        *nested(
            compiler,
            *head.stores(),
            lambda: compiler.around.append(Loop(done, again, compiler.stack[-1])),
            *node.body,
            compiler.around.pop,
            lambda: compiler.rejoin(again),
            lambda: head.fetch(otherwise),
            *node.orelse,
        ),
        compiler.pop,
        lambda: compiler.label(done),
    ]


@template(nodes.Break)
def _break(compiler: Compiler, node: nodes.Break) -> list[Item]:
    return [lambda: _leave_to(compiler, node, 0)]


@template(nodes.Continue)
def _continue(compiler: Compiler, node: nodes.Continue) -> list[Item]:
    return [lambda: _leave_to(compiler, node, 1)]


def _leave_to(compiler: Compiler, node: nodes.Node, which: int) -> None:
    """Jump to the innermost loop's end or beginning, out of the statements inside it."""
    region = compiler.region
    for around in reversed(compiler.around):
        if isinstance(around, Loop):
            if which == 0 and around.iterator is not None:
                # A generator ends when nobody holds it any more.
                compiler.plan(steps.clear, around.iterator, (around.iterator,), node)
            compiler.region = region
            compiler.jump(around.again if which else around.done, Block())
            return
        _leave(compiler, around, node, None)


def _leave(
    compiler: Compiler, around: Around, node: nodes.Node, value: Register | None
) -> Register | None:
    """Leave a statement around; what that raises is none of its own business."""
    compiler.region = around.region
    compiler.label(Block())
    return around.leave(compiler, node, value)


@template(nodes.Pass)
def _pass(compiler: Compiler, node: nodes.Pass) -> list[Item]:
    return []


# Functions


@template(nodes.FunctionDef)
def _function(compiler: Compiler, node: nodes.FunctionDef) -> list[Item]:
    calls: list[Item] = [
        lambda decorator=decorator: compiler.call(decorator, 1, None)  # type: ignore[misc]
        for decorator in reversed(node.decorators)
    ]
    return [
        *node.decorators,
        *define(compiler, node, node.name, node.parameters, node.body, lambda inside: node.body),
        *calls,
        lambda: compiler.store(node.name, node),
    ]


@template(nodes.Return)
def _return(compiler: Compiler, node: nodes.Return) -> list[Item]:
    value: Item = node.value or (lambda: compiler.constant(node, None))
    return [value, lambda: _leave_function(compiler, node)]


def _leave_function(compiler: Compiler, node: nodes.Return) -> None:
    region = compiler.region
    statements = [around for around in compiler.around if isinstance(around, Around)]
    if statements:
        compiler.settle(node)
    for around in reversed(statements):
        left = _leave(compiler, around, node, compiler.stack[-1])
        assert left is not None
        compiler.pop()
        compiler.push(left)
    compiler.region = region
    give_back(compiler, node)


# The rest


@template(nodes.Assert)
def _assert(compiler: Compiler, node: nodes.Assert) -> list[Item]:
    fails, holds = Block(), Block()
    message: list[Item] = [] if node.message is None else [node.message]

    def fail() -> None:
        given = compiler.pop() if message else None
        compiler.consume(steps.fail_assertion, 0, node, given)
        compiler.label(holds)

    return [node.test, lambda: compiler.branch(holds, fails, fails, node.test), *message, fail]


@template(nodes.Print)
def _print(compiler: Compiler, node: nodes.Print) -> list[Item]:
    end = "\n" if node.newline else " "

    def collect() -> None:
        values = tuple(compiler.pop_many(len(node.values)))
        compiler.consume(steps.print_values, 0, node, values, end)

    return [*node.values, collect]


@template(nodes.Import)
def _import(compiler: Compiler, node: nodes.Import) -> list[Item]:
    from gradcli.language.machine import imports  # for programs that do

    items: list[Item] = []
    for alias in node.names:
        top, _, rest = alias.name.partition(".")
        if rest and alias.asname is None:
            # ``import a.b`` must find a.b, but binds a.
            items.append(partial(compiler.consume, imports.import_module, 0, alias, alias.name))
        name = alias.name if alias.asname else top
        items += [
            partial(compiler.emit, imports.import_module, 0, alias, name),
            partial(compiler.store, alias.asname or top, alias),
        ]
    return items


@template(nodes.ImportFrom)
def _import_from(compiler: Compiler, node: nodes.ImportFrom) -> list[Item]:
    if node.module == "__future__":
        return []
    from gradcli.language.machine import imports

    items: list[Item] = []
    for alias in node.names:
        if alias.name == "*":
            items.append(lambda: compiler.consume(imports.import_all, 0, node, node.module))
        else:
            items += [
                partial(compiler.emit, imports.import_name, 0, alias, node.module, alias.name),
                partial(compiler.store, alias.asname or alias.name, alias),
            ]
    return items
