"""The element types that PyTorch's operators refuse, in its words: a table and its reading.

``tests/reference/record_refused_types.py`` writes the rows: operators, types, and the name of
PyTorch's kernel or else the whole error, with {} for the type. A plus sign says that operands
without elements are taken. They are read when an operand is of another type than float32 and
float64.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import cache, reduce
from typing import Any

from gradcli.core.promote import promote_types, result_type
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.dtypes import complex64, float16, scalar_name

GROUPS = {
    "complex": "ComplexDouble ComplexFloat ComplexHalf",
    "integral": "Bool Byte Char Int Long Short",
    "integer": "Byte Char Int Long Short",
    "narrow": "BFloat16 Half",
}

_ALWAYS = frozenset(("BFloat16", "ComplexDouble", "ComplexFloat", "ComplexHalf", "Half"))
"""Types that no index and no mask has: they are refused wherever they stand."""


_ALIKE = frozenset(
    [
        "binary_cross_entropy",
        "cholesky_solve",
        "index_reduce",
        "linalg_householder_product",
        "linalg_solve_ex",
        "ormqr",
        "scatter_reduce",
    ]
)
"""Operators whose first and last operand are to be of one type, which PyTorch asks for first."""


_PROMOTED = frozenset(
    ["floor_divide", "gaussian_nll_loss", "huber_loss", "mse_loss", "smooth_l1_loss"]
)
"""Functions made of others that look at the type which their operands have in common.

Operators that say to what type they bring theirs do so as well.
"""

_FIRST = frozenset(["hinge_embedding_loss", "multilabel_soft_margin_loss"])
"""Operators that look at their first operand only."""


@cache
def _refused() -> dict[tuple[str, str], tuple[str, str, bool]]:
    """Return the error's class and message for each operator and type, and whether always."""
    table = {}
    for row in ROWS.replace("\n  ", " ").strip().splitlines():
        names, types, error = row.split("; ", 2)
        kind, separate, message = error.partition(": ")
        if not separate:
            kind, message = "NotImplementedError", f"\"{error}\" not implemented for '{{}}'"
        for word in types.removeprefix("+").split():
            for scalar in GROUPS.get(word, word).split():
                for name in names.split():
                    error = message.replace("{}", scalar)
                    table[name, scalar] = kind, error, types[0] != "+"
    return table


def _joint_name(operands: Sequence[Any]) -> str:
    """Return the name of the type that operands are brought to; PyTorch has one more than NumPy."""
    tensors = [x for x in operands if isinstance(x, Tensor)]
    numbers = [x for x in operands if isinstance(x, (int, float, complex))]
    dtype = result_type([*(x.array for x in tensors), *numbers])
    leading = [x.dtype for x in tensors if x.ndim] or [x.dtype for x in tensors]
    if dtype is complex64 and reduce(promote_types, leading) is float16:
        return "ComplexHalf"
    return dtype.scalar_name


def check_types(op: Any, name: str, operands: Sequence[Any]) -> None:
    """Refuse operands of an element type that PyTorch's operator of the name does not take."""
    together = getattr(op.promotes, "__name__", "").startswith(("common", "scaling"))
    if (together or name in _PROMOTED) and len(operands) > 1 and not op.variadic:
        found = _refused().get((name, _joint_name(operands)))
        if found is not None:
            raise op_error(vars(builtins)[found[0]], found[1], code="dtype", operands=(0,))
        return
    if name in _ALIKE and operands[0].dtype is not operands[-1].dtype:
        return  # what the operator refuses first
    first = True
    for place, operand in enumerate(operands[: 1 if name in _FIRST else None]):
        if not isinstance(operand, Tensor):
            continue
        scalar = scalar_name(operand.array)
        found = _refused().get((name, scalar))
        if found is not None and (first or scalar in _ALWAYS) and (found[2] or operand.array.size):
            kind, message, _ = found
            raise op_error(vars(builtins)[kind], message, code="dtype", operands=(place,))
        first = False


