"""How attributes, elements and values of parts are written as lines of Python.

What is not written out is called with a frame that has what it asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradcli.language.machine import sequences
from gradcli.language.machine.closures import Cells, cells_of, numbers
from gradcli.language.machine.code import Register
from gradcli.language.machine.pen import Pen, Writes
from gradcli.language.machine.written_calls import Methods, is_spread
from gradcli.language.names.modules import Module

# Attributes and elements


def attribute(to: Pen, step: Any, cells: Cells) -> None:
    """Read an attribute, or find the method that is called next."""
    owner, read = to.read(cells["value"]), to.value(cells["read"])
    name = to.value(cells_of(cells["read"])["name"])
    if to.seen_value(cells["value"]).__class__ is Module:
        _of_module(to, cells, owner)
        return
    if _is_called(to, cells["target"]):
        _method(to, cells, owner, name)
        return
    inside = f"{owner}.__class__ is QUICK and {name} in {owner}.attributes"
    to.store(cells["target"], f"{owner}.attributes[{name}] if {inside} else {read}({owner})")


def _of_module(to: Pen, cells: Cells, owner: str) -> None:
    """Read a name of a module, which is the same each time unless it is looked up anew."""
    module, name = to.seen_value(cells["value"]), cells_of(cells["read"])["name"]
    read = f"{to.value(cells['read'])}({owner})"
    if name not in module.table or name not in dict.keys(module.table):
        to.store(cells["target"], read)
        return
    found = dict.get(module.table, name)
    module.fix(name)
    test = f"{owner} is {to.value(module)}"
    to.store(cells["target"], f"{to.value(found)} if {test} else {read}")
    to.seen[cells["target"]] = found


def _is_called(to: Pen, target: Register) -> bool:
    """Tell whether the end of the block calls the attribute that a step reads, as nothing else."""
    end = cells_of(to.block.end)
    if target.__class__ is not int or end.get("callee") != target or to.is_framed(target):
        return False
    later = [cells_of(step) for step in to.block.steps[to.place + 1 :]]
    touched = {number for cells in later for value in cells.values() for number in numbers(value)}
    return target not in touched and None not in touched and not is_spread(end)


def _method(to: Pen, cells: Cells, owner: str, name: str) -> None:
    """Find the method that is called, without a value for it."""
    function, text = to.another(), cells_of(cells["read"])["name"]
    value = owner
    if owner[0] == "g" or cells["value"] in to.written_later():
        value = to.another()
        to.emit(f"{value} = {owner}")
    to.emit(f"if {value}.__class__ is not QUICK:")
    to.emit(f" {function} = {to.value(Methods(text))}[{value}.__class__]")
    to.emit(f"elif {name} in {value}.attributes: {function} = None")
    to.emit("else:")
    to.emit(f" {function} = {value}.cls.found.get({name})")
    to.emit(f" if {function}.__class__ is not FUNCTION: {function} = None")
    to.emit(f"if {function} is None:")
    to.indent += 1
    to.store(cells["target"], f"{to.value(cells['read'])}({value})")
    to.indent -= 1
    to.methods[cells["target"]] = (function, value, text)


def set_attribute(to: Pen, step: Any, cells: Cells) -> None:
    """Write an attribute."""
    owner, new, name = to.read(cells["value"]), to.read(cells["new"]), to.value(cells["name"])
    to.emit(f"if {owner}.__class__ is QUICK and {name} in {owner}.cls.plain:")
    to.emit(f" {owner}.attributes[{name}] = {new}")
    to.emit("else:")
    to.emit(f" {to.source(cells['node'])}")
    to.emit(f" {to.value(cells['set_attribute'])}({owner}, {name}, {new})")


def subscript(to: Pen, step: Any, cells: Cells) -> None:
    """Read an element."""
    container, index = to.read(cells["value"]), to.read(cells["index"])
    to.tell(cells["node"], container, unless="LIST")
    to.store(cells["target"], f"{container}[{index}]")


def set_subscript(to: Pen, step: Any, cells: Cells) -> None:
    """Write an element."""
    container, index = to.read(cells["value"]), to.read(cells["index"])
    new = to.read(cells["new"])
    put = to.value(sequences.put)
    to.tell(cells["node"], container, unless="LIST")
    to.emit(f"if {index}.__class__ is slice: {put}({container}, {index}, {new})")
    to.emit(f"else: {container}[{index}] = {new}")


# Values of parts


def build_slice(to: Pen, step: Any, cells: Cells) -> None:
    """Make a slice."""
    parts = [to.read(cells[name]) for name in ("lower", "upper", "step_")]
    to.store(cells["target"], f"slice({', '.join(parts)})")


def build(to: Pen, step: Any, cells: Cells) -> None:
    """Make a list, tuple or set of values."""
    parts = [to.read(part) for part in cells["parts"]]
    listed, make = "[" + ", ".join(parts) + "]", cells["make"]
    if make is list:
        to.store(cells["target"], listed)
    elif make is sequences.make_tuple and parts:
        plain = " and ".join([f"{part}.__class__ is not TUPLE" for part in parts])
        made = f"({', '.join(parts)},)"
        to.store(cells["target"], f"{made} if {plain} else {to.value(make)}({listed})")
    else:
        to.store(cells["target"], f"{to.value(make)}({listed})")


def build_dict(to: Pen, step: Any, cells: Cells) -> None:
    """Make a dict of keys and values."""
    made = to.another()
    to.emit(f"{made} = {{}}")
    for key, value in cells["parts"]:
        to.emit(f"{made}[{to.read(key)}] = {to.read(value)}")
    to.store(cells["target"], made)


def format_value(to: Pen, step: Any, cells: Cells) -> None:
    """Format a value of an f-string."""
    given, conversion = to.read(cells["value"]), cells["conversion"]
    if conversion is not None:
        given = f"{to.value(conversion)}({given})"
    made = f"{to.value(sequences.format_value)}({given}, {to.read(cells['spec'])})"
    to.store(cells["target"], made)


def join(to: Pen, step: Any, cells: Cells) -> None:
    """Put the parts of an f-string together."""
    parts = ", ".join([to.read(part) for part in cells["parts"]])
    to.store(cells["target"], f"{to.value(sequences.joined)}([{parts}])")


def append(to: Pen, step: Any, cells: Cells) -> None:
    """Add an element to what a comprehension makes."""
    collection, value = to.read(cells["collection"]), to.read(cells["value"])
    to.emit(f"if {collection}.__class__ is LIST: {collection}.append({value})")
    to.emit(f"else: {collection}.add({value})")


def set_item(to: Pen, step: Any, cells: Cells) -> None:
    """Add an entry to the dict of a comprehension."""
    names = [to.read(cells[name]) for name in ("collection", "key", "value")]
    to.emit(f"{names[0]}[{names[1]}] = {names[2]}")


def iterate(to: Pen, step: Any, cells: Cells) -> None:
    """Begin to iterate over a value."""
    value = to.read(cells["value"])
    to.emit(to.source(cells["node"]))
    made = "iter" if to.hosted else f"SUSPENDED.get({value}.__class__, iter)"
    to.store(cells["target"], f"{made}({value})")


def unpack(to: Pen, step: Any, cells: Cells) -> None:
    """Spread a value over a fixed number of targets."""
    value, targets = to.read(cells["value"]), cells["targets"]
    names = [to.result(target, []) for target in targets]
    if len({*names}) < len(names):
        names = [to.another() for _ in targets]
    listed = f"[{', '.join(names)}]"
    to.emit(f"if {value}.__class__ is TUPLE: {listed} = {value}")
    to.emit("else:")
    to.emit(f" {to.source(cells['node'])}")
    to.emit(f" {listed} = unpack({value}, {len(targets)})")
    for target, name in zip(targets, names, strict=True):
        to.give(target, name)


# Steps that are called, with what they ask for in the frame


def bridged(reads: str, makes: str) -> Writes:
    """Return what calls a step that reads some of its registers, and makes others."""

    def write(to: Pen, step: Any, cells: Cells) -> None:
        for register in named(cells, reads):
            to.emit(f"f[{to.register(register)}] = {to.read(register)}")
        to.emit(f"{to.value(step)}(f)")
        for register in named(cells, makes):
            if not to.is_framed(register):
                to.store(register, f"f[{to.register(register)}]")

    return write


def named(cells: Cells, names: str) -> Iterator[Any]:
    """Yield the registers that a step was made with under some names."""
    for name in names.split():
        value = cells.get(name)
        parts = value if isinstance(value, tuple) else (value,)
        for part in parts:
            register = part[1] if isinstance(part, tuple) else part
            if register is not None:
                yield register


def forgetting(to: Pen, step: Any, cells: Cells) -> None:
    """Call a step that deletes a variable."""
    register = cells["name"]
    if cells.get("distance") or to.is_framed(register):
        to.emit(f"{to.value(step)}(f)")
        return
    name = to.read(register)
    to.emit(f"try: f[{to.register(register)}] = {name}")
    to.emit("except UNBOUND: pass")
    to.emit(f"{to.value(step)}(f)")
    to.emit(f"try: del {name}")
    to.emit("except UNBOUND: pass")
