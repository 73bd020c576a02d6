"""The steps that compiled programs are made of.

Each function here makes one step: given the register for the result, the registers to read and the
AST node that the step is for, it returns a function of the frame. Steps that may compute with
tensors leave their node in ``STATE.source`` first, from where graph nodes pick it up; numbers skip
that, since it would cost more than the arithmetic. Control flow is in ``ends``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.machine import sequences
from gradcli.language.machine.code import Code, Frame, Register, Step
from gradcli.language.machine.functions import QUICK, SUSPENDED, Bound, Function, Method
from gradcli.syntax import nodes

Binary = Callable[[Any, Any], Any]


def move(target: Register, source: Register, node: nodes.Node) -> Step:
    """Copy a register."""

    def step(frame: Frame) -> None:
        frame[target] = frame[source]

    return step


def outer(target: Register, distance: int, name: str, node: nodes.Node) -> Step:
    """Read a variable of an enclosing function or of the program."""
    further = (None,) * (distance - 1)  # going over an empty tuple costs least

    def step(frame: Frame) -> None:
        scope: Any = frame.outer
        for _ in further:
            scope = scope.outer
        try:
            frame[target] = scope[name]
        except UnboundLocalError:
            raise NameError(
                f"cannot access free variable '{name}' where it is not associated with a value "
                "in enclosing scope",
                name=name,
            ) from None

    return step


def binary(target: Register, left: Register, right: Register, f: Binary, node: nodes.Node) -> Step:
    """Combine two values by an infix operator."""
    if isinstance(right, nodes.Constant):
        return _binary_with_literal(target, left, right.value, f, node)

    def step(frame: Frame) -> None:
        a = frame[left]
        b = frame[right]
        if a.__class__ in TENSORS or b.__class__ in TENSORS:
            STATE.source = node
        frame[target] = f(a, b)

    return step


def _binary_with_literal(
    target: Register, left: Register, b: Any, f: Binary, node: nodes.Node
) -> Step:
    """Combine a value with a literal: a shorter way for what loops are full of."""

    def step(frame: Frame) -> None:
        a = frame[left]
        if a.__class__ in TENSORS:
            STATE.source = node
        frame[target] = f(a, b)

    return step


def unary(target: Register, operand: Register, f: Callable[[Any], Any], node: nodes.Node) -> Step:
    """Apply a prefix operator."""

    def step(frame: Frame) -> None:
        STATE.source = node
        frame[target] = f(frame[operand])

    return step


def _attributes() -> Any:
    """Return the tables of attributes, which are loaded by programs that have use for them."""
    from gradcli.language.names import attributes

    return attributes


def attribute(target: Register, value: Register, name: str, node: nodes.Node) -> Step:
    """Read an attribute."""
    read = _reader(name, node)

    def step(frame: Frame) -> None:
        frame[target] = read(frame[value])

    return step


def _reader(name: str, node: nodes.Node) -> Callable[[Any], Any]:
    """Return what reads an attribute of a value."""
    get_attribute, known, quick = _attributes().get_attribute, _attributes().quick, QUICK[0]
    seen: Any = None  # the type that the last value had, what reads such, or what its tables say
    reader, bound, function = None, False, get_attribute

    def read(owner: Any) -> Any:
        nonlocal seen, reader, bound, function
        if owner.__class__ is seen:
            STATE.source = node
            if bound:
                return Method(owner, name, function)
            return function(owner) if reader is None else reader(owner, name)
        if owner.__class__ is quick:
            attributes = owner.attributes
            if name in attributes:
                return attributes[name]
            found = owner.cls.found.get(name)
            if found.__class__ is Function:
                return Bound(found, owner)
            STATE.source = node
            return get_attribute(owner, name)
        STATE.source = node
        value = get_attribute(owner, name)
        found = known(owner.__class__, name)
        if found is not None:
            seen, (reader, bound, function) = owner.__class__, found
        return value

    return read


def set_attribute(
    target: Register, value: Register, new: Register, name: str, node: nodes.Node
) -> Step:
    """Write an attribute."""
    set_attribute = _attributes().set_attribute
    quick = QUICK[0]

    def step(frame: Frame) -> None:
        owner = frame[value]
        if owner.__class__ is quick and name in owner.cls.plain:
            owner.attributes[name] = frame[new]
            return
        STATE.source = node
        set_attribute(owner, name, frame[new])

    return step


def delete_attribute(target: Register, value: Register, name: str, node: nodes.Node) -> Step:
    """Delete an attribute."""
    delete_attribute = _attributes().delete_attribute

    def step(frame: Frame) -> None:
        delete_attribute(frame[value], name)

    return step


def subscript(target: Register, value: Register, index: Register, node: nodes.Node) -> Step:
    """Read an element."""

    def step(frame: Frame) -> None:
        container = frame[value]
        if container.__class__ in TENSORS:
            STATE.source = node
        frame[target] = container[frame[index]]

    return step


def set_subscript(
    target: Register, value: Register, index: Register, new: Register, node: nodes.Node
) -> Step:
    """Write an element."""

    def step(frame: Frame) -> None:
        STATE.source = node
        sequences.put(frame[value], frame[index], frame[new])

    return step


def delete_subscript(target: Register, value: Register, index: Register, node: nodes.Node) -> Step:
    """Delete an element."""

    def step(frame: Frame) -> None:
        container = frame[value]
        if container.__class__ in TENSORS:
            raise TypeError("Tensor does not support deleting items")
        del container[frame[index]]

    return step


def delete_name(target: Register, name: str, node: nodes.Node) -> Step:
    """Forget a variable."""

    def step(frame: Frame) -> None:
        if name not in frame:
            # A built-in name may be read but not deleted: this is not ``frame[name]``.
            if frame.outer is None:
                raise NameError(f"name '{name}' is not defined", name=name)
            where = "where it is not associated with a value"
            raise UnboundLocalError(f"cannot access local variable '{name}' {where}", name=name)
        del frame[name]

    return step


def build_slice(
    target: Register, lower: Register, upper: Register, step_: Register, node: nodes.Node
) -> Step:
    """Make a slice."""

    def step(frame: Frame) -> None:
        frame[target] = slice(frame[lower], frame[upper], frame[step_])

    return step


def build(
    target: Register, make: Callable[[list[Any]], Any], parts: Sequence[Register], node: nodes.Node
) -> Step:
    """Make a list, tuple or set of values."""

    def step(frame: Frame) -> None:
        frame[target] = make([frame[part] for part in parts])

    return step


def build_spread(
    target: Register,
    make: Callable[[list[Any]], Any],
    parts: Sequence[tuple[bool, Register]],
    node: nodes.Node,
) -> Step:
    """Make a list, tuple or set of values, some of which are spread out."""

    def step(frame: Frame) -> None:
        values: list[Any] = []
        for spread, part in parts:
            if spread:
                values.extend(sequences.spread(frame[part]))
            else:
                values.append(frame[part])
        frame[target] = make(values)

    return step


def spread_items(target: Register, value: Register, node: nodes.Node) -> Step:
    """Take the items of a starred element before what follows it is evaluated."""

    def step(frame: Frame) -> None:
        frame[target] = list(sequences.spread(frame[value]))

    return step


def spread_mapping(target: Register, value: Register, display: bool, node: nodes.Node) -> Step:
    """Take the items of what stands after ``**``; a call says itself what is no mapping."""

    def step(frame: Frame) -> None:
        given = frame[value]
        mapped = display or sequences.maps(given)
        frame[target] = dict(sequences.mapping(given)) if mapped else given

    return step


def build_dict(
    target: Register, parts: Sequence[tuple[Register | None, Register]], node: nodes.Node
) -> Step:
    """Make a dict of keys and values; a key of None spreads its value."""

    def step(frame: Frame) -> None:
        result: dict[Any, Any] = {}
        for key, value in parts:
            if key is None:
                result.update(sequences.mapping(frame[value]))
            else:
                result[frame[key]] = frame[value]
        frame[target] = result

    return step


def append(target: Register, collection: Register, value: Register, node: nodes.Node) -> Step:
    """Add an element to the list or set of a comprehension."""

    def step(frame: Frame) -> None:
        result = frame[collection]
        (result.append if result.__class__ is list else result.add)(frame[value])

    return step


def set_item(
    target: Register, collection: Register, key: Register, value: Register, node: nodes.Node
) -> Step:
    """Add an entry to the dict of a comprehension."""

    def step(frame: Frame) -> None:
        frame[collection][frame[key]] = frame[value]

    return step


def iterate(target: Register, value: Register, node: nodes.Node) -> Step:
    """Begin to iterate over a value."""

    def step(frame: Frame) -> None:
        STATE.source = node
        given = frame[value]
        frame[target] = SUSPENDED.get(given.__class__, iter)(given)

    return step


def unpack(
    target: Register, value: Register, targets: Sequence[Register], node: nodes.Node
) -> Step:
    """Spread a value over a fixed number of targets."""
    count = len(targets)

    def step(frame: Frame) -> None:
        STATE.source = node
        for register, item in zip(targets, sequences.unpack(frame[value], count), strict=True):
            frame[register] = item

    return step


def unpack_starred(
    target: Register, value: Register, targets: Sequence[Register], star: int, node: nodes.Node
) -> Step:
    """Spread a value over targets, one of which takes as many as there are."""
    after = len(targets) - star - 1

    def step(frame: Frame) -> None:
        STATE.source = node
        items = sequences.unpack_starred(frame[value], star, after)
        for register, item in zip(targets, items, strict=True):
            frame[register] = item

    return step


def make_function(
    target: Register, code: Code, defaults: Sequence[tuple[str, Register]], node: nodes.Node
) -> Step:
    """Make a function of code, the values of its defaults and the frame around it."""

    def step(frame: Frame) -> None:
        frame[target] = Function(code, {name: frame[value] for name, value in defaults}, frame)

    return step


def format_value(
    target: Register,
    value: Register,
    conversion: Callable[[Any], Any] | None,
    spec: Register,
    node: nodes.Node,
) -> Step:
    """Format a value of an f-string."""

    def step(frame: Frame) -> None:
        given = frame[value]
        if conversion is not None:
            given = conversion(given)
        frame[target] = sequences.format_value(given, frame[spec])

    return step


def join(target: Register, parts: Sequence[Register], node: nodes.Node) -> Step:
    """Put the parts of an f-string together."""

    def step(frame: Frame) -> None:
        frame[target] = sequences.joined([frame[part] for part in parts])

    return step


def clear(target: Register, register: Register, node: nodes.Node) -> Step:
    """Forget a value that nobody will ask for again."""

    def step(frame: Frame) -> None:
        frame[register] = None

    return step


def enter_context(target: Register, context: Register, node: nodes.Node) -> Step:
    """Enter a with statement."""
    check = _attributes().context

    def step(frame: Frame) -> None:
        frame[target] = frame.enter(check(frame[context]))

    return step


def leave_context(target: Register, node: nodes.Node) -> Step:
    """Leave the innermost with statement."""

    def step(frame: Frame) -> None:
        frame.leave()

    return step


def fail_assertion(target: Register, message: Register | None, node: nodes.Node) -> Step:
    """Report that an assertion does not hold."""

    def step(frame: Frame) -> None:
        raise AssertionError() if message is None else AssertionError(frame[message])

    return step


def print_values(target: Register, values: Sequence[Register], end: str, node: nodes.Node) -> Step:
    """Print as the old print statement does."""

    def step(frame: Frame) -> None:
        frame.machine.print(*[frame[value] for value in values], end=end)

    return step


def tick(target: Register, node: nodes.Node) -> Step:
    """Count a block, for the sake of a limit."""

    def step(frame: Frame) -> None:
        frame.machine.tick()

    return step