ROWS = r"""
gelu; complex; GeluKernelImpl
group_norm; complex; GroupNormKernelImpl
layer_norm; complex; LayerNormKernelImpl
sign; complex; NotImplementedError: Unlike NumPy, torch.sign is not intended to support complex
  numbers. Please use torch.sgn instead.
ceil; complex; NotImplementedError: ceil is not supported for complex inputs
clamp cosine_embedding_loss hardtanh hinge_embedding_loss margin_ranking_loss relu relu6; complex;
  NotImplementedError: clamp is not supported for complex types
floor; complex; NotImplementedError: floor is not supported for complex inputs
signbit; complex; NotImplementedError: signbit is not implemented for complex tensors.
trunc; complex; NotImplementedError: trunc is not supported for complex inputs
complex polar; BFloat16; RuntimeError: Expected both inputs to be Half, Float or Double tensors
  but got {} and {}
abs_; complex; RuntimeError: In-place abs is not supported for complex tensors.
stft; narrow; RuntimeError: MKL FFT doesn't support tensors of type: {}
mvlgamma; Bool; RuntimeError: The input tensor may not be a boolean tensor.
linalg_eig linalg_eigvals; integral; RuntimeError: Unknown Complex ScalarType for {}
deg2rad; complex; RuntimeError: deg2rad is not supported for complex tensors.
cosine_similarity; complex; RuntimeError: expected common dtype to be floating point, yet common
  dtype is {}
fmax; complex; RuntimeError: fmax not implemented for complex tensors.
fmin; complex; RuntimeError: fmin not implemented for complex tensors.
heaviside; complex; RuntimeError: heaviside is not yet implemented for complex tensors.
kl_div; complex; RuntimeError: kl_div: Complex inputs not supported.
ldexp_; integral; RuntimeError: ldexp can't be cast to the desired output type {}
matrix_exp; integral; RuntimeError: linalg.matrix_exp: Expected a floating point or complex tensor
  as input. Got {}
linalg_vander; narrow Bool; RuntimeError: linalg.vander supports floating point, complex, and
  integer tensors, but got {}
logdet; integral; RuntimeError: logdet: Expected a floating point or complex tensor as input. Got
  {}
logdet; narrow; RuntimeError: logdet: Low precision dtypes not supported. Got {}
maximum; complex; RuntimeError: maximum not implemented for complex tensors.
minimum; complex; RuntimeError: minimum not implemented for complex tensors.
rad2deg; complex; RuntimeError: rad2deg is not supported for complex tensors.
mvlgamma_; integer; RuntimeError: mvlgamma: result type {} can't be cast to the desired output
  type Float
soft_margin_loss; integer; RuntimeError: result type Float can't be cast to the desired output
  type {}
rfft2; complex; RuntimeError: rfftn expects a real-valued input tensor, but got {}
gradient; Byte; RuntimeError: torch.gradient does not support uint8 input.
adaptive_max_pool3d; complex integral; adaptive_max_pool3d_cpu
addcmul; Bool; addcmul_cpu_out
addbmm; Bool; addmm_impl_cpu_
airy_ai; complex; airy_ai_cpu
mvlgamma; complex; arange_cpu
avg_pool3d; narrow; avg_pool3d_out_frame
batch_norm; +complex; batch_norm
instance_norm; complex; batch_norm
bernoulli; +complex; bernoulli_tensor_cpu_self_
binary_cross_entropy; complex; binary_cross_entropy
bincount; narrow; bincount_cpu
bitwise_and; narrow; bitwise_and_cpu
bitwise_not; narrow; bitwise_not_cpu
bitwise_or; narrow; bitwise_or_cpu
bitwise_xor; narrow; bitwise_xor_cpu
bilinear; +Bool; bmm
cdist; narrow; cdist
cholesky; +integral; cholesky_cpu
cholesky_inverse; integral narrow; cholesky_inverse_out_cpu
cholesky_solve; integral narrow; cholesky_solve_cpu
cross linalg_cross; Bool; cross
dist margin_ranking_loss; Bool; RuntimeError: Subtraction, the `-` operator, with
  two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.
gaussian_nll_loss; Char; RuntimeError: result type Float can't be cast to the desired output
  type signed char
gaussian_nll_loss; Byte; RuntimeError: result type Float can't be cast to the desired output
  type unsigned char
gaussian_nll_loss; Bool; RuntimeError: result type Float can't be cast to the desired output
  type bool
cumprod_; Bool; cumprod_out_cpu
cumsum_; Bool; cumsum_out_cpu
ctc_loss; complex narrow; ctc_loss_cpu
digamma; complex; digamma
floor_divide; complex; div_floor_cpu
vdot; Bool; dot
celu elu selu; complex; elu_cpu
erf ndtr; complex; erf_vml_cpu
erfc; complex; erfc_vml_cpu
erfcx; complex; erfcx_cpu
erfinv; complex; erfinv_vml_cpu
fractional_max_pool2d; complex; fractional_max_pool2d_out_frame
fractional_max_pool3d; complex; fractional_max_pool3d_out_frame
ge; complex; ge_cpu
geqrf; integral narrow; geqrf_cpu
glu; complex; glu_cpu
gt; complex; gt_cpu
hardshrink; complex; hardshrink_cpu
hardsigmoid; complex; hardsigmoid_cpu
hardswish; complex; hardswish_cpu
huber_loss; complex; huber_cpu
i0; complex; i0_vml_cpu
im2col; integer; im2col_out_cpu
linalg_ldl_factor linalg_ldl_factor_ex; +narrow; ldl_factor_kernel_cpu
linalg_ldl_solve; narrow; ldl_solve_kernel_cpu
le; complex; le_cpu
leaky_relu; complex; leaky_relu_cpu
lgamma; complex; lgamma_vml_cpu
lu_solve; +narrow; linalg.lu_solve_cpu
linalg_lu_solve; narrow; linalg.lu_solve_cpu
linalg_eigh linalg_eigvalsh; +integral; linalg_eigh_cpu
histc; Bool; linspace_cpu
histogram histogramdd; narrow; histogramdd
log_ndtr; complex; log_ndtr_cpu
binary_cross_entropy_with_logits logsigmoid multilabel_soft_margin_loss; complex; log_sigmoid_cpu
cross_entropy; complex; log_softmax_lastdim_kernel_impl
logit; complex; logit_cpu
gaussian_nll_loss lt; complex; lt_cpu
linalg_lu linalg_lu_factor linalg_lu_factor_ex lu; integral; lu_cpu
max_unpool1d max_unpool2d; complex integral; max_unpool2d
max_unpool3d; complex integral; max_unpool3d
clamp_min; complex; maximum_cpu
clamp_max; complex; minimum_cpu
mish; complex; mish_cpu
mse_loss; complex; mse_cpu
multi_margin_loss; complex integral narrow; multi_margin_loss_cpu_kernel
multilabel_margin_loss; complex narrow; multilabel_margin_loss_forward_out_frame
nll_loss; complex; nll_loss_out_frame
randn_like; +integral; normal_kernel_cpu
normal; integral; normal_kernel_cpu
linalg_householder_product; integral narrow; orgqr_cpu
ormqr; integral narrow; ormqr_cpu
polar; Half; polar_cpu
prelu; complex; prelu_cpu
rrelu; complex; rrelu_with_noise_out_cpu
bucketize searchsorted; +complex; searchsorted_out_cpu
conv_transpose1d conv_transpose2d; Bool Byte Char Int Short; slow_conv_transpose2d_out_cpu
conv_transpose3d; Bool Byte Char Int Short; slow_conv_transpose3d_out_cpu
smooth_l1_loss; complex; smooth_l1_cpu
scaled_dot_product_attention; complex; softmax_lastdim_kernel_impl
softplus; complex; softplus_cpu
softshrink; complex; softshrink_check
spherical_bessel_j0; complex; spherical_bessel_j0_cpu
threshold; complex; threshold_cpu
linalg_solve_triangular triangular_solve; integral narrow; triangular_solve_cpu
xlog1py; complex; xlog1py_cpu
xlogy; complex; xlogy_cpu
zeta; complex narrow; zeta_cpu
"""
