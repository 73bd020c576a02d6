"""What becomes of ``out=`` where a gradient is asked for of what is given.

Most of PyTorch's functions refuse it, in the name of the function that they run. Some record the
copy of their result into ``out``, and some a node that has no derivative. This module knows which
do what; it is read where an argument requires a gradient.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

from gradcli.core.inplace import rebase
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE
from gradcli.operators.derivatives import refused, vjp_rule

_COPIED = """
inner linalg_cond linalg_matrix_norm linalg_norm linalg_tensorinv linalg_tensorsolve nanquantile
nuclear_norm quantile special_ndtr tensordot
"""
"""Functions that record the copy of what they computed."""

_UNKNOWN = """
alias_copy as_strided_copy conj_physical diagonal_copy expand_copy floor_divide heaviside histogram
linalg_eigvals linalg_ldl_factor_ex linalg_ldl_solve linspace log_softmax logspace permute_copy
select_copy slice_copy slice_scatter softmax squeeze_copy t_copy transpose_copy unfold_copy
unsqueeze_copy view_as_real_copy view_copy
"""
"""Functions of PyTorch that have no derivative for this form: one node says so."""

_INNER = """
cat: column_stack concat concatenate dstack hstack row_stack vstack
_fft_c2c: fft_fft2 fft_fftn fft_ifft fft_ifft2 fft_ifftn fft_ihfft2 fft_ihfftn
_fft_c2r: fft_hfft fft_hfft2 fft_hfftn fft_irfft fft_irfft2 fft_irfftn
_fft_r2c: fft_rfft fft_rfft2 fft_rfftn; gather: take_along_dim; linalg_cholesky_ex: linalg_cholesky
linalg_cross: cross; linalg_householder_product: orgqr; linalg_inv_ex: inverse linalg_inv
linalg_ldl_factor_ex: linalg_ldl_factor; linalg_lu_factor_ex: linalg_lu_factor; linalg_qr: qr
linalg_lu_solve: lu_solve; _linalg_det: det; _linalg_eigh: linalg_eigh linalg_eigvalsh
div: normalize true_divide; log_sigmoid_forward: logsigmoid
_linalg_slogdet: linalg_slogdet slogdet; _linalg_solve_ex: linalg_solve linalg_solve_ex
_linalg_svd: linalg_svd linalg_svdvals svd; mm: chain_matmul linalg_multi_dot
mul: kron outer; nansum: nanmean; norm: frobenius_norm; pow: float_power square; sort: msort
sub: diff; sum: linalg_vecdot
"""
"""Functions that PyTorch runs, and those that run them."""


@cache
def _inner() -> dict[str, str]:
    rows = [row.split(": ") for row in _INNER.replace("\n", "; ").strip("; ").split("; ")]
    return {name: inner for inner, names in rows for name in names.split()}


def _runs(name: str, first: Any, second: Any) -> str:
    """Return the function that PyTorch runs for a call, by its first two arguments."""
    complex_ = isinstance(first, Tensor) and first.is_complex()
    if name in ("fft_fft", "fft_ifft", "fft_ihfft"):
        real = "_fft_r2c" if name == "fft_fft" else "conj_physical"
        return "_fft_c2c" if complex_ else real
    if name == "diag" and isinstance(first, Tensor):
        return "diagonal_copy" if first.ndim == 2 else "diag_embed"
    if name == "matrix_power" and isinstance(second, int):
        return "linalg_inv_ex" if second < 0 else "matmul" if second > 1 else "copy"
    if name == "norm":
        return "copy" if second == "nuc" else "linalg_vector_norm"
    if name == "linalg_pinv" and isinstance(second, (int, float)):
        return "copy"
    if name == "inner" and not all(getattr(x, "ndim", 0) for x in (first, second)):
        return "mul"
    if name in ("max", "min") and isinstance(second, Tensor):
        return f"{name}imum"
    return _inner().get(name, name)


def way(op: Any, args: Sequence[Any], kwargs: dict[str, Any], targets: Sequence[Tensor]) -> str:
    """Return what a function is recorded as: a copy, or what has no derivative, by its name.

    Raises PyTorch's error where it is not recorded at all.
    """
    signature = op.parameters
    bound = dict(zip(signature.by_keyword, args, strict=False)) | kwargs
    first, second = [*map(bound.get, signature.by_keyword), None][:2]
    runs = _runs(signature.name, first, bound.get("other", second))
    if runs == "copy" or runs in _COPIED.split():
        return "copy"
    if runs in ("empty", "randn"):
        message = "cannot resize variables that require grad"
        raise op_error(RuntimeError, message, code="in-place")
    made = op.creation or (runs == "normal" and not isinstance(first, Tensor))
    unknown = made or runs == "diag_embed" or runs in _UNKNOWN.split()
    if unknown and not any(target.requires_grad and target.is_leaf for target in targets):
        return runs
    raise op_error(
        RuntimeError,
        f"{'aten::' * unknown}{runs}(): functions with out=... arguments don't support automatic "
        "differentiation, but one of the arguments requires grad.",
        code="requires-grad",
    )


def record_unknown(runs: str, given: Sequence[Any], target: Tensor) -> None:
    """Put a node that has no derivative into the history of a tensor that was filled."""
    if target.array.dtype.kind not in DIFFERENTIABLE:
        return
    unknown: Any = copy(OPS["floor_divide"])
    rule = vjp_rule(refused(runs), unknown.parameters)
    unknown.rules, unknown.plain = (rule,) * len(given), True
    node = unknown.record(given, {}, (target,))
    if node is not None:
        rebase(target, node)
