"""The derivative of every operator as a formula that a reader can follow and run.

Most formulas are what a declaration's rule says (``rule_texts``), in names that programs know.
Where a rule calls functions of its own, the declaration says it in the language besides. A test
runs the formulas and compares what they give with what the rules compute.
"""

from __future__ import annotations

import ast
import re

from gradcli.answers.rule_texts import Derivative, derivatives_of
from gradcli.core.table import OPS
from gradcli.operators.op import Op

_KEPT = "g and y with the dimensions that were reduced, as by keepdim=True"
_PRIVATE = re.compile(r"(?<![\w.])(_\w+|OPS|builtins|arrays|refused|not_implemented)\b|\.rules\b")


def formulas_of(op: Op) -> tuple[Derivative, ...]:
    """Return how gradients pass an operator, in names that programs know."""
    declared = derivatives_of(op)
    written = op.formulas
    known = [operand for row in declared for operand in row.operand.split(", ")]
    rows = {operand: row for row in declared for operand in row.operand.split(", ")}
    return tuple(
        _written(operand, written[operand])
        if operand in written
        else _public(operand, rows[operand])
        for operand in known
    )


def _written(operand: str, text: str) -> Derivative:
    formula, _, note = text.partition("  # ")
    return Derivative(operand, formula, note or None)


def _public(operand: str, row: Derivative) -> Derivative:
    """Return a declared formula with the names that programs know for those of the declaration."""
    try:
        tree = ast.parse(row.formula, mode="eval").body
    except SyntaxError:
        return row._replace(operand=operand)
    rewriter = _Public()
    text = ast.unparse(rewriter.visit(tree)).removeprefix("'").removesuffix("'")
    return Derivative(operand, text, _KEPT if rewriter.kept else None)


def is_readable(formula: str) -> bool:
    """Tell whether a formula names nothing that programs do not know."""
    return _PRIVATE.search(formula) is None


class _Public(ast.NodeTransformer):
    """Puts functions of the language for those that rules are written in."""

    def __init__(self) -> None:
        self.kept = False

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Write a call as a program would."""
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "spread":
            self.kept = True
            return node.args[0]
        if name == "_times":
            return ast.BinOp(node.args[0], ast.Mult(), node.args[1])
        if name == "real_only":
            return node.args[0]
        if name == "mT":
            return ast.Attribute(node.args[0], "mT")
        if name == "transpose":
            dims = [ast.unparse(keyword.value) for keyword in node.keywords]
            if dims in (["0", "1"], ["1", "2"]):
                return ast.Attribute(node.args[0], "T" if dims == ["0", "1"] else "mT")
        if name == "zeros_of":
            assert isinstance(node.args[1], ast.Attribute)
            return ast.Call(ast.Name("zeros_like"), [node.args[1].value], [])
        if name:
            node.func = ast.parse(_PUBLIC_NAMES.get(name) or _qualified(name), mode="eval").body
        return node


_PUBLIC_NAMES = {
    "_conj": "conj",
    "column_by_row": "outer",
    "col2im": "F.fold",
    "im2col": "F.unfold",
}


def _qualified(name: str) -> str:
    """Return a function's name with the namespace that it is called in, if torch has it not."""
    if name in OPS.named["torch"]:
        return name
    for space in ("F", "special", "linalg"):
        for short in (name, name.removeprefix(f"{space}_")):
            if short in OPS.named[space]:
                return f"{space}.{short}"
    return name
