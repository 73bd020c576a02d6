"""What PyTorch says of a tensor for ``out=`` whose element type is not the result's.

Most functions write into any type that the result can be cast to. Those here do not, or refuse the
others in their own words. This module knows names and messages; ``out`` knows when to ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.core.promote import unsupported
from gradcli.errors import op_error
from gradcli.numerics.dtypes import BOOL, COMPLEX, FLOATING, DType

# Under each message, the functions that write into the result's own type alone. A number behind a
# name says which of several results. {O} and {G} stand for that type and the one given, {o} and {g}
# for their names in C++.
_EXACT = {
    "Expected out tensor to have dtype {o}, but got {g} instead": """
        addmm addmv alias_copy aminmax argmax argmin as_strided_copy avg_pool2d avg_pool3d baddbmm
        bmm cross det diag diagonal_copy expand_copy gather index_add index_copy index_reduce
        inverse isin linalg_cholesky linalg_cholesky_ex linalg_cross linalg_det linalg_eigh
        linalg_eigvalsh linalg_inv linalg_inv_ex linalg_ldl_factor linalg_ldl_factor_ex
        linalg_ldl_solve linalg_lu
        linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve linalg_qr linalg_slogdet linalg_solve
        linalg_solve_ex linalg_svd linalg_svdvals linalg_vector_norm linear log_softmax lu_solve
        lu_unpack matmul max:1 min:1 max:pair min:pair mm msort norm permute_copy qr renorm scatter
        scatter_add scatter_reduce slice_scatter softmax sort split_with_sizes_copy squeeze_copy svd
        t_copy take_along_dim topk transpose_copy triangular_solve tril triu unbind_copy unfold_copy
        unsqueeze_copy view_copy""",
    "Found dtype {G} but expected {O}": """
        abs absolute bitwise_not ceil conj_physical floor frac gelu hardshrink neg negative round
        sgn sign softplus softshrink trunc fix""",
    "self and mat2 must have the same dtype, but got {G} and {O}": "addbmm",
    "result dtype {G} does not match input dtype {O}": "dot vdot",
    "addmv input tensors must have the same dtype, but got {G}, {O}, and {O}": "mv",
    "Expected object of scalar type {O} but got scalar type {G} for argument 'out'": """
        complex polar""",
    "expected scalar_type {O} but found {G}": "cummax cummin logcumsumexp",
    "torch.frexp() expects mantissa to have dtype {o} but got {g}": "frexp:0",
    "torch.frexp() expects exponent to have {o} dtype but got {g}": "frexp:1",
    "output values must be of same type as input": "kthvalue:0",
    "output indices must be of scalar type {O}": "kthvalue:1",
    "masked_select(): self and result must have the same scalar type": "masked_select",
    "quantile() out tensor must be same dtype as the input tensor": "nanquantile quantile",
    "heaviside is not yet implemented for tensors with different dtypes.": "heaviside",
    "expected scalar type {O} but found {G}": "linalg_solve_triangular logsigmoid",
    "expected scalar type '{O}' but got '{G}' for values output": "mode:0",
    "expected scalar type '{O}' but got '{G}' for indices output": "mode:1",
    "Expected self.dtype() == output.dtype() to be true, but got false.  (Could this error message "
    "be improved?  If so, please report an enhancement request to PyTorch.)": "narrow_copy",
    "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{O} and "
    "result has dtype {G}": "ormqr",
    "the output given to float_power has dtype {G} but the operation's result requires dtype "
    "{O}": "float_power",
    "signbit does not support non-boolean outputs.": "signbit",
    "nan_to_num: dtype of out: {G} should be same as input: {O}": "nan_to_num",
    "isposinf does not support non-boolean outputs.": "isposinf",
    "isneginf does not support non-boolean outputs.": "isneginf",
    "index_select(): self and result must have the same scalar type": "index_select",
    "take(): self and out expected to have the same dtype, but got self.dtype = {O} and out.dtype "
    "= {G}": "take",
    "multinomial expects {O} tensor out, got: {G}": "multinomial",
    "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {o} "
    "and hist {g}": "histc histogram:0",
    "torch.histogram: input tensor and bin_edges tensor should have the same dtype, but got input "
    "{o} and bin_edges {g} for dimension 0": "histogram:1",
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype {G} "
    "and out_int32 flag is {32}": "bucketize searchsorted",
    "tensordot: Expected the output tensor to have dtype {O}, but got an output tensor with dtype "
    "{G}": "inner tensordot",
    "Expected out type to be {O} but got {G}": "where",
    "nonzero: Expected out tensor to have scalar type {O} but got scalar type{G}": "nonzero",
    "Expected the dtype for input and out to match, but got {O} for input's dtype and {G} for "
    "out's dtype.": "amax amin",
    "linalg.vecdot: Expected out of dtype{O} but found {G}": "linalg_vecdot",
    "multi_dot(): expected out tensor to have dtype {o} but got {g}": "linalg_multi_dot",
    "Expected result to be of dtype uint64, but got {G}": "hash_tensor",
    "linalg.norm expected out tensor dtype {O} but got: {G}": "linalg_norm",
    "linalg.matrix_norm expected out tensor dtype {O} but got: {G}": "linalg_matrix_norm",
    "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type "
    "torch.{G}Tensor does not equal torch.{O}Tensor (while checking arguments for median)": """
        median:0 nanmedian:0""",
}
_WORDED = {  # of what the result cannot be cast to
    "diag: result type {O} can't be cast to the desired out= type {G}": "diag",
    "ldexp can't be cast to the desired output type {G}": "ldexp",
    "mvlgamma: result type {O} can't be cast to the desired output type {O}": "mvlgamma",
    "torch.cat(): input types can't be cast to the desired output type {G}": """
        cat column_stack concat concatenate dstack hstack row_stack stack vstack""",
    "logsumexp(): Expected floating point type for result tensor, but got: {G}": "logsumexp",
    "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to "
    "be true, but got false.  (Could this error message be improved?  If so, please report an "
    "enhancement request to PyTorch.)": "max min",
    "fft expects a complex output tensor, but got {G}": "fft_fft",
    "ifft expects a complex output tensor, but got {G}": "fft_ifft",
    "fftn expects a complex output tensor, but got {G}": "fft_fft2 fft_fftn fft_ifft2 fft_ifftn",
    "hfft expects a floating point output tensor, but got {G}": "fft_hfft",
    "hfftn expects a floating point output tensor, but got {G}": "fft_hfft2 fft_hfftn",
    "rfft expects a complex output tensor, but got {G}": "fft_rfft",
    "rfftn expects a complex output tensor, but got {G}": "fft_rfft2 fft_rfftn",
    "ihfft expects a complex output tensor, but got {G}": "fft_ihfft",
    "ihfftn expects a complex output tensor, but got {G}": "fft_ihfft2 fft_ihfftn",
    "irfft expects a floating point output tensor, but got {G}": "fft_irfft",
    "irfftn expects a floating point output tensor, but got {G}": "fft_irfft2 fft_irfftn",
} | {
    f"{spelled}: Expected {what} to be safely castable from {{O}} dtype, but got {what} with dtype "
    "{G}": names
    for spelled, what, names in [
        ("cholesky", "result", "cholesky"),
        ("cholesky_inverse", "result", "cholesky_inverse"),
        ("cholesky_solve", "result", "cholesky_solve"),
        ("torch.geqrf", "a", "geqrf:0"),
        ("torch.geqrf", "tau", "geqrf:1"),
        ("linalg.cond", "result", "linalg_cond"),
        ("torch.linalg.eig", "eigenvalues", "linalg_eig:0"),
        ("torch.linalg.eig", "eigenvectors", "linalg_eig:1"),
        ("torch.linalg.eigvals", "eigenvalues", "linalg_eigvals"),
        ("torch.linalg.householder_product", "result", "linalg_householder_product"),
        ("torch.linalg.lstsq", "solution", "linalg_lstsq:0 linalg_lstsq:1"),
        ("torch.linalg.lstsq", "rank", "linalg_lstsq:2"),
        ("torch.linalg.lstsq", "singular_values", "linalg_lstsq:3"),
        ("matrix_power", "result", "linalg_matrix_power matrix_power"),
        ("torch.linalg.matrix_rank", "result", "linalg_matrix_rank"),
        ("linalg.pinv", "result", "linalg_pinv pinverse"),
        ("tensorinv", "result", "linalg_tensorinv"),
        ("tensorsolve", "result", "linalg_tensorsolve"),
    ]
}
_MEANS = "mean.dtype_out(): input types can't be cast to the desired output type {G}"


def check_measured(name: str, args: Sequence[Any], given: DType) -> None:
    """Refuse a type to compute in that a sum or mean cannot have, as ``out=`` has it."""
    if name == "nansum" and args and args[0].dtype.category < FLOATING:
        return  # whole numbers have no nan: PyTorch sums them
    if name == "mean" and given.category < FLOATING:
        raise _refusal(_MEANS, name, given, given)
    if name != "mean" and given.category != FLOATING:
        raise unsupported("nansum_cpu", given.numpy)


_DRAWN = {
    "bernoulli": (BOOL, FLOATING, "bernoulli_tensor_cpu_self_"),
    "normal": (FLOATING, COMPLEX, "normal_kernel_cpu"),
    "poisson": (BOOL, COMPLEX, ""),
    "multinomial": (BOOL, COMPLEX, ""),
}
"""What draws numbers draws them in the type that it is given, from and up to a category."""
_FORCED = frozenset({"all", "any"})
"""These write bytes besides truth values."""
_TYPED = frozenset({"sum", "prod", "mean", "cumsum", "cumprod", "nansum", "logsumexp", "norm"})
_MADE = frozenset({"arange", "empty", "eye", "full", "linspace", "logspace", "ones", "zeros"})
_MADE |= {"normal", "rand", "randn", "randperm", "range", "randint"}
"""Where ``dtype=`` is given, these write into that type alone."""


def _by_name(table: dict[str, str]) -> dict[str, str]:
    return {name: message for message, names in table.items() for name in names.split()}


_EXACTLY, _OTHERWISE = _by_name(_EXACT), _by_name(_WORDED)


def check_type(name: str, place: int, count: int, own: DType, given: DType, typed: bool) -> None:
    """Raise PyTorch's error for the type of one of ``count`` tensors to write into.

    ``own`` is the type of the result. ``typed`` says that the program asked for a type.
    """
    if own is given:
        return
    if name in _DRAWN and name not in _EXACTLY and not typed:
        lowest, highest, kernel = _DRAWN[name]
        if not lowest <= given.category <= highest:
            raise unsupported(kernel, given.numpy)
        return
    if name == "abs of complex" and given.category == COMPLEX:
        own = own.to_complex()
        if own is given:
            return
        name = "abs"  # which computes in complex numbers, then
    message = _EXACTLY.get(f"{name}:pair", "") if count == 2 and place == 0 else ""
    message = message or _EXACTLY.get(f"{name}:{place}", "") if count > 1 else ""
    message = message or _EXACTLY.get(name, "")
    if typed and name in _TYPED:
        message = "Expected out tensor to have dtype {o}, but got {g} instead"
    elif typed and name in _MADE:
        message = "dtype {O} does not match dtype of out parameter ({G})"
    elif name == "heaviside" and given.category == COMPLEX:
        message = "heaviside is not yet implemented for complex tensors."
    elif name in _FORCED and given.name not in ("bool", "uint8"):
        message = name + " only supports bool tensor for result, got: {G}"
    elif not message and given.category < own.category:
        default = "result type {O} can't be cast to the desired output type {G}"
        message = _OTHERWISE.get(f"{name}:{place}") or _OTHERWISE.get(name) or default
    worded = _OTHERWISE.get(name, "")
    if given.category > own.category and "floating point output" in worded:
        message = worded
    if message:
        raise _refusal(message, name, own, given)


def _refusal(message: str, name: str, own: DType, given: DType) -> Exception:
    for mark, text in (
        ("{O}", own.scalar_name),
        ("{G}", given.scalar_name),
        ("{o}", own.c_name),
        ("{32}", str(own.name == "int32")),
        ("{g}", given.c_name),
    ):
        message = message.replace(mark, text)
    kind = TypeError if message.startswith("torch.cat()") else RuntimeError
    return op_error(kind, message, code="dtype")
