"""From operators to expressions: what no program can name, in operators that it can.

Pooling, padding and resampling multiply each axis by a matrix; running products and the gradients
of factorisations are made of sums, products and triangles that people write.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Final

import numpy as np

from gradcli.numerics.sliding import Taps
from gradcli.symbolic.algebra import (
    add,
    divide,
    expand,
    multiply,
    plain,
    product,
    reshape,
    scaled,
    split,
    subtract,
    terms,
)
from gradcli.symbolic.constants import of_array, recognized, unit_vector
from gradcli.symbolic.expr import Expr, Shape, call, is_call, is_number, number
from gradcli.symbolic.matrices import chain, diagonal_matrix, transpose
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.translate import Attrs, flip, translates
from gradcli.symbolic.translate_parts import part_of

_ONE: Final = Fraction(1)


# Along each axis by a matrix

_LARGEST = 4_000_000
"""Elements of a matrix that is looked at for how it is written."""


@translates("_picked", "_resampled", "_average")
def _combined(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    """Write sums of elements at places along the last axes as products with matrices."""
    taps: tuple[Taps, ...] = attrs["taps"]
    if any(len(along.index) * along.size > _LARGEST for along in taps):
        return None
    coefficient, x = split(args[0])
    divisor = _divisor(args[1]) if len(args) > 1 else recognized(attrs.get("divisor", 1))
    if divisor is None:
        return None
    if attrs.get("first"):
        x = divide(x, divisor)
    matrices = [along.matrix().round(15) for along in taps]
    if plain(x).shape == ():
        sums = [matrix.sum(axis=1) for matrix in matrices]
        whole: Any = np.ones(())
        for along in sums:
            whole = whole[..., None] * along
        x = expand(multiply(plain(x), of_array(whole)), shape)
    else:
        for back, matrix in enumerate(reversed(matrices), 1):
            x = _along_axis(x, len(shape) - back, matrix)
    if not attrs.get("first"):
        x = divide(x, divisor)
    return scaled(coefficient, x)


def _divisor(expr: Expr) -> Expr | None:
    """Return numbers to divide by as numbers that are no integers; None where they are many."""
    if expr.head != "array":
        return expr
    return None if expr.data[1] is None else of_array(np.array(expr.data[0], float))


def _along_axis(x: Expr, axis: int, matrix: np.ndarray) -> Expr:
    """Return an expression multiplied by a matrix along an axis."""
    if matrix.shape[0] == matrix.shape[1] and np.array_equal(matrix, np.eye(len(matrix))):
        return x
    factor = _blocks(matrix) or of_array(matrix)
    before, after = prod(x.shape[:axis]), prod(x.shape[axis + 1 :])
    shape = (*x.shape[:axis], len(matrix), *x.shape[axis + 1 :])
    if before == after == 1:
        return reshape(chain([factor, reshape(x, (x.shape[axis],))]), shape)
    if after == 1:
        return reshape(chain([reshape(x, (before, x.shape[axis])), transpose(factor)]), shape)
    if before == 1:
        return reshape(chain([factor, reshape(x, (x.shape[axis], after))]), shape)
    stack = reshape(x, (before, x.shape[axis], after))
    return reshape(call("matmul", (factor, stack), (), (before, len(matrix), after)), shape)


def _blocks(matrix: np.ndarray) -> Expr | None:
    """Return a matrix of equal blocks on its diagonal, each a row or column of one number."""
    rows, columns = matrix.shape
    count = min(rows, columns)
    block = (rows // count, columns // count)
    whole = np.kron(np.eye(count), np.ones(block))
    if 1 in (count, prod(block)) or not np.array_equal(matrix, matrix[0, 0] * whole):
        return None
    made = call("kron", (diagonal_matrix(count), expand(number(1), block)), (), matrix.shape)
    return scaled(recognized(matrix[0, 0].item()).data[0], made)


@translates("_largest")
def _largest(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Leave out the places, which follow from what was called."""
    if not attrs.get("written"):
        return None
    given = tuple((key, attrs[key]) for key in ("dims", "written"))
    return call("_largest", args[:1], given, shape, kind, output)


