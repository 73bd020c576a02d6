"""From expressions to the syntax tree of the language.

This module knows how each expression is written. Shared parts are written once where they have a
name; how they get one is in ``program``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.symbolic.algebra import Factor, factors, split, terms
from gradcli.symbolic.constants import is_constant
from gradcli.symbolic.expr import Expr, in_order, is_number
from gradcli.symbolic.spell_calls import CALLS, alone, operand
from gradcli.symbolic.spell_inner import INNER
from gradcli.symbolic.spell_lines import (
    count_of,
    is_turned,
    line_among,
    line_dot,
    line_outer,
    line_product,
)
from gradcli.symbolic.spell_order import (
    above_and_below,
    counts_up,
    degrees_of,
    flipped,
    is_below_0,
    is_integral,
    is_mask,
    joined_roots,
)
from gradcli.symbolic.trace import Slot
from gradcli.symbolic.tree import (
    NOWHERE,
    binary,
    called,
    constant,
    indexed,
    is_none,
    listed,
    literal,
    method,
    name,
    numeral,
    transposed,
    tuple_of,
)
from gradcli.syntax import nodes

_ONE: Final = Fraction(1)


def no_expression(what: str) -> Exception:
    """Return the error for what has no expression, for the caller to raise."""
    return op_error(
        NotImplementedError, f"{what} cannot be written as an expression", code="no-expression"
    )


class Speller:
    """Writes expressions; ``names`` says which are written by a name."""

    def __init__(
        self,
        names: dict[Expr, str],
        inputs: Sequence[Expr],
        sizes: Mapping[int, str],
        order: Sequence[str] = (),
    ) -> None:
        """Take what has a name; ``order`` is that of the inputs in the program's text."""
        self.places = {name: place for place, name in enumerate(order)}
        self.names = names
        self.inputs = inputs
        self.sizes = sizes
        self.taken = {str(expr.data[0]) for expr in inputs}
        self.written: dict[Expr, nodes.Expr] = {}

    def spell(self, root: Expr, whole: bool = False) -> nodes.Expr:
        """Return an expression's syntax tree; ``whole``: of itself, though it has a name."""
        for expr in self._parts(root):
            if expr not in self.written and (expr is not root or not whole):
                self.written[expr] = self._written(expr)
        return self._spelled(root) if whole else self.written[root]

    def _parts(self, root: Expr) -> list[Expr]:
        """Return what an expression is made of, without what is inside named parts."""
        found: list[Expr] = []
        seen: set[Expr] = set()
        stack: list[tuple[Expr, bool]] = [(root, False)]
        while stack:
            expr, done = stack.pop()
            if done:
                found.append(expr)
            elif expr not in seen:
                seen.add(expr)
                stack.append((expr, True))
                if expr is root or expr not in self.names:
                    stack += [(arg, False) for arg in expr.args if arg not in self.written]
        return found

    def _written(self, expr: Expr) -> nodes.Expr:
        known = self.names.get(expr)
        return name(known) if known is not None else self._spelled(expr)

    def _spelled(self, expr: Expr) -> nodes.Expr:
        return _SPELLINGS[expr.head](self, expr)

    def of(self, expr: Expr) -> nodes.Expr:
        """Return the tree of a part, written already or made on the way."""
        found = self.written.get(expr)
        return self.spell(expr) if found is None else found

    def like(self, shape: tuple[int, ...]) -> nodes.Expr | None:
        """Return an input of a shape."""
        found = next((i for i in self.inputs if i.shape == shape and i.kind == "f"), None)
        return None if found is None else name(str(found.data[0]))

    def size(self, size: int) -> nodes.Expr:
        """Return a size, by its name where it has one."""
        return name(self.sizes[size]) if size in self.sizes else literal(size)

    # Each head

    def _spell_symbol(self, expr: Expr) -> nodes.Expr:
        return name(expr.data[0])

    def _spell_number(self, expr: Expr) -> nodes.Expr:
        return numeral(expr.data[0])

    def _spell_constant(self, expr: Expr) -> nodes.Expr:
        short = str(expr.data[0])
        return name(f"math.{short}" if short in self.taken else short)

    def _spell_array(self, expr: Expr) -> nodes.Expr:
        elements, dtype = expr.data[:2]
        if dtype is None:
            raise no_expression("a tensor of many elements that the program makes")
        if counts_up(elements):
            first, after = literal(elements[0]), literal(elements[-1] + 1)
            return called("arange", [first, after] if elements[0] else [after])
        keywords = [] if dtype in ("float32", "float64", "int64", "bool") else [dtype]
        return called(
            "tensor", [listed(elements)], [("dtype", name(f"torch.{d}")) for d in keywords]
        )

    def _spell_expand(self, expr: Expr) -> nodes.Expr:
        (inner,) = expr.args
        model = self.like(expr.shape)
        sizes = [self.size(size) for size in expr.shape]
        if is_constant(inner) and inner.kind == "f":
            kind = "zeros" if is_number(inner, 0) else "ones" if is_number(inner, 1) else None
            if model is not None:
                if kind:
                    return called(f"{kind}_like", [model])
                return called("full_like", [model, self.of(inner)])
            if kind:
                return called(kind, sizes)
            return called("full", [nodes.Tuple(NOWHERE, sizes), self.of(inner)])
        if model is not None and self._is_known(inner):
            return called("full_like", [model, self.of(inner)])
        coefficient, rest = split(inner)
        node = method(self.of(rest), "expand", sizes)
        top, bottom = above_and_below(coefficient, True)
        node = node if top == 1 else binary(numeral(top), "*", node)
        return self._divided(node, bottom, [])

    def _spell_reshape(self, expr: Expr) -> nodes.Expr:
        (inner,) = expr.args
        old, new = inner.shape, expr.shape
        made = transposed(self.of(inner)) if is_turned(expr) else line_product(self, inner, new)
        if made is not None:
            return made
        if inner not in self.names and inner.name in ("total", "mean"):
            dims = inner.data if inner.head == "total" else inner.attr("dim")
            whole = inner.args[0].shape
            dims = tuple(range(len(whole))) if dims is None else dims
            if new == tuple(1 if d in dims else s for d, s in enumerate(whole)):
                return self.reduced(inner, dims, True)
        made = line_among(self.of(inner), old, new)
        if made is not None:
            return made
        counts = [count_of(self, size) for size in new] or [literal(())]
        return method(self.of(inner), "reshape", counts)

    def _spell_sum(self, expr: Expr) -> nodes.Expr:
        pairs = sorted(terms(expr), key=lambda pair: pair[1].head == "T")
        degrees = degrees_of(self.inputs, [term for _, term in pairs])
        if degrees is not None:
            pairs.sort(key=lambda pair: -degrees[pair[1]])
        first = next((i for i, (c, _) in enumerate(pairs) if not is_below_0(c)), 0)
        pairs = [pairs[first], *pairs[:first], *pairs[first + 1 :]]
        node: nodes.Expr | None = None
        takes = any(is_below_0(c) for c, _ in pairs)
        either = all(is_mask(c, factors(term)) for c, term in pairs[:2])  # the sum of two masks
        for c, term in pairs:
            parts = [(term, _ONE)] if term in self.names else factors(term)
            if node is None:
                alone = (takes or either) and not is_below_0(c)
                node = (self._as_number if alone else self._product)(c, parts)
                if is_integral(pairs):
                    node = binary(constant(1.0), "*", node)
            elif is_below_0(c):
                node = binary(node, "-", self._as_number(-c, parts))
            else:
                node = binary(node, "+", self._product(c, parts))
        assert node is not None
        return node

    def _as_number(self, coefficient: Any, pairs: list[Factor]) -> nodes.Expr:
        """Return a product in a sum or a difference, where a mask alone would not be a number."""
        node = self._product(coefficient, pairs)
        return binary(constant(1.0), "*", node) if is_mask(coefficient, pairs) else node

    def _spell_product(self, expr: Expr) -> nodes.Expr:
        coefficient, pairs = flipped(expr.data[0], factors(expr))
        whole = all(base.kind not in "fc" and exp > 0 for base, exp in pairs)
        if abs(coefficient) == 1 and whole and isinstance(coefficient, Fraction):
            return binary(numeral(float(coefficient)), "*", self._product(_ONE, pairs))
        return self._product(coefficient, pairs)

    def _product(self, coefficient: Any, pairs: Sequence[Factor]) -> nodes.Expr:
        """Return a product as a fraction of products."""
        pairs = [(base, exp) for base, exp in pairs if not is_number(base, 1)]
        if not pairs:
            return numeral(coefficient)
        negative = is_below_0(coefficient)
        coefficient = -coefficient if negative else coefficient
        above = joined_roots([(base, exp) for base, exp in pairs if not is_below_0(exp)])
        below = joined_roots([(base, -exp) for base, exp in pairs if is_below_0(exp)])
        above.sort(key=self._place)
        top, bottom = above_and_below(coefficient, bool(above))
        node = self._numerator(top, above, negative)
        return self._divided(node, bottom, below)

    def _place(self, factor: Factor) -> tuple[int, int]:
        """Return where a factor stands: inputs, functions, sums, and masks at the end."""
        base = factor[0]
        if base.kind not in "fc":
            return 9, 0
        if is_constant(base):
            return -1, 0
        if base.head == "symbol":
            known = self.inputs.index(base) if base in self.inputs else -1
            return 0, self.places.get(str(base.data[0]), known)
        return {"sum": 2, "matmul": 3}.get(base.head, 1), 0

    def _is_known(self, expr: Expr) -> bool:
        """Tell whether an expression is a number made of sizes alone."""
        sizes = set(self.sizes.values())
        leaves = [part for part in in_order(expr) if not part.args]
        return expr.shape == () and all(
            part.head == "number" or part.data[0] in sizes for part in leaves
        )

    def _divided(self, node: nodes.Expr, bottom: Any, below: list[Factor]) -> nodes.Expr:
        powers = [self._power(base, exp) for base, exp in below]
        if bottom != 1:
            powers.insert(0, numeral(bottom))
        if not powers:
            return node
        divisor = powers[0]
        for more in powers[1:]:
            divisor = binary(divisor, "*", more)
        return binary(node, "/", divisor)

    def _numerator(self, number: Any, above: list[Factor], negative: bool) -> nodes.Expr:
        chains = [b for b, e in above if b.head == "matmul" and e == 1 and b not in self.names]
        above = [p for p in above if p[0] not in chains]
        loose = len(chains) == 1 and all(b.shape == () for b, _ in above)
        parts: list[nodes.Expr] = []
        if number != 1 or not (above or chains):
            parts.append(numeral(number))
        elif negative and not chains and all(base.kind == "b" for base, _ in above):
            parts.append(constant(1.0))  # there is no negative of a mask
        own = [self._power(base, exp) for base, exp in above]
        if loose:
            parts += [*own, self.of(chains[0].args[0])]
        else:
            whole = [self.of(link) for link in chains]
            masks = negative and all(base.kind == "b" for base, _ in above)
            parts += [*whole, *own] if masks else [*own, *whole]
        first = nodes.UnaryOp(NOWHERE, "-", parts[0]) if negative else parts[0]
        node: nodes.Expr = first
        for part in parts[1:]:
            node = binary(node, "*", part)
        if loose:
            for link in chains[0].args[1:]:
                node = binary(node, "@", self.of(link))
        return node

    def _power(self, base: Expr, exp: Any) -> nodes.Expr:
        if exp == 1:
            return self.of(base)
        if exp == Fraction(1, 2):
            return called("math.sqrt" if is_constant(base) else "sqrt", [self.of(base)])
        return binary(self.of(base), "**", numeral(exp))

    def _spell_power(self, expr: Expr) -> nodes.Expr:
        return binary(self.of(expr.args[0]), "**", self.of(expr.args[1]))

    def _spell_matmul(self, expr: Expr) -> nodes.Expr:
        found = line_dot(self, expr)
        if found is not None:
            return found
        node = self.of(expr.args[0])
        for link in expr.args[1:]:
            node = binary(node, "@", self.of(link))
        return node

    def _spell_T(self, expr: Expr) -> nodes.Expr:
        return transposed(self.of(expr.args[0]))

    def _spell_outer(self, expr: Expr) -> nodes.Expr:
        found = line_outer(self, expr)
        return called("outer", [self.of(arg) for arg in expr.args]) if found is None else found

    def _spell_total(self, expr: Expr) -> nodes.Expr:
        return self.reduced(expr, expr.data, False)

    def reduced(self, expr: Expr, dims: tuple[int, ...], keepdim: bool) -> nodes.Expr:
        """Return a reduction along dimensions."""
        (inner,) = expr.args
        function = "sum" if expr.head == "total" else expr.name
        if len(dims) == len(inner.shape) and not keepdim:
            return called(function, [self.of(inner)])
        dim = literal(dims[0] if len(dims) == 1 else dims)
        more = [constant(True)] if keepdim else []
        return called(function, [self.of(inner), dim, *more])

    def _spell_call(self, expr: Expr) -> nodes.Expr:
        special = CALLS.get(expr.name) or INNER.get(expr.name)
        if special is not None:
            found = special(self, expr)
            if found is not None:
                return found
        if expr.name in _OF_NUMBERS and is_constant(expr):
            return called(f"math.{expr.name}", [self.of(arg) for arg in expr.args])
        made = self._public_call(expr)
        output = expr.data[1]
        if output is None or (output == 0 and expr.name in _CHECKED):
            return made
        return indexed(made, [literal(output)])

    def _public_call(self, expr: Expr) -> nodes.Expr:
        try:
            op = OPS[expr.name]
        except KeyError:
            raise no_expression(f"the derivative of {expr.name}") from None
        if op.infix == "invert":
            return nodes.UnaryOp(NOWHERE, "~", self.of(expr.args[0]))
        if op.infix in _COMPARISONS and len(expr.args) == 2:
            left, right = map(self.of, expr.args)
            return nodes.Compare(NOWHERE, left, [op.infix], [right])
        if op.infix in _BINARY and len(expr.args) == 2 and not expr.data[2]:
            return binary(self.of(expr.args[0]), op.infix, self.of(expr.args[1]))
        attrs = dict(expr.data[2])
        present = attrs.pop("_present", None)
        args = iter(expr.args)
        given: list[nodes.Expr] = []
        keywords: list[tuple[str, nodes.Expr]] = []
        operands = 0
        for parameter in op.parameters.by_keyword.values():
            if parameter.operand and op.variadic:
                series = [operand(self, arg) for arg in expr.args]
                if parameter.accepts == "ArrayArgs":
                    given += series
                    continue
                value = tuple_of(series)
            elif parameter.operand:
                here = present is None or present[operands]
                operands += 1
                value = operand(self, next(args), parameter.accepts) if here else constant(None)
            elif attrs.get(parameter.name) is not None:
                value = self.attribute(alone(parameter.name, attrs.pop(parameter.name)), expr)
            else:
                value = None
            if value is None:
                keywords.append((parameter.keyword, constant(None)))
            elif any(v is not None for _, v in keywords) or parameter.keyword_only:
                keywords.append((parameter.keyword, value))
            else:
                given.append(value)
        keywords = [(k, v) for k, v in keywords if not is_none(v)]
        return called(_public_name(op) or _method_of(op, given), given, keywords)

    def attribute(self, value: Any, expr: Expr) -> nodes.Expr:
        """Return an attribute of a call."""
        if isinstance(value, Slot):
            return self.of(expr.args[value.place])
        if isinstance(value, tuple) and value[:1] != ("slice",):
            return nodes.Tuple(NOWHERE, [self.attribute(item, expr) for item in value])
        return literal(value)


