"""Products of matrices as chains, transposes at their factors, and sums along dimensions.

Numbers and 0-d factors stand before a chain; a vector stands at its end where it can, and a product
of two vectors at its beginning and end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from gradcli.symbolic.algebra import (
    Factor,
    expand,
    factors,
    kind_of,
    multiply,
    plain,
    product,
    reshape,
    scalars_out,
    scaled,
    split,
    terms,
    total,
)
from gradcli.symbolic.expr import (
    SYMMETRIC,
    Expr,
    Shape,
    call,
    is_call,
    make,
    number,
)
from gradcli.symbolic.rewrites import settled

_ONE = Fraction(1)


def transpose(expr: Expr) -> Expr:
    """Return a matrix transposed."""
    rows, columns = expr.shape
    shape = (columns, rows)
    if expr.head == "T":
        return expr.args[0]
    if expr.head == "expand":
        inner = expr.args[0]
        if inner.shape == () or len(inner.shape) == 2:
            return expand(transpose(inner) if inner.shape else inner, shape)
        return expand(reshape(inner, (*inner.shape, 1)), shape)  # of one element, or a row
    if 1 in expr.shape:
        return reshape(expr, shape)
    if expr.head == "matmul":
        return chain([transpose(factor) for factor in reversed(expr.args)])
    if expr.head == "outer":
        return outer(expr.args[1], expr.args[0])
    if is_call(expr, "eye", "diag") or is_symmetric(expr):
        return expr
    if expr.head == "product":
        return product(
            expr.data[0], [(_turned(base, shape), exp) for base, exp in factors(expr)], shape
        )
    if expr.head == "sum" and any(arg.head == "T" or _is_gram(arg) for arg in expr.args):
        pairs = [(c, _turned(term, shape)) for c, term in terms(expr)]
        return total(pairs, shape)
    return settled(make("T", (expr,), (), shape, expr.kind))


def _is_gram(expr: Expr) -> bool:
    return expr.head == "matmul" and is_symmetric(expr)


def is_symmetric(expr: Expr) -> bool:
    """Tell whether a matrix is known to be its own transpose."""
    if expr.head == "symbol":
        return SYMMETRIC in expr.data
    if is_call(expr, "eye", "diag"):
        return len(expr.shape) == 2
    if expr.head == "sum":
        return all(term.shape == expr.shape and is_symmetric(term) for term in expr.args)
    if expr.head == "product":
        return all(not base.shape or is_symmetric(base) for base, _ in factors(expr))
    if is_call(expr, "inverse", "matrix_exp"):
        return is_symmetric(expr.args[0])
    if expr.head == "outer":
        return expr.args[0] is expr.args[1]
    if expr.head != "matmul" or len(expr.shape) != 2:
        return False
    return expr is chain([transpose(f) for f in reversed(expr.args)])


def is_rank_one(expr: Expr) -> bool:
    """Tell whether a matrix is known to be an outer product."""
    if expr.head == "product":
        return all(
            not base.shape or (is_rank_one(base) and exp > 0 and exp.denominator == 1)
            for base, exp in factors(expr)
        )
    return expr.head == "outer"


def _turned(expr: Expr, shape: Shape) -> Expr:
    """Return an operand as it has to be for the transposed result."""
    if not expr.shape:
        return expr
    if len(expr.shape) == 1:
        return reshape(expr, (expr.shape[0], 1))
    return transpose(expr)


def outer(a: Expr, b: Expr) -> Expr:
    """Return the products of every element of one vector with every one of another."""
    (c, a), (d, b) = scalars_out(a), scalars_out(b)
    a, b = (_bare(a), b) if b.kind in "fc" else (a, b)
    a, b = (a, _bare(b)) if a.kind in "fc" else (a, b)
    shape = (*a.shape, *b.shape)
    if len(shape) != 2:
        return multiply(a, b)
    if a.head == "expand" and a.args[0].shape == ():
        return product(_ONE, [*c, *d, (a.args[0], _ONE), (b, _ONE)], shape)
    if b.head == "expand" and b.args[0].shape == ():
        column = reshape(a, (shape[0], 1))
        return product(_ONE, [*c, *d, (b.args[0], _ONE), (column, _ONE)], shape)
    made = make("outer", (a, b), (), shape, kind_of([a, b]))
    return product(_ONE, [*c, *d, (made, _ONE)], shape)


def _bare(expr: Expr) -> Expr:
    """Return a mask that was made a number as the mask, where a number is beside it."""
    if expr.head == "product" and expr.data == (1, 1) and expr.args[0].shape == expr.shape:
        return expr.args[0]
    return expr


def matmul(a: Expr, b: Expr) -> Expr:
    """Return the product of two vectors or matrices."""
    return chain([a, b])


def chain(given: Iterable[Expr]) -> Expr:
    """Return the product of a chain of matrices with vectors at its ends."""
    before: list[Factor] = []
    flat: list[Expr] = []
    column = row = False
    whole = list(given)
    for index, expr in enumerate(whole):
        scalars, rest = scalars_out(expr)
        before += scalars
        if rest.kind == "b" and len(whole) > 1:
            rest = scaled(_ONE, rest)  # only numbers are multiplied so
        if index == 0 and rest.shape[:1] == (1,) and len(rest.shape) == 2 and len(whole) > 1:
            rest, row = reshape(rest, (rest.shape[1],)), True
        if index == len(whole) - 1 and index and len(rest.shape) == 2 and rest.shape[1] == 1:
            rest, column = reshape(rest, (rest.shape[0],)), True
        flat += _links(rest, index, len(whole))
    body = _multiplied(flat)
    scalars, body = scalars_out(body) if body.shape else ([], body)
    shape = _result_shape(whole)
    if (row or column) and body.shape != shape:
        body = reshape(body, shape)
    return product(_ONE, [*before, *scalars, (body, _ONE)], shape)


def _result_shape(given: Sequence[Expr]) -> Shape:
    first, last = given[0].shape, given[-1].shape
    return (first if len(given) == 1 else (*first[:-1], *last[1:])) if given else ()


def _links(expr: Expr, index: int, count: int) -> list[Expr]:
    """Return the links that a factor is, turned so that its vector stands at the chain's end."""
    if expr.head == "expand" and len(expr.shape) == 2 and count > 1:
        return _links_of_repeated(expr)
    if expr.head != "matmul" or expr.shape == ():
        return [expr]
    links = list(expr.args)
    if len(expr.shape) == 2 or count == 1:
        return links
    vector_last = len(links[-1].shape) == 1
    if vector_last == (index > 0):
        return links
    return [link if len(link.shape) == 1 else transpose(link) for link in reversed(links)]


