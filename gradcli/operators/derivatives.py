"""Derivatives as declarations state them: functions of what they name, made into rules.

This module knows how ``d=``, ``vjp=`` and the body of a fused operator become a ``Rule``. It knows
no operator by name but the few that every rule may need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.saved import Rule
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.operators.signature import Signature


class over(NamedTuple):
    """In a declaration, ``d=over(f)`` is the derivative ``1 / f``, computed as ``g / f``."""

    function: Callable[..., Any]


def refused(name: str) -> Callable[[Any], Any]:
    """Make the rule of an operator that PyTorch records but cannot differentiate."""

    def refuse(g: Any) -> Any:
        raise op_error(
            RuntimeError, f"derivative for aten::{name} is not implemented", code="no-derivative"
        )

    return refuse


def not_implemented(name: str) -> Callable[[Any], Any]:
    """Make the rule of an operand for which PyTorch has no derivative."""

    def refuse(g: Any) -> Any:
        raise op_error(
            NotImplementedError,
            f"the derivative for '{name}' is not implemented.",
            code="no-derivative",
        )

    return refuse


AFTER = {
    name: not_implemented(f"inplace version of {name}") for name in ("acosh", "asinh", "atanh")
}
"""Rules of forms that overwrite, for which PyTorch has no derivative."""


def zeros(g: Any) -> Any:
    """Return zeros like a gradient, which may hold infinities that a product would keep."""
    return OPS["zeros_like"](g)


def local_rule(given: Any, signature: Signature, variadic: bool = False) -> Rule:
    """Make the rule of an elementwise operator from a factor for the gradient that arrives."""
    if isinstance(given, over):
        divisor = given.function
        return Rule(lambda g, *args: g / divisor(*args), _parameter_names(divisor), signature)
    if callable(given):
        names = _parameter_names(given)
        if len(names) == 1:  # the common cases, written out for speed
            if names[0] not in signature.operands:  # a weight, mostly 1 or -1
                return Rule(lambda g, value: _weighted(g, given(value)), names, signature)
            if _is_identity(given):
                return Rule(lambda g, value: g * value, names, signature)
            return Rule(lambda g, value: g * given(value), names, signature)
        return Rule(lambda g, *args: g * given(*args), names, signature)
    if given == 1:
        return Rule(lambda g: g, (), signature)
    if given == -1:
        return Rule(lambda g: -g, (), signature)
    if given == 0:
        return Rule(zeros, (), signature)
    return Rule(lambda g: g * given, (), signature)


def _weighted(g: Any, weight: Any) -> Any:
    """Return a gradient times a weight that users give; as in PyTorch, 1 leaves it as it is.

    Minus 1 makes no product either, which of an infinite complex number would be NaN in part.
    """
    if weight.__class__ is not int or weight not in (1, -1):
        return g * weight
    return g if weight == 1 else -g


def _is_identity(function: Callable[[Any], Any]) -> bool:
    """Tell whether a derivative is the very value that it names, as of a product."""
    return function.__code__.co_code == _IDENTITY.__code__.co_code


_IDENTITY: Callable[[Any], Any] = lambda x: x  # noqa: E731  (what is compared is a lambda)


def vjp_rule(given: Callable[..., Any], signature: Signature, variadic: bool = False) -> Rule:
    """Make the rule of any other operator from a function of ``g`` and what it names."""
    return Rule(given, _parameter_names(given)[1:], signature, variadic)


def hanging_rule(rule: Rule, signature: Signature, label: Any) -> Rule:
    """Make a rule whose gradient hangs on the operand though it does not change with it.

    So do those of PyTorch's kernels that are given the operand: a derivative of the gradient by it
    is 0, and no error. ``label`` names the node that is differentiated, or tells its name.
    """
    count, operand = len(rule.names), signature.operands[0]
    naming = _parameter_names(label) if callable(label) else ()
    names = rule.names if operand in rule.names else (*rule.names, operand)
    place = names.index(operand)

    def vjp(g: Any, *given: Any) -> Any:
        found, x = rule.vjp(g, *given[:count]), given[place]
        if found.__class__ is not Tensor or not x.requires_grad or STATE.textbook:
            return found  # formulas do not show it
        own = label(*given[len(names) :]) if callable(label) else label
        return OPS["_hung"](found, x, label=f"{own[:-1]}Backward0")

    return Rule(vjp, (*names, *naming), signature)


def writing_rule(rule: Rule, signature: Signature) -> Rule:
    """Make the rule of values of which several may be written to one place, where the last stays.

    As in PyTorch each of them gets the place's gradient, but in forward mode, which transposes
    derivatives, only the one that stays is to be seen.
    """
    count = len(rule.names)
    added = "accumulate" in signature.body.__code__.co_varnames  # then all of them stay
    names = (*rule.names, "accumulate") if added else rule.names

    def vjp(g: Any, *given: Any) -> Any:
        found = rule.vjp(g, *given[:count])
        if STATE.transforms[-1:] != ("jvp",) or g.__class__ is not Tensor or any(given[count:]):
            return found
        numbers = np.arange(1.0, math.prod(g.shape) + 1).reshape(g.shape)
        places = rule.vjp(Tensor(numbers), *given[:count])
        return OPS["where"](OPS["_stays"](places), found, 0.0)

    return Rule(vjp, names, signature)


def fused_rule(body: Callable[..., Any], signature: Signature) -> Rule:
    """Make the rule of an operator whose body is itself written in operators.

    The gradients of all operands are found together, by differentiating the body: on arrays by
    running it once more on leaves of its own, recording on tensors that continue the graph.
    """
    names = tuple(p.name for p in signature.by_keyword.values() if not p.operand)
    count = signature.operand_count

    def save(operands: Any, results: Any, attrs: dict[str, Any]) -> tuple[Any, ...]:
        wanted = tuple(getattr(operand, "requires_grad", False) for operand in operands)
        given = [attrs.get(name, signature.default(name)) for name in names]
        return (*operands, wanted, *given)

    def vjp(g: Any, *args: Any) -> list[Any]:
        operands, wanted, given = args[:count], args[count], args[count + 1 :]
        attrs = dict(zip(names, given, strict=True))
        return _differentiate(lambda *inner: body(*inner, **attrs), operands, wanted, g)

    rule = Rule(vjp, signature.operands, signature)
    rule.save = save
    rule.conjugated = True
    return rule


def _differentiate(
    function: Callable[..., Any], operands: Sequence[Any], wanted: Sequence[bool], g: Any
) -> list[Any]:
    """Return the gradients of a function for the wanted operands; None where there is none."""
    start = g if isinstance(g, list) else [g]
    recording = isinstance(start[0], Tensor)
    with STATE.replaced(grad_enabled=not STATE.inference):
        if recording:
            inner = [
                OPS["_same"](t) if want else t for t, want in zip(operands, wanted, strict=True)
            ]
        else:
            inner = [
                Tensor(value, want) if isinstance(value, np.ndarray) else value
                for value, want in zip(operands, wanted, strict=True)
            ]
        results = function(*inner)
    outputs = results if isinstance(results, tuple) else (results,)
    pairs = [
        (output, weight if recording else Tensor(weight))
        for output, weight in zip(outputs, start, strict=True)
        if isinstance(output, Tensor) and output.requires_grad
    ]
    sources = [t for t, want in zip(inner, wanted, strict=True) if want]
    if not pairs:
        return [None] * len(operands)
    ends, weights = [list(part) for part in zip(*pairs, strict=True)]
    found = iter(grad(ends, sources, weights, None, recording, allow_unused=True))
    gradients = [next(found) if want else None for want in wanted]
    return [t if recording or t is None else t.array for t in gradients]


def _parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def rising(slope: float, name: str) -> float:
    """Return a slope of what was overwritten, which a result tells of where it is not negative."""
    if slope >= 0:
        return slope
    request = _REQUEST if name == "leakyReLu" else ""
    raise op_error(RuntimeError, f"In-place {name} backward calculation {_FALLING}{request}")


Label = str | tuple[str | Callable[..., str], ...] | Callable[..., str]
"""The name of a node: one, one for each overload, or a function of the attributes."""


def chosen(label: Label, operands: Sequence[Any], attrs: dict[str, Any]) -> str:
    """Return the name of a node among those of PyTorch's overloads."""
    if isinstance(label, tuple):
        last, tensors, *first = label
        if first and not isinstance(operands[0], Tensor):
            last = tensors = first[0]
        label = tensors if isinstance(operands[-1], Tensor) else last
    return label if isinstance(label, str) else label(**attrs)


_FALLING = (
    "is triggered with a negative slope which is not supported. This is caused by calling in-place "
    "forward function with a negative slope, please call out-of-place version instead."
)
_REQUEST = (
    " File an issue at https://github.com/pytorch/pytorch if you do require supporting in-place "
    "leakRelu backward calculation with negative slope"
)
