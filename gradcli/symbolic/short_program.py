"""A derivative as a short program: shared parts by name, then the expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gradcli.symbolic.expr import Expr, in_order
from gradcli.symbolic.factor import factored
from gradcli.symbolic.spell import Speller
from gradcli.symbolic.tree import NOWHERE, called, literal
from gradcli.syntax import nodes
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

_SHORT: Final = 120  # a text of up to so many characters is written without names
_LEAST: Final = 8  # what is shorter than this gets no name
_NESTED: Final = 400  # how many parts deep a text may go before a name cuts it


def program(
    roots: Sequence[Expr],
    inputs: Sequence[Expr],
    reserved: set[str],
    wrt: Sequence[str],
    sizes: Mapping[str, int],
    order: Sequence[str] = (),
) -> nodes.Module:
    """Return the program that computes expressions: shared parts, then what was asked for.

    One expression stands alone at the end; several are assigned, under the names that ``results``
    gives. ``sizes`` are those that have a name; the first statements say what it stands for.
    ``order`` is that of the names in the program whose derivative this is.
    """
    simple = factored(*roots)
    names: dict[Expr, str] = {}
    fresh = iter(f"t{i}" for i in range(10**9))
    speller = Speller(names, inputs, {size: name for name, size in sizes.items()}, order)
    body: list[nodes.Stmt] = []
    for expr in _shared(simple):
        value = speller.spell(expr, whole=True)
        names[expr] = next(text for text in fresh if text not in reserved)
        speller.written.pop(expr, None)
        body.append(_assigned(names[expr], value))
    spelled = [speller.spell(expr) for expr in simple]
    if len(spelled) == 1:
        body.append(nodes.ExprStmt(NOWHERE, spelled[0]))
    else:
        targets = results(wrt, reserved)
        body += [_assigned(name, value) for name, value in zip(targets, spelled, strict=True)]
    module = nodes.Module(NOWHERE, body)
    used = {node.id for node in walk(module) if isinstance(node, nodes.Name)}
    needed = [name for name in sizes if name in used]
    return nodes.Module(NOWHERE, [*[_measured(n, sizes[n], inputs) for n in needed], *body])


def text_of(tree: nodes.Node) -> str:
    """Return a tree's text, with powers set close together as people write them."""
    return unparse(tree).rstrip("\n").replace(" ** ", "**")


def results(wrt: Sequence[str], reserved: Iterable[str]) -> list[str]:
    """Return what the derivatives by several inputs are called."""
    known = set(reserved)
    names: list[str] = []
    for name in wrt:
        found = f"d{name}"
        while found in known:
            found += "_"
        names.append(found)
        known.add(found)
    return names


def _assigned(name: str, value: nodes.Expr) -> nodes.Stmt:
    return nodes.Assign(NOWHERE, [nodes.Name(NOWHERE, name)], value)


def _measured(name: str, size: int, inputs: Sequence[Expr]) -> nodes.Stmt:
    """Return the statement that gives a size its name."""
    found = next(expr for expr in sorted(inputs, key=_simplicity) if size in expr.shape)
    model: nodes.Expr = nodes.Name(NOWHERE, str(found.data[0]))
    dim = found.shape.index(size)
    if dim == 0:
        return _assigned(name, called("len", [model]))
    shape = nodes.Attribute(NOWHERE, model, "shape", NOWHERE)
    return _assigned(name, nodes.Subscript(NOWHERE, shape, literal(dim)))


def _simplicity(expr: Expr) -> int:
    return len(expr.shape)


def _shared(roots: Sequence[Expr]) -> list[Expr]:
    """Return the parts that are written once under a name, in the order to compute them."""
    whole = in_order(*roots)
    if sum(root.size for root in roots) <= _SHORT:
        return []
    uses = Counter(arg for expr in whole for arg in expr.args)
    uses.update(roots)
    found: list[Expr] = []
    length: dict[Expr, int] = {}
    for expr in whole:
        own = expr.size - sum(arg.size for arg in expr.args)
        size = max(own, 1) + sum(length[arg] for arg in expr.args)
        if expr not in roots and _can_be_named(expr) and _pays(size, uses[expr]):
            found.append(expr)
            size = 2
        length[expr] = size
    return found


def _pays(size: int, uses: int) -> bool:
    """Tell whether a name and an assignment are shorter than what they stand for."""
    return size >= _LEAST and (uses - 1) * (size - 3) > 7


def _can_be_named(expr: Expr) -> bool:
    return expr.head not in ("symbol", "number", "array", "T")