def _links_of_repeated(expr: Expr) -> list[Expr]:
    """Return a matrix whose rows or columns repeat as the product of a column and a row."""
    (inner,) = expr.args
    rows, columns = expr.shape
    if inner.shape in ((), (columns,)):
        ones = expand(number(1), (rows,))
        return [make("outer", (ones, expand(inner, (columns,))), (), expr.shape, expr.kind)]
    if inner.shape == (rows, 1):
        ones = expand(number(1), (columns,))
        return [make("outer", (reshape(inner, (rows,)), ones), (), expr.shape, expr.kind)]
    return [expr]


def _multiplied(links: list[Expr]) -> Expr:
    links = _without_pairs(links)
    while len(links) > 1:
        place = next((i for i, link in enumerate(links) if _opens(link, i, len(links))), None)
        if place is None:
            break
        links = _opened(links, place)
    if len(links) == 1:
        return links[0]
    if len(links[0].shape) == 2 and links[0].shape[1] == 1:  # a column by a row
        rest = links[1:]
        return outer(reshape(links[0], links[0].shape[:1]), _flat_row(_multiplied(rest)))
    first, last = links[0], links[-1]
    if len(first.shape) == 1 and len(last.shape) == 2:
        links = _column_first(links)
    if len(first.shape) == 1 and len(last.shape) == 1 and first.order > last.order:
        links = [x if len(x.shape) == 1 else transpose(x) for x in reversed(links)]
    if len(links) == 2 and links[0].shape == links[1].shape == ():
        return multiply(*links)
    shape = (*links[0].shape[:-1], *links[-1].shape[1:])
    return settled(make("matmul", links, (), shape, kind_of(links)))


def _flat_row(expr: Expr) -> Expr:
    return reshape(expr, expr.shape[-1:])


def _column_first(links: list[Expr]) -> list[Expr]:
    """Return ``v @ A`` as ``A.T @ v``, unless that has more transposes and a plain vector."""
    turned = [x if len(x.shape) == 1 else transpose(x) for x in reversed(links)]
    before, after = (sum(link.head == "T" for link in each) for each in (links, turned))
    return links if after > before and links[0].head == "symbol" else turned


def _without_pairs(links: list[Expr]) -> list[Expr]:
    """Drop identity matrices, and matrices beside their inverses."""
    kept: list[Expr] = []
    for link in links:
        if is_call(link, "eye") and link.shape[0] == link.shape[1] and len(links) > 1:
            continue
        for part in _split_inverse(kept[-1] if kept else None, link):
            if kept and _are_inverse(kept[-1], part):
                kept.pop()
            elif kept and len(_split_inverse(part, kept[-1], last=True)) > 1:
                kept[-1:] = _split_inverse(part, kept[-1], last=True)[:-1]
            else:
                kept.append(part)
    if kept:
        return kept
    return [diagonal_matrix(links[0].shape[0])] if len(links[0].shape) == 2 else links[:1]


