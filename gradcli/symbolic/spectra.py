"""The rows of the table of rewrites that are about singular values, and matrices made of vectors.

PyTorch shares the derivative of a largest singular value among all that are as large; people write
that of the first one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import factors, plain
from gradcli.symbolic.expr import Expr, call, is_call, is_number
from gradcli.symbolic.matrices import chain, diagonal_matrix, is_symmetric, outer, transpose
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)
_MOST: Final = 5  # times that a matrix is multiplied with itself
_SVD: Final = ("linalg_svd", "_linalg_svd")


@row("diag_embed", before="diag_embed(ones(3)) @ A", after="A", shapes="A=3,2")
@row("diag_embed", before="diag_embed(x)", after="diag(x)")
def _diagonal(expr: Expr) -> Expr | None:
    """Write the diagonal matrix of a vector as people do, and that of ones as the identity."""
    (x,) = expr.args
    if len(x.shape) != 1 or expr.data[2] or x.kind not in "fc":
        return None
    if is_number(plain(x), 1):
        return diagonal_matrix(x.shape[0])
    return call("diag", (x,), (), expr.shape, expr.kind)


@row("eq", before="1.0 * (x == y.expand(3))", after="1.0 * (x == y)", shapes="x=3 y=")
def _compared(expr: Expr) -> Expr | None:
    """Leave repetition to the comparison."""
    a, b = (plain(arg) for arg in expr.args)
    if (a, b) == expr.args or expr.shape not in (a.shape, b.shape):
        return None
    return settled(call(expr.name, (a, b), expr.data[2], expr.shape, expr.kind))


@row(
    "matmul",
    before="torch.autograd.grad(torch.linalg.norm(A, 2), A, create_graph=True)[0]",
    after="outer(torch.linalg.svd(A, False)[0][:, 0], torch.linalg.svd(A, False)[2][0])",
    shapes="A=3,2",
)
def _largest(expr: Expr) -> Expr | None:
    """Write the singular vectors of a largest singular value as the first ones."""
    links = expr.args
    for place in range(1, len(links) - 1):
        if is_call(links[place], "diag") and _is_first(links[place].args[0]):
            before, after = chain(links[:place]), chain(links[place + 1 :])
            column = settled(_part(before, 1, before.shape[:1]))
            return outer(column, settled(_part(after, 0, after.shape[1:])))
    return None


@row(
    "matmul",
    before="torch.linalg.svd(A)[0] @ diag(torch.linalg.svd(A)[1]) @ torch.linalg.svd(A)[2]",
    after="A",
    shapes="A=3,3",
)
@row(
    "matmul",
    before="torch.autograd.grad(sum(torch.linalg.svdvals(A)**4), A, create_graph=True)[0]",
    after="4 * A @ A.T @ A",
    shapes="A=3,2",
)
@row(
    "matmul",
    before="torch.autograd.grad(sum(torch.linalg.eigvalsh(A @ A.T)**2), A, create_graph=True)[0]",
    after="4 * A @ A.T @ A",
    shapes="A=3,3",
)
@row(
    "matmul",
    before="torch.autograd.grad(sum(log(torch.linalg.svdvals(A))), A, create_graph=True)[0]",
    after="inverse(A).T",
    shapes="A=3,3",
)
def _composed(expr: Expr) -> Expr | None:
    """Write a product of a decomposition's parts as what was decomposed, or a power of that."""
    links = expr.args
    for place in range(1, len(links) - 1):
        before, middle, after = links[place - 1 : place + 2]
        symmetric = not is_call(before, "linalg_eigh") or is_symmetric(before.args[0])
        if not is_call(middle, "diag") or not symmetric or len(factors(middle.args[0])) != 1:
            continue
        ((values, times),) = factors(middle.args[0])
        if not _decomposes(before, values, after) or times % 1 != 0 or not 1 <= abs(times) <= _MOST:
            continue
        (matrix,) = before.args
        if times < 0:
            if len(set(matrix.shape)) > 1:
                continue
            matrix = transpose(settled(call("inverse", (matrix,), (), matrix.shape, matrix.kind)))
        if is_call(before, "linalg_eigh"):
            power = [matrix] * int(abs(times))
        elif times % 2 == 1:
            power = [matrix, *[transpose(matrix), matrix] * (int(abs(times)) // 2)]
        else:
            continue
        return chain([*links[: place - 1], *power, *links[place + 2 :]])
    return None


def _decomposes(before: Expr, values: Expr, after: Expr) -> bool:
    if is_call(before, "linalg_eigh") and after.head == "T" and after.args[0] is before:
        return _is_part(values, before, 0) and before.data[1] == 1
    found = is_call(before, *_SVD) and before.data[1] == 0
    return found and _is_part(values, before, 1) and _is_part(after, before, 2)


def _is_part(expr: Expr, like: Expr, output: int) -> bool:
    same = expr.head == "call" and expr.name == like.name and expr.args == like.args
    return same and expr.data[1] == output


@row("matmul", before="A @ diag(eye(3)[1]) @ B", after="outer(A[:, 1], B[1])", shapes="A=2,3 B=3,4")
def _one_direction(expr: Expr) -> Expr | None:
    """Write a product with a matrix that has a single 1 as one of a column and a row."""
    links = expr.args
    for place in range(1, len(links) - 1):
        unit = links[place].args[0] if is_call(links[place], "diag") else None
        if unit is None or not is_call(unit, "_put") or not is_number(unit.args[0], 1):
            continue
        index = unit.attr("index")[0]
        if isinstance(index, int) and not isinstance(index, bool):
            before, after = chain(links[:place]), chain(links[place + 1 :])
            if len(before.shape) == len(after.shape) == 2:
                column = settled(_part(before, 1, before.shape[:1], index))
                return outer(column, settled(_part(after, 0, after.shape[1:], index)))
    return None


def _part(matrix: Expr, dim: int, shape: tuple[int, ...], index: int = 0) -> Expr:
    return call("select", (matrix,), (("dim", dim), ("index", index)), shape, matrix.kind)


def _is_first(vector: Expr) -> bool:
    """Tell whether a vector is 1 where a singular value is largest, shared by all of those."""
    pairs = dict(factors(vector))
    mask = next((b for b, e in pairs.items() if is_call(b, "eq") and e == 1), None)
    if mask is None or len(pairs) != 2 or (vector.head == "product" and vector.data[0] != 1):
        return False
    ((count, exponent),) = [pair for pair in pairs.items() if pair[0] is not mask]
    while count.head in ("reshape", "expand"):
        (count,) = count.args
    values, top = mask.args
    return (
        exponent == -1
        and is_call(count, "sum")
        and count.args[0] is mask
        and is_call(top, "amax")
        and top.args[0] is values
        and is_call(values, "linalg_svd", "_linalg_svd", "linalg_svdvals")
    )
