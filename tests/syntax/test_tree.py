"""The tree as data: its spans, its walk, and its spelling."""

from __future__ import annotations

import pytest

from gradcli.errors import Span
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import children, walk

NOWHERE = Span(0, 0)


def name(id: str) -> nodes.Name:
    """Return a name that stands nowhere."""
    return nodes.Name(NOWHERE, id)


def spans(text: str, kind: type[nodes.Node]) -> list[str]:
    """Return what the nodes of a kind cover."""
    return [text[slice(*node.span)] for node in walk(parse(text)) if isinstance(node, kind)]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("(a + b) * c", nodes.BinOp, ["(a + b) * c", "a + b"]),
        ("x = ( a )", nodes.Name, ["x", "a"]),
        ("f( a ) [ 0 ] . b", nodes.Attribute, ["f( a ) [ 0 ] . b"]),
        ("f( a ) [ 0 ]", nodes.Call, ["f( a )"]),
        ("f(a=1, **b)", nodes.Keyword, ["a=1", "**b"]),
        ("def f(a: int = 1, *b): pass", nodes.Parameter, ["a: int = 1", "*b"]),
        ("with (a as b, c): pass", nodes.WithItem, ["a as b", "c"]),
        ("[x for x in y if (z)]", nodes.ComprehensionFor, ["for x in y if (z)"]),
        ("import a.b as c, d", nodes.Alias, ["a.b as c", "d"]),
        ("a[1:, :b]", nodes.Slice, ["1:", ":b"]),
        (
            "if a:\n  b\nelif c:\n  d  # e\n\n",
            nodes.If,
            ["if a:\n  b\nelif c:\n  d", "elif c:\n  d"],
        ),
        ("print a, b,", nodes.Print, ["print a, b,"]),
        ("f'a{b!r}'", nodes.FormattedValue, ["{b!r}"]),
    ],
)
def test_spans_cover_the_construct(text: str, kind: type[nodes.Node], expected: list[str]) -> None:
    """Covers the whole construct, without the brackets around an operand."""
    assert spans(text, kind) == expected


def test_spans_of_operators_and_names() -> None:
    """Knows where an operator and the name of an attribute stand."""
    text = "a  **  b; c += d; e . f"
    power, augmented, attribute = parse(text).body
    assert isinstance(power, nodes.ExprStmt)
    assert isinstance(power.value, nodes.BinOp)
    assert text[slice(*power.value.op_span)] == "**"
    assert isinstance(augmented, nodes.AugAssign)
    assert text[slice(*augmented.op_span)] == "+="
    assert isinstance(attribute, nodes.ExprStmt)
    assert isinstance(attribute.value, nodes.Attribute)
    assert text[slice(*attribute.value.name_span)] == "f"


def test_walk_follows_the_text() -> None:
    """Yields a node before its parts, and parts in the order of the text."""
    text = "{a: b, **c}[d if e else f](g, *h, i=j)"
    ids = [node.id for node in walk(parse(text)) if isinstance(node, nodes.Name)]
    assert "".join(ids) == "abcdefghj"
    module = parse("a + b")
    assert [type(node).__name__ for node in walk(module)] == [
        *("Module", "ExprStmt", "BinOp", "Name", "Name")
    ]
    assert children(module) == list(module.body)


@pytest.mark.parametrize(
    "text",
    [
        *("a - (b - c)", "(a, b)[0]", "-a ** -b", "(-a) ** b", "not (a and b)", "a if b else c"),
        *("(a if b else c) if d else e", "lambda: (lambda: x)", "f(x for x in y)", "a[b, c]"),
        *("a[1:2, ::3]", "1 .real", "(a < b) < c", "not a == b", "f(*(a or b))", "{**a | b}"),
    ],
)
def test_brackets_are_minimal(text: str) -> None:
    """Writes brackets where they are needed, and nowhere else."""
    expected = {"(a, b)[0]": "(a, b)[0]", "lambda: (lambda: x)": "lambda: lambda: x"}.get(
        text, text
    )
    assert unparse(parse(text)) == expected + "\n"


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (nodes.Constant(NOWHERE, -1), "-1"),
        (nodes.BinOp(NOWHERE, nodes.Constant(NOWHERE, -1), "**", name("a"), NOWHERE), "(-1) ** a"),
        (nodes.BinOp(NOWHERE, name("a"), "**", nodes.Constant(NOWHERE, -1), NOWHERE), "a ** -1"),
        (nodes.Constant(NOWHERE, float("inf")), "1e309"),
        (nodes.Constant(NOWHERE, 1 << 20_000), hex(1 << 20_000)),
        (nodes.Tuple(NOWHERE, [name("a")]), "a,"),
        (nodes.Pass(NOWHERE), "pass"),
        (nodes.If(NOWHERE, name("a"), [nodes.Pass(NOWHERE)], []), "if a:\n    pass"),
        (nodes.Keyword(NOWHERE, None, name("a")), "**a"),
    ],
)
def test_trees_without_text_are_written(tree: nodes.Node, text: str) -> None:
    """Writes trees that no parser made."""
    assert unparse(tree) == text