def _split_inverse(beside: Expr | None, link: Expr, last: bool = False) -> list[Expr]:
    """Return the inverse of a product as inverses, where what is beside it then vanishes."""
    turned = link.head == "T"
    inner = link.args[0] if turned else link
    if beside is not None and is_call(inner, "inverse") and inner.args[0].head == "matmul":
        factors_ = list(inner.args[0].args)
        if all(f.shape == inner.shape for f in factors_):
            parts = [settled(call("inverse", (f,), (), f.shape)) for f in reversed(factors_)]
            parts = [transpose(p) for p in reversed(parts)] if turned else parts
            if _are_inverse(beside, parts[-1 if last else 0]):
                return parts
    return [link]


def _are_inverse(a: Expr, b: Expr) -> bool:
    if a.head == "T" and b.head == "T":
        return _are_inverse(a.args[0], b.args[0])
    if a.head == "T" or b.head == "T":
        vectors, turned = (b, a.args[0]) if a.head == "T" else (a, b.args[0])
        return vectors is turned and is_call(vectors, "linalg_eigh") and vectors.data[1] == 1
    return (is_call(a, "inverse") and a.args[0] is b) or (is_call(b, "inverse") and b.args[0] is a)


def _opens(link: Expr, index: int, count: int) -> bool:
    """Tell whether a link is an outer product, which the links beside it can go into."""
    return link.head == "outer"


def _opened(links: list[Expr], place: int) -> list[Expr]:
    a, b = links[place].args
    left = chain([*links[:place], a]) if place else a
    right = chain([b, *links[place + 1 :]]) if place + 1 < len(links) else b
    if not left.shape and not right.shape:
        return [multiply(left, right)]
    if not left.shape or not right.shape:
        return [multiply(left, right)]
    return [outer(left, right)]


# Sums along dimensions


def sum_over(expr: Expr, dims: tuple[int, ...]) -> Expr:
    """Return the sum of an expression along dimensions, which are not kept."""
    if not dims:
        return expr
    shape = tuple(size for d, size in enumerate(expr.shape) if d not in dims)
    coefficient, rest = split(expr)
    rest_plain = plain(rest)
    if rest_plain.shape == ():
        count = 1
        for d in dims:
            count *= expr.shape[d]
        return expand(product(coefficient * count, [(rest_plain, _ONE)], ()), shape)
    if rest.head == "expand":
        return scaled(coefficient, _sum_of_expanded(rest, dims, shape))
    if rest.head == "T":
        return scaled(coefficient, sum_over(rest.args[0], tuple(sorted(1 - d for d in dims))))
    if rest.head == "total":  # of which the sum is one over the dimensions of both
        (inner,) = rest.args
        left = [d for d in range(len(inner.shape)) if d not in rest.data]
        both = {*rest.data, *(left[d] for d in dims)}
        return scaled(coefficient, sum_over(inner, tuple(sorted(both))))
    if rest.head == "reshape" and all(size == 1 for size in shape):
        inner = rest.args[0]
        whole = sum_over(inner, tuple(range(len(inner.shape))))
        return scaled(coefficient, reshape(whole, shape))
    if all(expr.shape[d] == 1 for d in dims):
        return scaled(coefficient, reshape(rest, shape))
    if rest.head == "product" and not _one_hot_rows(rest):
        return product(coefficient, _sum_of_product(rest, dims, shape), shape)
    if rest.head == "outer":
        return scaled(coefficient, _sum_of_outer(rest, dims))
    if rest.head == "sum" and (
        rest.data[-1] != 0 or any(term.shape != rest.shape for term in rest.args)
    ):
        parts = [(c, sum_over(expand(term, rest.shape), dims)) for c, term in terms(rest)]
        return scaled(coefficient, total(parts, shape))
    if is_call(rest, "_put") and len(dims) == len(expr.shape):
        return scaled(coefficient, sum_over(rest.args[0], tuple(range(len(rest.args[0].shape)))))
    if is_call(rest, "eye") and len(dims) == 1:
        return expand(number(coefficient), shape)
    if _one_hot_rows(rest) and dims == (len(expr.shape) - 1,):
        return expand(number(coefficient), shape)
    return scaled(coefficient, settled(make("total", (rest,), dims, shape, rest.kind)))


def _one_hot_rows(expr: Expr) -> bool:
    if expr.head == "product" and expr.data == (1, 1):
        return _one_hot_rows(expr.args[0])
    return is_call(expr, "one_hot")


def _sum_of_outer(expr: Expr, dims: tuple[int, ...]) -> Expr:
    a, b = expr.args
    if dims == (0,):
        return multiply(sum_over(a, (0,)), b)
    if dims == (1,):
        return multiply(a, sum_over(b, (0,)))
    return multiply(sum_over(a, (0,)), sum_over(b, (0,)))


