"""Inputs that nobody gave a value or a shape: which names a program needs, and shapes that fit.

Shapes are tried: a small letter is rather a vector, a capital a matrix. Sizes are different primes,
so that an error says by its numbers which of them have to be the same.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.machine.scopes import bound_names
from gradcli.language.names.modules import Module
from gradcli.language.names.table import program_names
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

Shape = tuple[int, ...]
Fits = Callable[[Mapping[str, Shape], str], int | None]
"""Tells how well inputs of these shapes fit a program, 0 being best; raises ``GradcliError``.

The text is the element type to run the program in.
"""

PRIMES = (11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)
_MOST_TRIES = 1000
_MOST_MORE = 200  # once some fit
_OF_ANY_SHAPE = ("limit", "undefined-name", "syntax", "unsupported", "import")
"""Codes of errors that no other shapes would make go away."""
_SIZE = re.compile(r"(?<![a-wyz])\d+(?![a-wyzA-Z])")  # as in 3x4, and not as in mat1 or 2D
_LETTERS = ("n", "m", "k", "p", "q", "r", "h", "l")


def free_names(source: str, filename: str = "<program>") -> list[str]:
    """Return the names that a program uses and nobody defines, in order of their first use."""
    module = parse(source, filename)
    known = set(bound_names(module.body))
    names: list[str] = []
    called: set[str] = set()
    counted: set[str] = set()
    for node in walk(module):
        counted.update(part.id for part in _operands(node) if isinstance(part, nodes.Name))
        if isinstance(node, nodes.Parameter):
            known.add(node.name)
        elif isinstance(node, nodes.ComprehensionFor):
            known.update(bound_names([node.target]))
        elif isinstance(node, nodes.FunctionDef):
            known.update(bound_names(node.body))
        elif isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name):
            called.add(node.func.id)
        elif isinstance(node, nodes.Name):
            names.append(node.id)
    table = program_names()
    found = [name for name in dict.fromkeys(names) if name not in known | called]
    return [name for name in found if _is_free(name, name in counted, table)]


def _operands(node: nodes.Node) -> list[nodes.Expr]:
    """Return what an arithmetic sign stands beside, which is no function."""
    if isinstance(node, nodes.BinOp) and node.op != "|":  # as in `Tensor | None`
        return [node.left, node.right]
    return [node.operand] if isinstance(node, nodes.UnaryOp) else []


def written_order(source: str) -> list[str]:
    """Return a program's names in the order of its products, else in that of their first use."""
    order: list[str] = []
    pairs: set[tuple[str, str]] = set()
    for node in walk(parse(source)):
        if isinstance(node, nodes.Name) and node.id not in order:
            order.append(node.id)
        elif (
            isinstance(node, nodes.BinOp) and node.op == "*" and isinstance(node.right, nodes.Name)
        ):
            left = node.left.right if isinstance(node.left, nodes.BinOp) else node.left
            if isinstance(left, nodes.Name):
                pairs.add((left.id, node.right.id))
    for before, after in sorted(pairs):
        if (after, before) not in pairs and order.index(before) > order.index(after):
            order.remove(after)
            order.insert(order.index(before) + 1, after)
    return order


def _is_free(name: str, counted: bool, table: Mapping[str, Any]) -> bool:
    """Tell whether a name is nobody's; a function or a module is no letter and no operand."""
    try:
        value = table[name]
    except KeyError:
        return True
    if callable(value):
        return counted or len(name) == 1
    return counted and isinstance(value, Module)


def picked_sizes(source: str, names: Sequence[str]) -> dict[str, Shape]:
    """Return the shapes of vectors of which a program uses each element, as x[0] and x[1].

    And of what an identity matrix is multiplied by, which is a number.
    """
    uses: dict[str, list[int | None]] = {name: [] for name in names}
    subscripts = {}
    numbers: dict[str, Shape] = {}
    for node in walk(parse(source)):
        if isinstance(node, nodes.BinOp) and node.op == "*":
            sides = (node.left, node.right)
            if any(isinstance(side, nodes.Call) and _is_eye(side.func) for side in sides):
                found = map(_base, sides)
                numbers |= {name: () for name in found if name in uses and not name[0].isupper()}
        elif isinstance(node, nodes.Subscript) and isinstance(node.index, nodes.Constant):
            subscripts[id(node.value)] = node.index.value
        elif isinstance(node, nodes.Name) and node.id in uses:
            place = subscripts.get(id(node))
            uses[node.id].append(place if isinstance(place, int) else None)
    return numbers | {
        name: (len(set(places)),)
        for name, places in uses.items()
        if len(places) > 1 and set(places) == set(range(len(set(places)))) != {0}
    }


def _base(expr: nodes.Expr) -> str:
    """Return the name that an expression, or its base, consists of, if it does."""
    if isinstance(expr, nodes.BinOp) and expr.op == "**":
        expr = expr.left
    return expr.id if isinstance(expr, nodes.Name) else ""


def _is_eye(function: nodes.Expr) -> bool:
    if isinstance(function, nodes.Attribute):
        return function.name == "eye"
    return isinstance(function, nodes.Name) and function.id == "eye"


def written_sizes(source: str) -> Shape:
    """Return the sizes that a program writes as arguments of its calls, as 4 in ones(4)."""
    calls = [node for node in walk(parse(source)) if isinstance(node, nodes.Call)]
    given = [arg for call in calls for arg in call.args]
    given += [part for arg in given if isinstance(arg, nodes.Tuple) for part in arg.elements]
    found = [part.value for part in given if isinstance(part, nodes.Constant)]
    return tuple(dict.fromkeys(size for size in found if size.__class__ is int and size > 1))


