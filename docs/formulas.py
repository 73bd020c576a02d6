"""Formulas of the operators, typeset as mathematics where they are mathematics."""

from __future__ import annotations

import ast

from gradcli.symbolic.latex import latex
from gradcli.syntax.parse import parse

_FUNCTIONS = (
    *("abs", "cos", "cosh", "digamma", "exp", "inverse", "lgamma", "log", "mean", "outer"),
    *("sigmoid", "sign", "sin", "sinh", "sqrt", "sum"),
)
"""What has a sign, or a name that a reader of mathematics knows."""


def typeset(formula: str) -> str:
    """Return a formula as mathematics between dollars, as code, or as the sentence that it is."""
    try:
        tree = ast.parse(formula, mode="eval").body
    except SyntaxError:
        return f"`{formula}`" if ";" in formula else formula
    tree = _Mathematical().visit(tree)
    try:
        return f"${_text(tree)}$"
    except _NotMathematics:
        return f"`{formula}`"


class _NotMathematics(Exception):
    """A formula has parts that mathematics has no sign for."""


def _text(tree: ast.expr) -> str:
    """Return LaTeX; choices stand in braces."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "where":
        rows = []
        while isinstance(tree, ast.Call) and ast.unparse(tree.func) == "where":
            condition, value, tree = tree.args
            rows.append(f"{_text(value)} & {_condition(condition)}")
        rows.append(f"{_text(tree)} & \\text{{otherwise}}")
        return "\\begin{cases} " + " \\\\ ".join(rows) + " \\end{cases}"
    if not all(map(_has_sign, ast.walk(tree))):
        raise _NotMathematics
    return latex(parse(ast.unparse(tree), "formula"))


def _has_sign(node: ast.AST) -> bool:
    """Tell whether mathematics has a sign for a node of a formula."""
    if isinstance(node, ast.Call):
        return not node.keywords and ast.unparse(node.func) in _FUNCTIONS and len(node.args) < 3
    if isinstance(node, ast.Attribute):
        return node.attr in ("T", "mT", "mH")
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    return isinstance(node, (ast.Name, ast.BinOp, ast.UnaryOp, *_ARITHMETIC))


def _condition(tree: ast.expr) -> str:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.BitAnd, ast.BitOr)):
        word = "and" if isinstance(tree.op, ast.BitAnd) else "or"
        return f"{_condition(tree.left)} \\text{{ {word} }} {_condition(tree.right)}"
    if not isinstance(tree, ast.Compare):
        raise _NotMathematics
    sign = _SIGNS[type(tree.ops[0])]
    return f"{_text(tree.left)} {sign} {_text(tree.comparators[0])}"


_SIGNS = {
    ast.Lt: "<",
    ast.LtE: "\\le",
    ast.Gt: ">",
    ast.GtE: "\\ge",
    ast.Eq: "=",
    ast.NotEq: "\\ne",
}

_ARITHMETIC = (
    ast.expr_context,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.Pow,
    ast.MatMult,
    ast.USub,
)


class _Mathematical(ast.NodeTransformer):
    """Writes functions as mathematics does: 1/sqrt for rsqrt, powers, and letters."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Call the first operand x."""
        return ast.Name("x" if node.id == "input" else node.id)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Write whole numbers without a point."""
        if isinstance(node.value, float) and node.value.is_integer():
            return ast.Constant(int(node.value))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Write the constants of math by their names alone."""
        if isinstance(node.value, ast.Name) and node.value.id == "math":
            return ast.Name(node.attr)
        self.generic_visit(node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Write squares and roots as such."""
        self.generic_visit(node)
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        if isinstance(node.op, ast.Mult) and left == right and isinstance(node.left, ast.Name):
            return ast.BinOp(node.left, ast.Pow(), ast.Constant(2))
        if isinstance(node.op, ast.Pow) and right == "0.5":
            return ast.Call(ast.Name("sqrt"), [node.left], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Write functions by those that have a sign."""
        self.generic_visit(node)
        name = ast.unparse(node.func)
        if name == "rsqrt":
            return ast.BinOp(ast.Constant(1), ast.Div(), ast.Call(ast.Name("sqrt"), node.args, []))
        if name == "sgn":
            node.func = ast.Name("sign")
        if name in ("mm", "bmm", "mv", "matmul") and len(node.args) == 2:
            return ast.BinOp(node.args[0], ast.MatMult(), node.args[1])
        return node
