"""Derivatives as they are declared: the text of an operator's rules.

The declaration's own source says how the gradient ``g`` of the result becomes that of an operand;
what is written there is shown, so that it cannot differ from what is computed.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from textwrap import dedent
from typing import NamedTuple

from gradcli.operators.derivatives import zeros
from gradcli.operators.op import Op

_G = ast.Name("g")


class Derivative(NamedTuple):
    """The gradient for one operand as a formula; ``note`` says what a function in it is."""

    operand: str
    formula: str
    note: str | None = None


@cache
def derivatives_of(op: Op) -> tuple[Derivative, ...]:
    """Return how gradients pass an operator, for each operand that they reach."""
    if not op.differentiable:
        return ()
    keywords = [p.keyword for p in op.parameters.by_keyword.values() if p.operand]
    declared = _declared(op)
    if declared is None:  # fused: the derivative of the body
        return (Derivative(", ".join(keywords), "that of its parts"),)
    elementwise, rules = declared
    if op.variadic:
        return (_derivative(op, keywords[0], rules[0], elementwise),)
    if len(rules) < len(keywords):  # a table of rules by another name
        return (Derivative(", ".join(keywords), "by rules of its own"),)
    return tuple(
        _derivative(op, keyword, rule, elementwise)
        for keyword, rule in zip(keywords, rules, strict=False)
        if not (isinstance(rule, ast.Constant) and rule.value is None)
    )


def _declared(op: Op) -> tuple[bool, list[ast.expr]] | None:
    """Return whether the rules are local derivatives, and the rules as they are written."""
    function = ast.parse(dedent(inspect.getsource(op.body))).body[0]
    assert isinstance(function, ast.FunctionDef)
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call):
            for keyword in decorator.keywords:
                if keyword.arg in ("d", "vjp"):
                    value = keyword.value
                    several = value.elts if isinstance(value, ast.Tuple) else [value]
                    return keyword.arg == "d", several
    return None


def _derivative(op: Op, keyword: str, rule: ast.expr, elementwise: bool) -> Derivative:
    rule = _spelled_out(op, rule)
    formula = _local(rule) if elementwise else _general(rule)
    formula = _Renamed({p.name: p.keyword for p in op.parameters.positional}).visit(formula)
    note = None
    if isinstance(formula, ast.Call) and isinstance(formula.func, ast.Name):
        helper = inspect.unwrap(op.body).__globals__.get(formula.func.id)
        if formula.func.id.startswith("_"):
            note = (helper.doc if isinstance(helper, Op) else inspect.getdoc(helper)) or None
    return Derivative(keyword, ast.unparse(formula), note and " ".join(note.split()))


def _spelled_out(op: Op, rule: ast.expr) -> ast.expr:
    """Return a rule that is a helper's name as a function that calls the helper."""
    helper = isinstance(rule, ast.Name) and inspect.unwrap(op.body).__globals__.get(rule.id)
    if not inspect.isfunction(helper) or helper is zeros:
        return rule
    names = helper.__code__.co_varnames[: helper.__code__.co_argcount]
    return ast.parse(f"lambda: {helper.__name__}({', '.join(names)})", mode="eval").body


class _Renamed(ast.NodeTransformer):
    """Puts the names that users know for those of the declaration."""

    def __init__(self, keywords: dict[str, str]) -> None:
        self.keywords = keywords

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rename an operand, also where its shape alone is meant."""
        base = node.id.removesuffix("_shape")
        if base == node.id or base not in self.keywords:
            return ast.Name(self.keywords.get(node.id, node.id))
        return ast.Attribute(ast.Name(self.keywords[base]), "shape")

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Write an operator of another family as those of its own."""
        if isinstance(node.value, ast.Name) and node.value.id == "ops":
            return ast.Name(node.attr)
        self.generic_visit(node)
        return node


def _local(rule: ast.expr) -> ast.expr:
    """Return the gradient for a local derivative."""
    if isinstance(rule, ast.Lambda):
        return ast.BinOp(_G, ast.Mult(), rule.body)
    if isinstance(rule, ast.Call) and ast.unparse(rule.func) == "over":
        divisor = rule.args[0]
        return ast.BinOp(
            _G, ast.Div(), divisor.body if isinstance(divisor, ast.Lambda) else divisor
        )
    number = ast.unparse(rule)
    simple = {"1": "g", "-1": "-g", "0": "0"}.get(number)
    return ast.parse(simple or f"g * ({number})", mode="eval").body


def _general(rule: ast.expr) -> ast.expr:
    """Return the gradient for a rule that is a function of ``g``."""
    if isinstance(rule, ast.Lambda):
        return rule.body
    if isinstance(rule, ast.Call) and ast.unparse(rule.func) == "refused":
        return ast.Constant("not implemented in PyTorch either")
    if isinstance(rule, ast.Name) and rule.id == zeros.__name__:
        return ast.Constant(0)
    return ast.Call(rule, [_G, ast.Constant(...)], [])