def find_shapes(names: Sequence[str], given: Mapping[str, Shape], fits: Fits) -> dict[str, Shape]:
    """Return shapes for names that fit a program best, the first of those that are as good.

    Raises an error that says that shapes are needed where none fit.
    """
    tries = 0
    errors: list[GradcliError] = []
    best: dict[int, dict[str, Shape]] = {}
    for ranks in _ranks(names):
        found, well, more = _with_ranks(dict(zip(names, ranks, strict=True)), given, fits, errors)
        tries += more
        if well is not None:
            best.setdefault(well, found)
        if 0 in best or tries > (_MOST_MORE if best else _MOST_TRIES):
            break
    if best:
        return best[min(best)]
    if errors and len({(e.diagnostic.code, e.message) for e in errors}) == 1:
        raise GradcliError(_of_no_shape(errors[0].diagnostic, names, fits))
    wanted = ", ".join(names)
    reason = f"; those tried last gave: {errors[-1].message}" if errors else ""
    raise GradcliError(
        Diagnostic(
            "shapes",
            f"no shapes of {wanted} were found that fit the program{reason}",
            help=f"give them, as in --shape {names[0]}=3 or -D '{names[0]}=ones(3)'",
        )
    )


def _of_no_shape(found: Diagnostic, names: Sequence[str], fits: Fits) -> Diagnostic:
    """Return an error that shapes have nothing to do with, in words that tell of none.

    Nor of the element type that shapes are tried in: it is told as in single precision.
    """
    try:
        fits(dict.fromkeys(names, ()), "float32")
    except GradcliError as error:
        if error.code == found.code:
            found = error.diagnostic
    labels = tuple(label for label in found.labels if not label.text.startswith("shape ("))
    return found._replace(labels=labels or found.labels)


def _with_ranks(
    ranks: Mapping[str, int],
    given: Mapping[str, Shape],
    fits: Fits,
    errors: list[GradcliError],
) -> tuple[dict[str, Shape], int | None, int]:
    """Return shapes with as many different sizes as possible, how well they fit, and the tries."""
    places = iter(range(10**6))
    classes = {name: tuple(next(places) for _ in range(rank)) for name, rank in ranks.items()}
    count = next(places)
    pending = deque([tuple(PRIMES[i % len(PRIMES)] for i in range(count))])
    seen = set(pending)
    tries = 0
    while pending and tries < _MOST_TRIES // 4:
        sizes = pending.popleft()
        shapes = {name: tuple(sizes[i] for i in own) for name, own in classes.items()}
        tries += 1
        try:
            return shapes, fits(shapes, "float64"), tries
        except GradcliError as error:
            if error.diagnostic.code in _OF_ANY_SHAPE:
                raise
            errors.append(error)
            more = [new for new in _merged(sizes, error.message, given) if new not in seen]
            pending += more
            seen.update(more)
    return {}, None, tries


def _ranks(names: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield numbers of dimensions, the likeliest first."""
    preferences = [(2, 1, 0) if name[:1].isupper() else (1, 0, 2) for name in names]
    numbers = tuple(choice.index(0) for choice in preferences)
    places = sorted(product(range(3), repeat=len(names)), key=_unlikely)
    for place in dict.fromkeys([places[0], numbers, *places]):
        yield tuple(choice[i] for choice, i in zip(preferences, place, strict=True))


def _unlikely(place: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return how unlikely numbers of dimensions are: each a first, second or third choice."""
    return sum((0, 1, 3)[choice] for choice in place), place


def _merged(
    sizes: tuple[int, ...], message: str, given: Mapping[str, Shape]
) -> Iterator[tuple[int, ...]]:
    """Yield sizes in which two that a message tells of are one."""
    told = list(dict.fromkeys(int(text) for text in _SIZE.findall(message)))
    fixed = {size for shape in given.values() for size in shape}
    for a, b in _pairs([size for size in told if size in sizes or size in fixed]):
        old, new = (b, a) if a in fixed or (b not in fixed and a < b) else (a, b)
        yield tuple(new if size == old else size for size in sizes)


def _pairs(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of sizes, those that stand in the middle of a message first."""
    found = [(a, b) for i, a in enumerate(sizes) for b in sizes[i + 1 :]]
    middle = (len(sizes) - 1) / 2
    return sorted(found, key=lambda p: abs(sizes.index(p[0]) + sizes.index(p[1]) - 2 * middle))


def named_sizes(
    shapes: Mapping[str, Shape], given: Mapping[str, Shape], taken: set[str]
) -> dict[str, int]:
    """Return names for the sizes that were only tried."""
    fixed = {size for shape in given.values() for size in shape}
    sizes = dict.fromkeys(s for shape in shapes.values() for s in shape if s not in fixed)
    letters = (letter for letter in _LETTERS if letter not in taken)
    return dict(zip(letters, sizes, strict=False))


def values(shape: Shape, generator: np.random.Generator) -> np.ndarray:
    """Return positive numbers under a shape, a matrix that can be inverted where it is square."""
    array = generator.uniform(0.4, 1.6, shape)
    if len(shape) == 2 and shape[0] == shape[1]:
        array = array + shape[0] * np.eye(shape[0])
    return np.asarray(array)
