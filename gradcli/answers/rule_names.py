"""What the rules of differentiation are called, by the operation that they are for.

This module knows words. It does not know how anything is differentiated.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

OUTER: Final = {
    "exp": "exp(u)",
    "exp2": "exp2(u) * log(tensor(2.0))",
    "expm1": "exp(u)",
    "log": "1 / u",
    "log1p": "1 / (1 + u)",
    "log2": "1 / (u * log(tensor(2.0)))",
    "log10": "1 / (u * log(tensor(10.0)))",
    "sin": "cos(u)",
    "cos": "-sin(u)",
    "tan": "1 / cos(u)**2",
    "asin": "1 / sqrt(1 - u**2)",
    "acos": "-1 / sqrt(1 - u**2)",
    "atan": "1 / (1 + u**2)",
    "sinh": "cosh(u)",
    "cosh": "sinh(u)",
    "tanh": "1 - tanh(u)**2",
    "sigmoid": "sigmoid(u) * (1 - sigmoid(u))",
    "softplus": "sigmoid(u)",
    "erf": "2 / sqrt(tensor(pi)) * exp(-u**2)",
    "lgamma": "digamma(u)",
}
"""Functions of one number ``u``, and their derivatives."""

_NAMES: Final = {
    name: rule
    for names, rule in (
        ("add", "sum rule"),
        ("sub rsub", "difference rule"),
        ("neg", "constant multiple rule"),
        ("pow_number square sqrt rsqrt", "power rule"),
        ("number_pow", "exponential rule"),
        ("reciprocal", "reciprocal rule"),
        ("sum sum_keepdim", "sum over elements"),
        ("mean", "mean of elements"),
        ("prod", "product of elements"),
        ("cumsum", "running sum"),
        ("var", "variance"),
        ("std", "standard deviation"),
        ("dot vdot inner", "dot product rule"),
        ("outer", "outer product rule"),
        ("mv", "matrix-vector product rule"),
        ("mm bmm matmul addmm linear", "matrix product rule"),
        ("kron", "Kronecker product rule"),
        ("einsum", "sum of products rule"),
        ("t permute transpose movedim swapaxes", "transpose rule"),
        ("trace", "trace rule"),
        ("det", "Jacobi's formula for determinants"),
        ("logdet slogdet", "log-determinant rule"),
        ("inverse inv", "matrix inverse rule"),
        ("solve", "linear solve rule"),
        ("matrix_exp", "matrix exponential rule"),
        ("norm vector_norm matrix_norm", "norm rule"),
        ("logsumexp", "log-sum-exp rule"),
        ("softmax", "softmax rule"),
        ("log_softmax", "log-softmax rule"),
        ("cross_entropy nll nll_loss", "cross entropy rule"),
        ("bce binary_cross_entropy", "binary cross entropy rule"),
        ("mse_loss", "squared error rule"),
        ("view reshape flatten unsqueeze squeeze unsafe_view", "the same elements"),
        ("select slice index gather index_select narrow", "picking elements"),
        ("diagonal tril triu", "picking elements"),
        ("diag_embed diag", "a vector on the diagonal"),
        ("cat stack", "joining"),
        ("expand repeat", "repeating"),
        ("relu abs clamp clamp_numbers where maximum minimum leaky_relu", "case by case"),
        ("clamp_min clamp_max relu6 hardtanh masked_fill prelu", "case by case"),
        ("cumprod", "running product"),
        ("flip roll rot90", "elements in another order"),
        ("sort topk kthvalue embedding masked_select", "picking elements"),
        ("pad constant_pad_nd", "zeros around"),
        ("copy", "writing into a part"),
        ("cross", "cross product rule"),
        ("cholesky", "Cholesky rule"),
        ("pinverse pinv", "pseudoinverse rule"),
        ("matrix_power", "matrix power rule"),
        ("conv1d conv2d conv3d convolution", "convolution rule"),
        ("conv_transpose1d conv_transpose2d conv_transpose3d", "convolution rule"),
        ("layer_norm batch_norm group_norm instance_norm rms_norm", "normalization rule"),
        ("max_pool1d max_pool2d max_pool3d", "the chosen element"),
        ("avg_pool1d avg_pool2d avg_pool3d", "mean of elements"),
        ("max min amax amin max_all min_all max_dim min_dim median", "the chosen element"),
    )
    for name in names.split()
}

_BY_REACHED: Final = {
    "mul": ("constant multiple rule", "constant multiple rule", "product rule"),
    "true_divide": ("constant multiple rule", "reciprocal rule", "quotient rule"),
    "pow_tensor": ("power rule", "exponential rule", "power and exponential rule"),
}
"""Rules by what a gradient reaches: the first operand alone, the second alone, or both."""


def rule_of(name: str, reached: Collection[int]) -> str:
    """Return what the rule for an operation is called, where gradients reach some operands."""
    plain = name.strip("_").removeprefix("linalg_").removesuffix("_ex")
    if plain in _BY_REACHED:
        first, second, both = _BY_REACHED[plain]
        return both if len(reached) > 1 else first if 0 in reached else second
    if plain in OUTER:
        written = OUTER[plain].replace("tensor(2.0)", "2").replace("tensor(10.0)", "10")
        return f"chain rule, {plain}'(u) = {written.replace('tensor(pi)', 'pi')}"
    return _NAMES.get(plain, f"derivative of {plain}")