def _sum_of_expanded(expr: Expr, dims: tuple[int, ...], shape: Shape) -> Expr:
    """Sum what is repeated by counting, as far as it is repeated along those dimensions."""
    inner = expr.args[0]
    lead = len(expr.shape) - len(inner.shape)
    repeated = [d for d in dims if d < lead or inner.shape[d - lead] != expr.shape[d]]
    count = 1
    for d in repeated:
        count *= expr.shape[d]
    rest = tuple(d - lead for d in dims if d not in repeated)
    ones = tuple(d - lead for d in repeated if d >= lead)
    summed = sum_over(inner, rest) if rest else inner
    if ones or lead:
        kept = [
            1 if d - lead in ones else inner.shape[d - lead]
            for d in range(lead, len(expr.shape))
            if d not in dims
        ]
        summed = reshape(summed, tuple(kept)) if tuple(kept) != summed.shape else summed
    return expand(scaled(count, summed), shape) if summed.shape != shape else scaled(count, summed)


def _sum_of_product(expr: Expr, dims: tuple[int, ...], shape: Shape) -> list[Factor]:
    """Return the factors of the sum of a product: what does not vary is taken out."""
    outside: list[Factor] = []
    inside: list[Factor] = []
    for base, exp in factors(expr):
        lead = len(expr.shape) - len(base.shape)
        if all(d < lead or base.shape[d - lead] == 1 for d in dims):
            sizes = tuple(s for d, s in enumerate(base.shape, lead) if d not in dims)
            outside.append((reshape(base, sizes), exp))
        else:
            inside.append((base, exp))
    if not outside:
        dot = _as_dot(inside, expr.shape, dims)
        if dot is not None:
            return [(dot, _ONE)]
        return [(settled(make("total", (expr,), dims, shape, expr.kind)), _ONE)]
    return [*outside, (sum_over(product(_ONE, inside, expr.shape), dims), _ONE)]


def _as_dot(pairs: list[Factor], shape: Shape, dims: tuple[int, ...]) -> Expr | None:
    """Return the sum of the products of two vectors as ``x @ y``, or of a matrix and a vector."""
    if shape[1:] == (1,) and dims == (0,) and all(base.shape == shape for base, _ in pairs):
        dot = _as_dot([(reshape(b, shape[:1]), exp) for b, exp in pairs], shape[:1], dims)
        return None if dot is None else reshape(dot, (1,))
    if len(shape) == 2 and len(dims) == 1 and 1 not in shape:
        return _as_product(pairs, shape, dims[0])
    if len(shape) != 1 or dims != (0,) or any(base.kind not in "fc" for base, _ in pairs):
        return None
    if len(pairs) == 1 and pairs[0][1] == 2 and pairs[0][0].head == "symbol":
        return chain([pairs[0][0]] * 2)
    if len(pairs) == 2 and all(exp == 1 and base.shape == shape for base, exp in pairs):
        return chain([pairs[0][0], pairs[1][0]])
    return None


def _as_product(pairs: list[Factor], shape: Shape, dim: int) -> Expr | None:
    """Return the sum along a dimension of a matrix times a vector that goes along it."""
    along = (shape[0], 1) if dim == 0 else (shape[1],)
    matrix = next((base for base, exp in pairs if base.shape == shape and exp == 1), None)
    vectors = [pair for pair in pairs if pair[0].shape == along]
    if matrix is None or len(vectors) + 1 != len(pairs) or not vectors:
        return None
    if {matrix.kind, *(base.kind for base, _ in vectors)} - set("fc"):
        return None
    line = reshape(product(_ONE, vectors, along), (shape[dim],))
    return chain([transpose(matrix) if dim == 0 else matrix, line])


def diagonal_matrix(size: int) -> Expr:
    """Return the identity matrix."""
    return call("eye", (), (("n", size),), (size, size))


def as_outer(expr: Expr) -> Expr | None:
    """Return a product of a column and a row, which broadcasting makes a matrix, as one."""
    if len(expr.shape) != 2 or 1 in expr.shape:
        return None
    n, m = expr.shape
    groups: dict[Any, list[Factor]] = {(): [], (n, 1): [], (m,): []}
    for base, exp in factors(expr):
        shape = base.shape
        if shape not in groups or (shape == (n, 1) and base.head not in ("reshape", "product")):
            return None
        groups[shape].append((base, exp))
    if not groups[n, 1] or not groups[m,]:
        return None
    column = product(_ONE, [(reshape(b, (n,)), e) for b, e in groups[n, 1]], (n,))
    line = product(_ONE, groups[m,], (m,))
    made = outer(column, line)
    return product(expr.data[0], [*groups[()], (made, _ONE)], expr.shape)
