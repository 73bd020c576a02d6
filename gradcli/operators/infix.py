"""Python's operators on tensors, as the declarations of operators name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import check_integer, plain
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE
from gradcli.operators.op import Op
from gradcli.operators.refusals import check_given
from gradcli.operators.shortcut import direct

INFIX = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
    "<": "lt",
    "<=": "le",
    "==": "eq",
    "!=": "ne",
    ">=": "ge",
    ">": "gt",
}
_REFLECTED = frozenset(f"__r{word}__" for word in INFIX.values())
_NO_ATTRIBUTES: dict[str, Any] = {}
PREFIX = {"neg": "-", "invert": "~", "abs": "abs", "pos": "+"}
_NUMBERS = frozenset({Tensor, bool, int, float, complex})


def enter_signs(op: Op, infix: str | None, reflected: str | None) -> None:
    """Put an operator into the table under Python's names for the signs of its declaration."""
    signs = OPS.named["sign"]
    if infix in PREFIX:
        signs[f"__{infix}__"] = op
    elif infix is not None:
        signs[f"__{INFIX[infix]}__"] = op
        if op.inplace is not None:
            signs[f"__i{INFIX[infix]}__"] = op.inplace
        if infix == "@":
            signs["__rmatmul__"] = op
    if reflected is not None:
        signs[f"__r{INFIX[reflected]}__"] = op


def sign_method(name: str, op: Any) -> Callable[..., Any]:
    """Return the method of tensors that Python calls for a sign."""
    if name == "__invert__":
        return lambda tensor: _inverted(op, tensor)
    if name[2:-2] in PREFIX:
        return lambda tensor: op(tensor)
    if name == "__rmatmul__":  # of two tensors, the other one first
        product = _infix_method(op)
        return lambda tensor, other: (
            product(other, tensor) if isinstance(other, Tensor) else NotImplemented
        )
    if name in _REFLECTED:
        attribute = next((p.name for p in op.parameters.positional if not p.operand), None)
        return _infix_method(op, attribute, takes_arrays=name == "__rtruediv__")
    return _infix_method(op, takes_arrays=name in ("__eq__", "__ne__"))


def _inverted(op: Any, tensor: Tensor) -> Any:
    """Return ``~tensor``, which PyTorch refuses in other words than ``bitwise_not``."""
    if tensor.array.dtype.kind in DIFFERENTIABLE:
        message = "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
        raise op_error(TypeError, message, code="dtype", operands=(0,))
    return op(tensor)


def _accepted(op: Any) -> frozenset[type]:
    """Return the types that may stand on the other side of an operator's sign."""
    signature = getattr(op, "op", op).parameters
    others = [p.accepts for p in signature.by_keyword.values()][1:2]
    return _NUMBERS if "Number" in others[0] else frozenset({Tensor})


def _infix_method(
    op: Any, attribute: str | None = None, takes_arrays: bool = False
) -> Callable[[Tensor, Any], Any]:
    """Return the method for a sign; the other side is an operand, or an attribute by name.

    ``takes_arrays`` says that the other side may be an array of NumPy's, which for other signs
    computes itself, or is refused.
    """
    accepted, base = _accepted(op), getattr(op, "op", op)
    given, run = None, op
    if isinstance(op, Op) and op.composite:
        run = op.body
    elif isinstance(op, Op) and attribute is None:
        given = op.apply

    def method(tensor: Tensor, other: Any) -> Any:
        if other.__class__ not in TENSORS and other.__class__ not in accepted:
            if isinstance(other, (int, float, complex, np.generic)) and float in accepted:
                other = plain(other)
            elif isinstance(other, np.ndarray) and takes_arrays:
                tensor.numpy()  # which refuses a tensor with a history
                other = Tensor(other)
            else:
                return NotImplemented
        if other.__class__ is int:
            check_integer(other)
        if given is not None:
            return given((tensor, other), _NO_ATTRIBUTES, True)
        check_given(base, (tensor, other), _NO_ATTRIBUTES)
        return run(tensor, other) if attribute is None else run(tensor, **{attribute: other})

    if given is None and attribute is None and getattr(op, "direct", None) is not None:
        return _usually(op.direct, method)
    quick = given and direct(op, method, numbers=float in accepted)
    return quick or method


def _usually(quick: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Return a composite's method, which looks first whether its operands are the usual ones."""

    def method(tensor: Tensor, other: Any) -> Any:
        found = quick(tensor, other)
        return otherwise(tensor, other) if found is None else found

    return method
