"""A derivative as a short program: shared parts by name, then the expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Final

from gradcli.core.table import OPS
from gradcli.symbolic.expr import Expr, in_order, is_call, is_number
from gradcli.symbolic.factor import factored, finished
from gradcli.symbolic.spell import Speller
from gradcli.symbolic.tree import NOWHERE, called, literal
from gradcli.symbolic.tree import name as name_of
from gradcli.syntax import nodes
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

_LONG: Final = 120  # a text of more characters gets every name that pays
_WORTH: Final = 0.875  # a shorter one gets names that make it at most so much of its length
_LEAST: Final = 8  # what is shorter than this gets no name
_NUMBERS: Final = "uvwpqz"  # as a teacher calls what occurs again: `u = exp(x)`
_MATRICES: Final = "UVWPQZ"


def program(
    roots: Sequence[Expr],
    inputs: Sequence[Expr],
    reserved: set[str],
    wrt: Sequence[str],
    sizes: Mapping[str, int],
    order: Sequence[str] = (),
    *,
    in_line: bool = False,
) -> nodes.Module:
    """Return the program that computes expressions: shared parts, then what was asked for.

    One expression stands alone at the end; several are assigned, under the names that ``results``
    gives. ``sizes`` are those that have a name; the first statements say what it stands for.
    ``order`` is that of the names in the program whose derivative this is, which stand for nothing
    else. A short text has no names for shared parts where it is to be ``in_line``.
    """
    simple = finished(*factored(*roots))
    targets = results(wrt, reserved) if len(simple) > 1 else []

    def written(shared: Sequence[Expr]) -> nodes.Module:
        names = _names(shared, {*reserved, *order, *targets})
        speller = Speller({}, inputs, {size: name for name, size in sizes.items()}, order)
        found = _with_sizes(_statements(simple, targets, names, speller), sizes, inputs)
        return _in_full(found, {*reserved, *names.values()})

    if sum(root.size for root in simple) > _LONG:
        return written(_shared(simple))
    whole, shared = written([]), [] if in_line else _shared(simple)
    if not shared:
        return whole
    named = written(shared)
    return named if _length(named) <= _WORTH * _length(whole) else whole


def _length(module: nodes.Module) -> int:
    return len("".join(text_of(module).split()))


def _statements(
    roots: Sequence[Expr], targets: Sequence[str], names: Mapping[Expr, str], speller: Speller
) -> list[nodes.Stmt]:
    """Return what gives shared parts their names, then one expression or a target for each."""
    body: list[nodes.Stmt] = []
    for expr, name in names.items():
        value = speller.spell(expr, whole=True)
        speller.names[expr] = name
        speller.written.pop(expr, None)
        body.append(_assigned(name, value))
    spelled = [speller.spell(root) for root in roots]
    if not targets:
        return [*body, nodes.ExprStmt(NOWHERE, spelled[0])]
    return [*body, *[_assigned(name, v) for name, v in zip(targets, spelled, strict=True)]]


def _with_sizes(
    body: Sequence[nodes.Stmt], sizes: Mapping[str, int], inputs: Sequence[Expr]
) -> nodes.Module:
    """Return a program that says first what the names of sizes in it stand for."""
    used = {node.id for node in walk(nodes.Module(NOWHERE, body)) if isinstance(node, nodes.Name)}
    needed = [name for name in sizes if name in used]
    return nodes.Module(NOWHERE, [*[_measured(n, sizes[n], inputs) for n in needed], *body])


def _in_full(module: nodes.Module, taken: set[str]) -> nodes.Module:
    """Return a program with its functions named in full that something else hides."""
    for node in walk(module):
        func = node.func if isinstance(node, nodes.Call) else None
        if isinstance(func, nodes.Name) and func.id in taken - {"torch"}:
            func.id = f"torch.{func.id}"
        elif isinstance(func, nodes.Attribute) and _is_hidden(func, taken):
            func.value = name_of("torch.nn.functional")
    return module


def _is_hidden(func: nodes.Attribute, taken: set[str]) -> bool:
    """Tell whether a function is one of ``F``, where something else is called so."""
    hidden = isinstance(func.value, nodes.Name) and func.value.id == "F" in taken
    return hidden and func.name in OPS.names("F")


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


def _names(shared: Sequence[Expr], taken: set[str]) -> dict[Expr, str]:
    """Return names for shared parts: letters, or numbered ones where there are too many parts."""
    matrices = [len(expr.shape) == 2 for expr in shared]
    letters = [[c for c in text if c not in taken] for text in (_NUMBERS, _MATRICES)]
    if any(matrices.count(bool(kind)) > len(letters[kind]) for kind in (0, 1)):
        fresh = (f"t{i}" for i in count())
        return {expr: next(name for name in fresh if name not in taken) for expr in shared}
    return {expr: letters[kind].pop(0) for expr, kind in zip(shared, matrices, strict=True)}


def _shared(roots: Sequence[Expr]) -> list[Expr]:
    """Return the parts that are written once under a name, in the order to compute them."""
    whole = in_order(*roots)
    uses = Counter(arg for expr in whole for arg in expr.args)
    uses.update(roots)
    found: list[Expr] = []
    length: dict[Expr, int] = {}
    for expr in whole:
        own = expr.size - sum(arg.size for arg in expr.args)
        size = max(own, 1) + sum(length[arg] for arg in expr.args)
        if _can_be_named(expr) and _pays(size, uses[expr]):
            found.append(expr)
            size = 1
        length[expr] = size
    return found


def _pays(size: int, uses: int) -> bool:
    """Tell whether a name and an assignment are shorter than what they stand for."""
    return size >= _LEAST and (uses - 1) * (size - 1) > 7


def _can_be_named(expr: Expr) -> bool:
    """Tell whether a name says more than the part, as it does not of ``eye(3)[1]`` or ``x[1]``."""
    unit = is_call(expr, "_put") and is_number(expr.args[0])
    while is_call(expr, "select"):
        (expr,) = expr.args
    return not unit and expr.head not in ("symbol", "number", "array", "T")
