"""Attributes that programs give to tensors, and the refusal of others.

They lie in a dictionary of their own, in which no method or attribute of tensors can be covered.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.node import Node
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.names.attributes import (
    OWN,
    attribute_names,
    has_operator,
    in_tables,
    missing,
    type_name,
)


def write_own(value: Any, name: str, new: Any) -> None:
    """Give a tensor an attribute of the program's."""
    known = in_tables(value.__class__, name) is not None or name.startswith("__")
    if not isinstance(value, Tensor) or known or has_operator(name):
        raise not_writable(value, name)
    vars(value).setdefault(OWN, {})[name] = new


def delete_own(value: Any, name: str) -> None:
    """Take an attribute of the program's from a tensor."""
    if not isinstance(value, Tensor) or name not in vars(value).get(OWN, ()):
        raise not_writable(value, name)
    del vars(value)[OWN][name]


def not_writable(value: Any, name: str) -> Exception:
    """Return the error for an attribute that cannot be written to, or is not there."""
    known = name in set(attribute_names(value))
    if known and isinstance(value, (Tensor, Node)):
        kind = "torch._C.TensorBase" if isinstance(value, Tensor) else value.label
        message = f"attribute '{name}' of '{kind}' objects is not writable"
    elif known:
        message = f"'{type_name(value)}' object attribute '{name}' is read-only"
    else:
        return missing(value, name)
    return op_error(AttributeError, message, code="attribute", operands=(0,))
