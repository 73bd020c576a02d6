"""Programs of which many records can be evaluated at once, and how they are written then.

What stands in such a program works on every element by itself, or reduces a whole tensor to one
number. With the records along a first dimension the former needs no change, and the latter gets the
dimensions to reduce: what ``vmap`` of the program gives. Anything else is evaluated by record, and
so is a power of which both sides are tensors: NumPy computes it otherwise where one is spread.
This module knows the texts of programs. It does not know records.
"""

from __future__ import annotations

from collections.abc import Collection

from gradcli.errors import Span
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse

_NAMES = (
    "abs acos acosh asin asinh atan atanh cos cosh deg2rad exp exp2 expm1 log log10 log1p log2 neg "
    "positive rad2deg reciprocal relu rsqrt sigmoid sin sinh sqrt square tan tanh erf erfc "
    "softplus logsigmoid silu where"
)
_ELEMENTWISE = frozenset(_NAMES.split())
_REDUCTIONS = frozenset({"mean", "sum"})
_MODULES = frozenset({"torch", "F"})
_SIGNS = frozenset({"+", "-", "*", "/", "**"})
_NOWHERE = Span(0, 0)


def batched(source: str, filename: str, inputs: Collection[str], rank: int) -> nodes.Module | None:
    """Return the program for records along a first dimension, or None where there is none.

    ``inputs`` are names that hold values; ``rank`` is that of every value of a record.
    """
    module = parse(source, filename)
    known = set(inputs)
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            targets = statement.targets
            names = [target.id for target in targets if isinstance(target, nodes.Name)]
            if len(names) < len(targets) or not _fits(statement.value, known, rank):
                return None
            known.update(names)
        elif not isinstance(statement, nodes.ExprStmt) or not _fits(statement.value, known, rank):
            return None
    return module


def _fits(expression: nodes.Expr, known: set[str], rank: int) -> bool:
    """Tell whether an expression can be batched; give its reductions their dimensions."""
    stack: list[nodes.Expr] = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, nodes.BinOp) and node.op in _SIGNS:
            if node.op == "**" and not (_is_number(node.left) or _is_number(node.right)):
                return False
            stack += [node.left, node.right]
        elif isinstance(node, nodes.UnaryOp) and node.op in ("-", "+"):
            stack.append(node.operand)
        elif isinstance(node, nodes.Call):
            operands = _operands(node, known)
            if operands is None:
                return False
            stack += operands
            if _called(node) in _REDUCTIONS:
                _reduce(node, rank)
        elif not _is_leaf(node, known):
            return False
    return True


def _is_number(node: nodes.Expr) -> bool:
    while isinstance(node, nodes.UnaryOp) and node.op in ("-", "+"):
        node = node.operand
    return isinstance(node, nodes.Constant)


def _is_leaf(node: nodes.Expr, known: set[str]) -> bool:
    if isinstance(node, nodes.Name):
        return node.id in known
    return isinstance(node, nodes.Constant) and type(node.value) in (int, float)


def _called(call: nodes.Call) -> str:
    return call.func.id if isinstance(call.func, nodes.Name) else getattr(call.func, "name", "")


def _operands(call: nodes.Call, known: set[str]) -> list[nodes.Expr] | None:
    """Return what a function or method works on; None for those that are not known here."""
    name, func = _called(call), call.func
    if call.keywords or name not in _ELEMENTWISE | _REDUCTIONS:
        return None
    if isinstance(func, nodes.Name):
        return list(call.args) if name not in known and len(call.args) == _arity(name) else None
    if not isinstance(func, nodes.Attribute):
        return None
    if isinstance(func.value, nodes.Name) and func.value.id in _MODULES - known:
        return list(call.args) if len(call.args) == _arity(name) else None
    return [func.value] if not call.args and name != "where" else None


def _arity(name: str) -> int:
    return 3 if name == "where" else 1


def _reduce(call: nodes.Call, rank: int) -> None:
    """Reduce the dimensions of a record, and keep them, so that results fit what else there is."""
    dims = nodes.Tuple(_NOWHERE, [nodes.Constant(_NOWHERE, i + 1) for i in range(rank)])
    call.args = (*call.args, dims)
    call.keywords = (nodes.Keyword(_NOWHERE, "keepdim", nodes.Constant(_NOWHERE, True)),)
