# Written by `python docs/build.py` from the operator table; a test keeps it current.
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from typing import Any

from gradcli import (
    _PLU,
    _QR,
    Tensor,
    _DType,
    _EigenvaluesEigenvectors,
    _Ints,
    _InverseInfo,
    _LDPivots,
    _LDPivotsInfo,
    _LInfo,
    _Lstsq,
    _LUPivots,
    _LUPivotsInfo,
    _Real,
    _ResultInfo,
    _SignLogabsdet,
    _Sizes,
    _Tensors,
    _USVh,
)

class LinAlgError(RuntimeError): ...

def det(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant; its gradient is the matrix of cofactors, of singular matrices too."""

def cholesky(input: Tensor, *, upper: _bool = False, out: Tensor | None = None) -> Tensor:
    """The triangular L with LL' = A of positive matrices, or if upper its transpose."""

def cholesky_ex(
    input: Tensor,
    *,
    upper: _bool = False,
    check_errors: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _LInfo:
    """The triangular factor, and 0, or the order of the minor that is not positive."""

def cond(input: Tensor, p: Any = None, *, out: Tensor | None = None) -> Tensor:
    """The condition number: the norm of a matrix times that of its inverse."""

def cross(
    input: Tensor, other: Tensor, *, dim: _int = -1, axis: _int = -1, out: Tensor | None = None
) -> Tensor:
    """The vector products of vectors along a dimension of size 3."""

def diagonal(
    A: Tensor, *, offset: _int = 0, dim1: _int = -2, dim2: _int = -1, out: Tensor | None = None
) -> Tensor:
    """The diagonals of the matrices in the last two dimensions; a view."""

def eig(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """The eigenvalues and eigenvectors of square matrices, which are complex numbers."""

def eigh(
    input: Tensor, UPLO: _str = "L", *, out: tuple[Tensor, ...] | None = None
) -> _EigenvaluesEigenvectors:
    """The eigenvalues, ascending, and eigenvectors of symmetric matrices; reads one triangle."""

def eigvals(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of square matrices, which are complex numbers."""

def eigvalsh(input: Tensor, UPLO: _str = "L", *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of symmetric matrices, ascending; reads one triangle."""

def householder_product(input: Tensor, tau: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The first columns of a product of Householder reflections."""

def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse."""

def inv_ex(
    A: Tensor, *, check_errors: _bool = False, out: tuple[Tensor, ...] | None = None
) -> _InverseInfo:
    """The inverse, and 0, or which diagonal element was zero if there is no inverse."""

def ldl_factor(
    input: Tensor, *, hermitian: _bool = False, out: tuple[Tensor, ...] | None = None
) -> _LDPivots:
    """L and D of symmetric matrices in one matrix, and the pivots."""

def ldl_factor_ex(
    input: Tensor,
    *,
    hermitian: _bool = False,
    check_errors: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _LDPivotsInfo:
    """L and D of symmetric matrices in one matrix, the pivots, and 0, or where D is zero."""

def ldl_solve(
    LD: Tensor, pivots: Tensor, B: Tensor, *, hermitian: _bool = False, out: Tensor | None = None
) -> Tensor:
    """The solution X of AX = B for a matrix that ``ldl_factor`` factored."""

def lstsq(
    A: Tensor,
    B: Tensor,
    rcond: _float | None = None,
    *,
    driver: _str | None = None,
    out: tuple[Tensor, ...] | None = None,
) -> _Lstsq:
    """The X for which input @ X comes nearest to b, with residuals, rank and singular values."""

def lu(A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None) -> _PLU:
    """A permutation P, a lower triangular L and an upper triangular U with PLU = A."""

def lu_factor(
    A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None
) -> _LUPivots:
    """L and U in one matrix, and the rows exchanged."""

def lu_factor_ex(
    A: Tensor,
    *,
    pivot: _bool = True,
    check_errors: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _LUPivotsInfo:
    """L and U in one matrix, the rows exchanged, and 0, or which diagonal element is zero."""

def lu_solve(
    LU: Tensor,
    pivots: Tensor,
    B: Tensor,
    *,
    left: _bool = True,
    adjoint: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The solution X of AX = B for a matrix that ``lu_factor`` factored."""

def matrix_norm(
    input: Tensor,
    ord: Any = "fro",
    dim: _Ints = ...,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints = ...,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The norms of matrices: Frobenius, nuclear, or of order 1, 2, infinity or their negatives."""

def matrix_rank(
    input: Tensor,
    tol: Any = None,
    hermitian: _bool = False,
    *,
    atol: Any = None,
    rtol: Any = None,
    out: Tensor | None = None,
) -> Tensor:
    """How many singular values are greater than a tolerance."""

def multi_dot(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """The product of matrices, in the order that takes the fewest multiplications."""

def norm(
    input: Tensor,
    ord: Any = None,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The norm of vectors, or of matrices where there are two dimensions and an order."""

def pinv(
    input: Tensor,
    rcond: Any = None,
    hermitian: _bool = False,
    *,
    atol: Any = None,
    rtol: Any = None,
    out: Tensor | None = None,
) -> Tensor:
    """The pseudo-inverse; singular values up to a tolerance count as 0."""

def qr(A: Tensor, mode: _str = "reduced", *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """An orthogonal Q and an upper triangular R with QR = A."""

def slogdet(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """The sign of the determinant and the logarithm of its absolute value."""

def solve(A: Tensor, B: Tensor, *, left: _bool = True, out: Tensor | None = None) -> Tensor:
    """The solution X of AX = B, or of XA = B if not left."""

def solve_ex(
    A: Tensor,
    B: Tensor,
    *,
    left: _bool = True,
    check_errors: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _ResultInfo:
    """The solution X of AX = B (XA = B if not left), and 0, or what made it fail."""

def solve_triangular(
    input: Tensor,
    B: Tensor,
    *,
    upper: _bool,
    left: _bool = True,
    unitriangular: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The solution X of AX = B (XA = B if not left) for a triangular A; reads one triangle."""

def svd(
    A: Tensor,
    full_matrices: _bool = True,
    *,
    driver: _str | None = None,
    out: tuple[Tensor, ...] | None = None,
) -> _USVh:
    """The singular values S, descending, and orthogonal U and Vh with U diag(S) Vh = A."""

def svdvals(A: Tensor, *, driver: _str | None = None, out: Tensor | None = None) -> Tensor:
    """The singular values, descending."""

def tensorinv(input: Tensor, ind: _int = 2, *, out: Tensor | None = None) -> Tensor:
    """The inverse of a tensor as a map from its last dimensions to its first ``ind``."""

def tensorsolve(
    input: Tensor, other: Tensor, dims: _Sizes | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The tensor X whose contraction with the last dimensions of input is other."""

def vander(x: Tensor, *, N: _int | None = None, out: Tensor | None = None) -> Tensor:
    """The powers of numbers from the 0th to the one before the Nth, in rows."""

def vecdot(
    x: Tensor, y: Tensor, *, dim: _int = -1, axis: _int = -1, out: Tensor | None = None
) -> Tensor:
    """The sums of the products of vectors' elements along a dimension."""

def vector_norm(
    input: Tensor,
    ord: _Real = 2,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The vector norm of order ``ord``: (sum of abs(x)**ord)**(1/ord)."""

def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of vectors, matrices or stacks of matrices, as ``a @ b``."""

def matrix_exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The exponential of a matrix: the sum of its powers, each divided by a factorial."""

def matrix_power(input: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """The product of n times the same matrix, of its inverse if n is negative."""
