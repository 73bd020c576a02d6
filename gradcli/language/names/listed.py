"""What ``dir`` and ``vars`` tell of values."""

from __future__ import annotations

from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import Builtin, Function, Object, admitted
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import collect
from gradcli.language.names import attributes
from gradcli.language.names.instances import names_of


def held_in(*values: Any) -> dict[str, Any]:
    """Return ``vars(value)``: the attributes that a value holds."""
    if not values:
        raise op_error(TypeError, "the language leaves out vars() without an argument")
    held: Any = None
    if isinstance(values[0], (Function, Object)) or admitted(type(values[0])):
        held = attributes.get_attribute(values[0], "__dict__")
    elif isinstance(values[0], Class):
        held = dict(values[0].namespace)
    if not isinstance(held, dict):
        raise TypeError("vars() argument must have __dict__ attribute")
    return held


def names_in(*values: Any) -> list[str]:
    """Return ``dir(value)``: the names of a value's attributes, which its class may tell."""
    if not values:
        raise op_error(TypeError, "the language leaves out dir() without an argument")
    if isinstance(values[0], Object) and values[0].cls.find("__dir__") is not MISSING:
        return sorted(collect(invoke(values[0], "__dir__")))
    return dir_of(values[0])


def dir_of(value: Any) -> list[str]:
    """Return the names of all attributes and methods of a value."""
    if not isinstance(value, Object) and admitted(type(value)):
        from gradcli.language.names.natives import names_of as names_of_native

        return sorted(names_of_native(value))
    known = (
        names_of(value) if isinstance(value, (Object, Class)) else attributes.attribute_names(value)
    )
    return sorted(set(known))


OF_VALUES = {"dir": Builtin("dir", names_in), "vars": Builtin("vars", held_in)}
"""The functions themselves, for a value that is given."""