# Running products


@translates("recurrence")
def _recurrence(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    """Write y[k] = x[k] + a[k] y[k-1], or backwards, by running sums and products."""
    x, a = args
    if kind != "f" or not shape:
        return None
    dim = attrs.get("dim", 0) % len(shape)
    logarithms, reverse = _logarithms(a), attrs.get("reverse", False)
    products = _products(a, dim)
    if reverse and _is_at_end(x, dim):
        return divide(_whole_product(a, dim), products)
    if logarithms is not None and len(shape) == 1:
        # No exponent is positive where a quotient of exponentials would be infinite.
        column = reshape(logarithms, (*shape, 1))
        apart = subtract(column, logarithms) if reverse else subtract(logarithms, column)
        ratios = call("exp", (apart,), (), shape * 2)
        return chain([call("triu" if reverse else "tril", (ratios,), (), shape * 2), x])
    if reverse:
        return divide(flip(_running_sums(flip(multiply(x, products), dim), dim), dim), products)
    return multiply(products, _running_sums(divide(x, products), dim))


def _is_at_end(expr: Expr, dim: int) -> bool:
    """Tell whether an array has ones at the end of a dimension and is zero elsewhere."""
    if expr.head == "array" and expr.data[1] is not None:
        array = np.moveaxis(np.array(expr.data[0]), dim, -1)
        return bool((array[..., -1] == 1).all() and not array[..., :-1].any())
    if not is_call(expr, "_put") or not is_number(plain(expr.args[0]), 1):
        return False
    index = expr.attr("index")
    return len(index) == dim + 2 and index[dim] == expr.shape[dim] - 1


def _whole_product(x: Expr, dim: int) -> Expr:
    """Return the product along a dimension, which is kept."""
    if len(x.shape) > 1:
        short = (*x.shape[:dim], *x.shape[dim + 1 :])
        whole = call("prod", (x,), (("dim", dim),), short)
        return reshape(whole, (*x.shape[:dim], 1, *x.shape[dim + 1 :]))
    return call("prod", (x.args[0] if x.head == "reshape" else x,), (("dim", None),))


def _products(a: Expr, dim: int) -> Expr:
    """Return running products; those of ratios of exponentials are one exponential."""
    logarithms = _logarithms(a)
    if logarithms is not None:
        return settled(call("exp", (scaled(-1, logarithms),), (), a.shape))
    return call("cumprod", (a,), (("dim", dim),), a.shape)


def _logarithms(a: Expr) -> Expr | None:
    """Return the logarithms of which exponentials have such ratios, each to the next one's."""
    exponent = a.args[2].args[0] if is_call(a, "where") and is_call(a.args[2], "exp") else None
    for _, term in terms(exponent) if exponent is not None else ():
        if is_call(term, "_shift") and subtract(term, term.args[0]) is exponent:
            return term.args[0]
    return None


def _running_sums(x: Expr, dim: int) -> Expr:
    coefficient, rest = split(x)
    return scaled(coefficient, call("cumsum", (rest,), (("dim", dim),), x.shape))


@translates("_shift")
def _shifted(args: list[Expr], attrs: Attrs) -> Expr | None:
    """Write the products before each element as the products over it, as that of all is written."""
    (x,) = args
    if not is_call(x, "cumprod") or attrs.get("fill", 0) != 1 or attrs.get("by", 1) != 1:
        return None
    return divide(x, x.args[0])


# Activations and distances without their guards


@translates("_prelu_kernel")
def _prelu(args: list[Expr], shape: Shape) -> Expr | None:
    x, weight = args
    positive = settled(call("gt", (x, number(0)), (), x.shape, "b"))
    return expand(settled(call("where", (positive, x, multiply(weight, x)), (), shape)), shape)


@translates("_safe_softmax")
def _safe_softmax(args: list[Expr], shape: Shape) -> Expr | None:
    return settled(call("softmax", args, (("dim", len(shape) - 1),), shape)) if shape else None


@translates("_euclidean_dist")
def _distances(args: list[Expr], shape: Shape) -> Expr | None:
    return call("cdist", args, (), shape)


# Parts and copies


@translates("_split_evenly", "unsafe_split", "split_with_sizes")
def _piece(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    """Write a piece as a slice."""
    (x,) = args
    dim = attrs.get("dim", 0) % len(x.shape)
    sizes = attrs.get("split_sizes")
    size = attrs.get("split_size", 1)
    start = sum(sizes[:output]) if sizes is not None else output * size
    bounds = {"dim": dim, "start": start, "end": start + shape[dim]}
    return part_of(x, bounds, shape)


@translates("stack")
def _stack(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    """Write one number among zeros as a number times a row of an identity; rows are the usual."""
    places = [place for place, arg in enumerate(args) if not is_number(arg, 0)]
    if kind != "f" or len(shape) != 1 or len(places) != 1:
        usual = attrs.get("dim", 0) == 0
        return settled(call("stack", args, (), shape, kind)) if usual else None
    unit = unit_vector(shape[0], places[0])
    return product(_ONE, [(args[places[0]], _ONE), (unit, _ONE)], shape)


@translates("copy")
def _copy(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    return expand(args[1], shape) if kind == args[1].kind == "f" else None


@translates("_to_copy")
def _to_copy(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    (x,) = args
    if kind == "f" and x.kind == "c":
        return settled(call("real", args, (), shape))
    if kind in "fc" and x.kind in "f":
        return x
    whole = plain(x)
    if kind == "i" and is_number(whole) and str(attrs["dtype"]) == "torch.int64":
        return of_array(np.full(shape, int(whole.data[0])))
    return product(_ONE, [(x, _ONE)], shape) if kind == "f" and x.kind in "ib" else None


@translates("complex")
def _of_parts(args: list[Expr], shape: Shape) -> Expr | None:
    real, imag = args
    return expand(add(real, scaled(1j, imag)), shape)


@translates("polar")
def _of_length(args: list[Expr], shape: Shape) -> Expr | None:
    length, angle = args
    turn = settled(call("exp", (scaled(1j, angle),), (), angle.shape, "c"))
    return expand(multiply(length, turn), shape)


@translates("_conj", "_conj_physical")
def _conj(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    """Conjugate factor by factor, real ones not at all."""
    if args[0].kind != "c":
        return args[0]
    coefficient, rest = split(args[0])
    coefficient = coefficient.conjugate()
    if is_call(rest, "conj"):
        return scaled(coefficient, rest.args[0])
    return scaled(coefficient, settled(call("conj", (rest,), (), shape, kind)))


def _scaled(name: str) -> None:
    """Translate an operator, linear in its first operand, by taking out the number."""

    @translates(name)
    def translate(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
        both = 2 if name == "_weight_gradient" else 1
        parts = [split(arg) for arg in args[:both]]
        coefficient = prod(c for c, _ in parts)
        rest = [*[part for _, part in parts], *args[both:]]
        made = call(name, rest, tuple(attrs.items()), shape, kind)
        return scaled(coefficient, made) if coefficient != 1 and len(args) == 2 else None


_LINEAR: Final = (
    *("_convolution", "_weight_gradient", "_put_where", "_added_slices"),
    *("_gather_rows", "_put_flat", "_gathered_source"),
)
for _name in _LINEAR:
    _scaled(_name)


# Factorisations


@translates("_lu")
def _lu(args: list[Expr], attrs: Attrs, shape: Shape, kind: str, output: Any) -> Expr | None:
    return call("linalg_lu", args, tuple(attrs.items()), shape, kind, (output + 1) % 3)


@translates("rows_placed")
def _placed(args: list[Expr], shape: Shape) -> Expr | None:
    return chain([args[1], args[0]]) if len(shape) == 2 else None
