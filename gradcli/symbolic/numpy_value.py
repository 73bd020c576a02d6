"""NumPy code that was written for a derivative, computed as NumPy would compute it.

The text is parsed, and its functions run by a walk over the tree: no text is given to the host to
run. This module knows the small part of Python that such code is made of, and no operator.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

import numpy as np

from gradcli.symbolic.fold import Of, fold
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse

_BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "-": operator.neg,
    "~": operator.invert,
    "not": operator.not_,
}
_ATTRIBUTES: Final[dict[str, Callable[[Any], Any]]] = {
    "T": operator.attrgetter("T"),
    "accumulate": operator.attrgetter("accumulate"),
    "at": operator.attrgetter("at"),
    "shape": np.shape,
}
_FAILURES: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Incomputable(Exception):
    """The code is none that can be computed, or NumPy refuses it."""


def computed(code: str, arguments: Mapping[str, Any]) -> Any:
    """Return what the last function of some NumPy code gives for arguments by name."""
    scope: dict[str, Any] = {"np": np, "len": len}
    if "from scipy" in code:
        from scipy import linalg, special

        scope |= {"linalg": linalg, "special": special}
    functions = [s for s in parse(code, "<code>").body if isinstance(s, nodes.FunctionDef)]
    for definition in functions:
        scope[definition.name] = _function(definition, scope)
    try:
        with np.errstate(all="ignore"):
            return scope[functions[-1].name](**arguments)
    except _FAILURES as error:
        raise Incomputable(str(error)) from error


def _function(definition: nodes.FunctionDef, scope: dict[str, Any]) -> Callable[..., Any]:
    names = [parameter.name for parameter in definition.parameters]
    given = [(p.name, p.default) for p in definition.parameters if p.default is not None]
    defaults = {name: _value(default, scope) for name, default in given}

    def call(*args: Any, **kwargs: Any) -> Any:
        bound = dict(zip(names, args, strict=False))
        if len(args) > len(names) or not set(names) - set(bound) >= set(kwargs):
            raise TypeError(f"{definition.name}() got other arguments than it takes")
        local = {**scope, **defaults, **bound, **kwargs}
        for statement in definition.body:
            if isinstance(statement, nodes.Assign):
                (target,) = statement.targets
                local[str(getattr(target, "id", ""))] = _value(statement.value, local)
            elif isinstance(statement, nodes.ExprStmt):
                _value(statement.value, local)
            elif isinstance(statement, nodes.Return) and statement.value is not None:
                return _value(statement.value, local)
        raise TypeError(f"{definition.name}() returns nothing")

    return call


def _value(root: nodes.Expr, scope: Mapping[str, Any]) -> Any:
    return fold(root, lambda node, of: _VALUES[type(node)](node, of, scope))


def _name(node: nodes.Name, of: Of, scope: Mapping[str, Any]) -> Any:
    return scope[node.id]


def _constant(node: nodes.Constant, of: Of, scope: Mapping[str, Any]) -> Any:
    return node.value


def _attribute(node: nodes.Attribute, of: Of, scope: Mapping[str, Any]) -> Any:
    value = of(node.value)
    if isinstance(value, ModuleType) and not node.name.startswith("_"):
        return vars(value)[node.name]
    return _ATTRIBUTES[node.name](value)


def _unary(node: nodes.UnaryOp, of: Of, scope: Mapping[str, Any]) -> Any:
    return _UNARY[node.op](of(node.operand))


def _binary(node: nodes.BinOp, of: Of, scope: Mapping[str, Any]) -> Any:
    return _BINARY[node.op](of(node.left), of(node.right))


def _compare(node: nodes.Compare, of: Of, scope: Mapping[str, Any]) -> Any:
    ((sign, right),) = zip(node.ops, node.comparators, strict=True)
    return _BINARY[sign](of(node.left), of(right))


def _chosen(node: nodes.IfExp, of: Of, scope: Mapping[str, Any]) -> Any:
    return of(node.body) if of(node.test) else of(node.orelse)


def _call(node: nodes.Call, of: Of, scope: Mapping[str, Any]) -> Any:
    keywords = {str(keyword.name): of(keyword.value) for keyword in node.keywords}
    return of(node.func)(*map(of, node.args), **keywords)


def _keyword(node: nodes.Keyword, of: Of, scope: Mapping[str, Any]) -> Any:
    return of(node.value)


def _subscript(node: nodes.Subscript, of: Of, scope: Mapping[str, Any]) -> Any:
    return of(node.value)[of(node.index)]


def _slice(node: nodes.Slice, of: Of, scope: Mapping[str, Any]) -> Any:
    parts = (node.lower, node.upper, node.step)
    return slice(*[None if part is None else of(part) for part in parts])


def _list(node: nodes.List, of: Of, scope: Mapping[str, Any]) -> Any:
    return list(map(of, node.elements))


def _tuple(node: nodes.Tuple, of: Of, scope: Mapping[str, Any]) -> Any:
    return tuple(map(of, node.elements))


_VALUES: Final[dict[type[nodes.Node], Callable[..., Any]]] = {
    nodes.Name: _name,
    nodes.Constant: _constant,
    nodes.Attribute: _attribute,
    nodes.UnaryOp: _unary,
    nodes.BinOp: _binary,
    nodes.Compare: _compare,
    nodes.IfExp: _chosen,
    nodes.Call: _call,
    nodes.Keyword: _keyword,
    nodes.Subscript: _subscript,
    nodes.Slice: _slice,
    nodes.List: _list,
    nodes.Tuple: _tuple,
}