_PYTHONS: Final = ("complex", "range")
_CHECKED: Final = ("linalg_inv_ex", "linalg_solve_ex", "linalg_cholesky_ex")
"""Of which the one that users call has one result."""

_OF_NUMBERS: Final = ("cos", "cosh", "erf", "exp", "lgamma", "log", "sin", "sinh", "tan", "tanh")
_COMPARISONS: Final = ("<", "<=", "==", "!=", ">=", ">")
_BINARY: Final = ("+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "@")


def _public_name(op: Any) -> str | None:
    for namespace, prefix in (
        ("torch", ""),
        ("F", "F."),
        ("linalg", "torch.linalg."),
        ("special", "torch.special."),
        ("fft", "torch.fft."),
    ):
        found = op.names_in(namespace)
        if found:
            text = op.name if op.name in found else str(found[0])
            return ("torch." if text in _PYTHONS else prefix) + text.removesuffix("_ex")
    return "where" if op.name == "where" else None


def _method_of(op: Any, given: list[nodes.Expr]) -> nodes.Expr:
    """Return the method that an operator is, taking its tensor off the arguments."""
    found = op.names_in("Tensor")
    if found and given:
        return nodes.Attribute(NOWHERE, given.pop(0), str(found[0]), NOWHERE)
    raise no_expression(f"{op.name.strip('_')}, which only a derivative is made of,")


_SPELLINGS: Final[dict[str, Callable[[Speller, Expr], nodes.Expr]]] = {
    "symbol": Speller._spell_symbol,
    "number": Speller._spell_number,
    "constant": Speller._spell_constant,
    "array": Speller._spell_array,
    "expand": Speller._spell_expand,
    "reshape": Speller._spell_reshape,
    "sum": Speller._spell_sum,
    "product": Speller._spell_product,
    "power": Speller._spell_power,
    "matmul": Speller._spell_matmul,
    "T": Speller._spell_T,
    "outer": Speller._spell_outer,
    "total": Speller._spell_total,
    "call": Speller._spell_call,
}
