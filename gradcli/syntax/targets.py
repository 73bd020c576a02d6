"""What may be assigned to, and what Python says of the rest.

This module knows the kinds of targets. It does not know the statements they stand in.
"""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.syntax import nodes
from gradcli.syntax.mistake import mistake

_EQUALITY = "here. Maybe you meant '==' instead of '='?"


def describe(node: nodes.Expr) -> str:
    """Return Python's words for a kind of expression."""
    if isinstance(node, nodes.Constant):
        if node.value is None or isinstance(node.value, bool):
            return str(node.value)
        return "ellipsis" if node.value is ... else "literal"
    if isinstance(node, nodes.Comprehension):
        return "generator expression" if node.kind == "generator" else f"{node.kind} comprehension"
    return _KINDS.get(type(node), "expression")


_KINDS: dict[type[nodes.Expr], str] = {
    nodes.Attribute: "attribute",
    nodes.Subscript: "subscript",
    nodes.Starred: "starred",
    nodes.Name: "name",
    nodes.List: "list",
    nodes.Tuple: "tuple",
    nodes.Lambda: "lambda",
    nodes.Call: "function call",
    nodes.Compare: "comparison",
    nodes.IfExp: "conditional expression",
    nodes.Dict: "dict literal",
    nodes.Set: "set display",
    nodes.JoinedStr: "f-string expression",
    nodes.NamedExpr: "named expression",
    nodes.Yield: "yield expression",
    nodes.YieldFrom: "yield expression",
}


def check_target(target: nodes.Expr, equals: bool = False) -> None:
    """Refuse what cannot be assigned to; ``equals`` tells that an ``=`` follows."""
    if isinstance(target, nodes.Starred):
        raise mistake(
            target.span,
            "starred assignment target must be in a list or tuple",
            "Put a comma after it.",
        )
    for part in _leaves(target):
        if not isinstance(part, nodes.Name | nodes.Attribute | nodes.Subscript):
            here = f" {_EQUALITY}" if equals and part is target and _is_operand(part) else ""
            raise mistake(
                part.span,
                f"cannot assign to {describe(part)}{here}",
                "A name, an attribute or an element can be assigned to.",
            )


def _is_operand(part: nodes.Expr) -> bool:
    """Tell whether something could be compared as it stands."""
    if isinstance(part, nodes.Constant):
        return part.value is not None and not isinstance(part.value, bool)
    if isinstance(part, nodes.Comprehension):
        return part.kind != "generator"
    if isinstance(part, nodes.UnaryOp):
        return part.op != "not"
    return not isinstance(part, nodes.Compare | nodes.BoolOp | nodes.IfExp | nodes.Lambda)


def _leaves(target: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield what a target consists of, in the order of the text."""
    pending = [target]
    while pending:
        part = pending.pop()
        if isinstance(part, nodes.Tuple | nodes.List):
            _check_stars(part)
            pending += [
                element.value if isinstance(element, nodes.Starred) else element
                for element in reversed(part.elements)
            ]
        else:
            yield part


def _check_stars(target: nodes.Tuple | nodes.List) -> None:
    """Refuse two stars side by side."""
    stars = [element for element in target.elements if isinstance(element, nodes.Starred)]
    if len(stars) > 1:
        raise mistake(
            stars[1].span,
            "multiple starred expressions in assignment",
            "Only one of the targets can take what is left over.",
        )


def check_augmented(target: nodes.Expr) -> None:
    """Refuse what cannot stand before an operator like ``+=``."""
    if not isinstance(target, nodes.Name | nodes.Attribute | nodes.Subscript):
        raise mistake(
            target.span,
            f"'{describe(target)}' is an illegal expression for augmented assignment",
            "A name, an attribute or an element can be assigned to.",
        )


def check_annotated(target: nodes.Expr) -> None:
    """Refuse what cannot have an annotation."""
    if isinstance(target, nodes.Tuple | nodes.List):
        raise mistake(target.span, f"only single target (not {describe(target)}) can be annotated")
    if not isinstance(target, nodes.Name | nodes.Attribute | nodes.Subscript):
        raise mistake(target.span, "illegal target for annotation")


def check_deleted(target: nodes.Expr) -> None:
    """Refuse what cannot be deleted."""
    pending = [target]
    while pending:
        part = pending.pop()
        if isinstance(part, nodes.Tuple | nodes.List):
            pending += reversed(part.elements)
        elif not isinstance(part, nodes.Name | nodes.Attribute | nodes.Subscript):
            raise mistake(
                part.span,
                f"cannot delete {describe(part)}",
                "A name, an attribute or an element can be deleted.",
            )
