"""Trees with a few nodes replaced: the rest is shared, and nothing is changed."""

from __future__ import annotations

from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.rewrite import rewritten
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk


def named(tree: nodes.Node, name: str) -> nodes.Name:
    """Return the first place where a name is read."""
    return next(n for n in walk(tree) if isinstance(n, nodes.Name) and n.id == name)


def call(name: str, *args: nodes.Expr) -> nodes.Call:
    """Return a call."""
    span = args[0].span
    return nodes.Call(span, nodes.Name(span, name), args, ())


def test_changes_inside_one_another() -> None:
    """A new node may contain the old one, whose own changes are then inside."""
    tree = parse("y = f(a + b)\nz = a")
    before = unparse(tree)
    a, b = named(tree, "a"), named(tree, "b")
    first = tree.body[0]
    assert isinstance(first, nodes.Assign)
    new = rewritten(
        tree, {first.value: [call("g", first.value)], a: [call("h", a)], b: [call("h", b)]}
    )
    assert unparse(new) == "y = g(f(h(a) + h(b)))\nz = a\n"
    assert unparse(tree) == before
    assert new.body[1] is tree.body[1]


def test_statements_become_several_or_none() -> None:
    """A statement can make room for any number of others, in a block as well."""
    tree = parse("if x:\n    y = 1\n    z = 2\nelse:\n    z = 3\nw = 4")
    assigned = {n.targets[0].id: n for n in walk(tree) if isinstance(n, nodes.Assign)}  # type: ignore[attr-defined]
    new = rewritten(tree, {assigned["y"]: [assigned["w"], assigned["y"]], assigned["w"]: []})
    assert unparse(new) == "if x:\n    w = 4\n    y = 1\n    z = 2\nelse:\n    z = 3\n"


def test_nothing_to_change() -> None:
    """Without a change the tree is the same one."""
    tree = parse("x = 1")
    assert rewritten(tree, {}) is tree


def test_depth_is_no_matter_of_the_stack() -> None:
    """A chain of thousands of branches is rewritten like any other."""
    text = "if x == 0:\n    y\n" + "".join(f"elif x == {n}:\n    y\n" for n in range(5000))
    tree = parse(text + "else:\n    y\n")
    changes = {
        n: [nodes.ExprStmt(n.span, call("f", n.value))]
        for n in walk(tree)
        if isinstance(n, nodes.ExprStmt)
    }
    new = rewritten(tree, changes)
    assert sum(isinstance(n, nodes.Call) for n in walk(new)) == 5002
