"""What ``match`` comes down to: tests of a value, its parts and their parts, one after the other.

A test that fails goes on at the next alternative or case. Names get their values once the whole
pattern fits, and then the guard is asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gradcli.language.machine import steps
from gradcli.language.machine.code import Block, End, Frame, Next, Register, Site
from gradcli.language.machine.compile import Compiler, Item, template
from gradcli.language.machine.functions import Kind, type_name
from gradcli.language.machine.objects import is_class
from gradcli.language.machine.statements import nested
from gradcli.syntax import nodes
from gradcli.syntax.patterns import captured

Parts = Callable[..., Sequence[Any] | None]
"""Returns the parts of a value that a pattern asks for, or None where it does not fit."""


@template(nodes.Match)
def _match(compiler: Compiler, node: nodes.Match) -> list[Item]:
    done = Block()
    cases: list[Item] = []
    for case in node.cases:
        cases += _Case(compiler, case, done).items()
    return [
        node.subject,
        lambda: compiler.settle(node.subject),
        *nested(compiler, *cases),
        lambda: compiler.label(done),
        compiler.pop,
    ]


class _Case:
    """A case: its pattern, the registers for what it captures, and where to go if it fails."""

    def __init__(self, compiler: Compiler, node: nodes.MatchCase, done: Block) -> None:
        self.compiler, self.node, self.done = compiler, node, done
        self.names = list(captured(node.pattern))
        self.captures: dict[str, Register] = {}
        self.fail = Block()

    def items(self) -> list[Item]:
        """Return what the case comes down to."""
        node = self.node
        guard: list[Item] = [] if node.guard is None else [node.guard, self.ask]
        pattern = Tested(node.pattern.span, node.pattern, self.fail, self.captures)
        return [self.begin, pattern, self.name, *guard, *node.body, self.end]

    def begin(self) -> None:
        compiler = self.compiler
        subject = compiler.stack[-1]
        for name in self.names:
            self.captures[name] = compiler.reserve()
        compiler.push(subject)

    def name(self) -> None:
        compiler = self.compiler
        for name, register in self.captures.items():
            compiler.push(register)
            compiler.store(name, nodes.Name(self.node.pattern.span, name))

    def ask(self) -> None:
        then = Block()
        assert self.node.guard is not None
        self.compiler.branch(then, self.fail, then, self.node.guard)

    def end(self) -> None:
        self.compiler.jump(self.done, self.fail)
        self.compiler.pop_many(len(self.names))


class Tested(nodes.Node):
    """A pattern that the last value is tested by: work for the list, not for recursion."""

    pattern: nodes.Node
    fail: Block
    captures: dict[str, Register]

    def part(self, pattern: nodes.Node) -> Tested:
        """Return the test of a part."""
        return Tested(pattern.span, pattern, self.fail, self.captures)


@template(Tested)
def _tested(compiler: Compiler, node: Tested) -> Sequence[Item]:
    return _TESTS[type(node.pattern)](compiler, node, node.pattern)


def _value(compiler: Compiler, test: Tested, node: nodes.MatchValue) -> list[Item]:
    value = node.value
    constant = isinstance(value, nodes.Constant) and isinstance(value.value, bool | None)
    compare = compiler.operators["is" if constant else "=="]
    then = Block()
    return [
        value,
        lambda: compiler.emit(steps.binary, 2, value, compare),
        lambda: compiler.branch(then, test.fail, then, value),
    ]


def _as(compiler: Compiler, test: Tested, node: nodes.MatchAs) -> list[Item]:
    if node.pattern is None:
        return [partial(_capture, compiler, test, node, node.name)]
    return [
        lambda: compiler.push(compiler.stack[-1]),
        test.part(node.pattern),
        partial(_capture, compiler, test, node, node.name),
    ]


def _star(compiler: Compiler, test: Tested, node: nodes.MatchStar) -> list[Item]:
    return [partial(_capture, compiler, test, node, node.name)]


def _capture(compiler: Compiler, test: Tested, node: nodes.Node, name: str | None) -> None:
    """Keep the last value for a name."""
    register = compiler.pop()
    if name is not None:
        compiler.plan(steps.move, test.captures[name], (register,), node)


def _or(compiler: Compiler, test: Tested, node: nodes.MatchOr) -> list[Item]:
    fits = Block()
    items: list[Item] = []
    for pattern in node.patterns[:-1]:
        fail = Block()
        items += [
            lambda: compiler.push(compiler.stack[-1]),
            Tested(pattern.span, pattern, fail, test.captures),
            partial(compiler.jump, fits, fail),
        ]
    return [
        *items,
        lambda: compiler.push(compiler.stack[-1]),
        test.part(node.patterns[-1]),
        lambda: compiler.label(fits),
        compiler.pop,
    ]


def _sequence(compiler: Compiler, test: Tested, node: nodes.MatchSequence) -> list[Item]:
    stars = [i for i, part in enumerate(node.patterns) if isinstance(part, nodes.MatchStar)]
    star, count = (stars[0] if stars else None), len(node.patterns)
    parts = partial(_parts_of_sequence, count=count, star=star)
    return [
        lambda: _take_apart(compiler, test, parts, 1, count),
        *[test.part(pattern) for pattern in node.patterns],
    ]


def _mapping(compiler: Compiler, test: Tested, node: nodes.MatchMapping) -> list[Item]:
    patterns: list[nodes.Node] = list(node.patterns)
    if node.rest is not None:
        patterns.append(nodes.MatchStar(node.span, node.rest))
    parts = partial(_parts_of_mapping, rest=node.rest is not None)
    return [
        *node.keys,
        lambda: _take_apart(compiler, test, parts, 1 + len(node.keys), len(patterns)),
        *[test.part(pattern) for pattern in patterns],
    ]


def _class(compiler: Compiler, test: Tested, node: nodes.MatchClass) -> list[Item]:
    names = tuple([keyword.name for keyword in node.keywords])
    patterns = [*node.patterns, *[keyword.pattern for keyword in node.keywords]]
    parts = partial(_parts_of_instance, count=len(node.patterns), names=names)
    return [
        node.cls,
        lambda: _take_apart(compiler, test, parts, 2, len(patterns)),
        *[test.part(pattern) for pattern in patterns],
    ]


_TESTS: dict[type[nodes.Node], Callable[[Compiler, Tested, Any], Sequence[Item]]] = {
    nodes.MatchValue: _value,
    nodes.MatchAs: _as,
    nodes.MatchStar: _star,
    nodes.MatchOr: _or,
    nodes.MatchSequence: _sequence,
    nodes.MatchMapping: _mapping,
    nodes.MatchClass: _class,
}


def _take_apart(compiler: Compiler, test: Tested, parts: Parts, given: int, count: int) -> None:
    """Put the parts of a value on the stack, the first on top, or go on where it does not fit."""
    operands = tuple(compiler.pop_many(given))
    first = compiler.free[-1]
    registers = tuple(range(first, first + count))
    then = Block()
    end = _fit(parts, operands, registers, then, test.fail)
    compiler.targets.add(test.fail)
    compiler.finish(end, Site(test.pattern, operands), then)
    for register in reversed(registers):
        compiler.push(register)


def _fit(
    parts: Parts,
    operands: Sequence[Register],
    targets: Sequence[Register],
    yes: Block,
    no: Block,
) -> End:
    def end(frame: Frame) -> Next:
        found = parts(*[frame[operand] for operand in operands])
        if found is None:
            return frame, no
        for target, part in zip(targets, found, strict=True):
            frame[target] = part
        return frame, yes

    return end


# Parts


def _parts_of_sequence(value: Any, *, count: int, star: int | None) -> Sequence[Any] | None:
    """Return the items of a sequence, those for a star as one list."""
    if not isinstance(value, (list, tuple, range, deque)):
        return None
    if star is None:
        return list(value) if len(value) == count else None
    if len(value) < count - 1:
        return None
    items = list(value)
    end = len(items) - (count - 1 - star)
    return [*items[:star], items[star:end], *items[end:]]


def _parts_of_mapping(value: Any, *keys: Any, rest: bool) -> Sequence[Any] | None:
    """Return what a mapping has under some keys, and what else it has."""
    if not isinstance(value, dict):
        return None
    if len(set(keys)) < len(keys):
        twice = next(key for index, key in enumerate(keys) if key in keys[:index])
        raise ValueError(f"mapping pattern checks duplicate key ({twice!r})")
    missing = object()
    found = [value.get(key, missing) for key in keys]
    if any(part is missing for part in found):
        return None
    others = [{key: part for key, part in value.items() if key not in keys}] if rest else []
    return [*found, *others]


_SELVES = (bool, dict, float, frozenset, int, list, set, str, tuple)
"""The types whose only positional part is the value itself."""


def _parts_of_instance(
    value: Any, cls: Any, *, count: int, names: tuple[str, ...]
) -> Sequence[Any] | None:
    """Return attributes of an instance of a class."""
    if not is_class(cls):
        raise TypeError("called match pattern must be a type")
    if not (isinstance(value, cls) or (cls is type and isinstance(value, Kind))):
        return None
    itself = isinstance(cls, type) and issubclass(cls, _SELVES)
    positional = () if not count or itself else _match_args(cls)
    allowed = 1 if itself else len(positional)
    if count > allowed:
        s = "" if allowed == 1 else "s"
        raise TypeError(
            f"{cls.__name__}() accepts {allowed} positional sub-pattern{s} ({count} given)"
        )
    wanted = [*positional[:count], *names]
    for index, name in enumerate(wanted):
        if not isinstance(name, str):
            kind = type_name(name)
            raise TypeError(f"__match_args__ elements must be strings (got {kind})")
        if name in wanted[:index]:
            raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
    return _attributes(value, wanted, [value] if itself and count else [])


def _match_args(cls: Any) -> tuple[Any, ...]:
    from gradcli.language.names.attributes import get_attribute

    try:
        found = get_attribute(cls, "__match_args__")
    except AttributeError:
        return ()
    if not isinstance(found, tuple):
        raise TypeError(f"{cls.__name__}.__match_args__ must be a tuple (got {type_name(found)})")
    return found


def _attributes(value: Any, names: Sequence[str], before: list[Any]) -> Sequence[Any] | None:
    from gradcli.language.names.attributes import get_attribute

    found = before
    for name in names:
        try:
            found.append(get_attribute(value, name))
        except AttributeError:
            return None
    return found
