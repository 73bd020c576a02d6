"""The functions of PyTorch that write nowhere else: those without ``out=``, by their operator.

This module is read where a call gives one.
"""

from __future__ import annotations

from typing import Any, Final

from gradcli.errors import op_error

_IN_PYTHON: Final = {
    "unique": "_return_output",
    "unique_consecutive": "_consecutive_return_output",
}
"""What PyTorch's Python calls with the arguments of another function."""


def has_out(name: str) -> bool:
    """Tell whether a function of PyTorch has ``out=``, in one of its forms."""
    return name not in _WITHOUT.split() and name not in _OVERLOADED.split()


def check_has_out(name: str, signature: Any, args: Any, kwargs: Any) -> None:
    """Refuse ``out=``, which is among ``kwargs``, where PyTorch's function does not have it."""
    number = bool(args) and name in _OF_TENSORS.split() and isinstance(args[0], (int, float))
    if number or name in _OVERLOADED.split():
        raise signature.invalid_combination(args, kwargs, False)
    along = len(args) > 1 or not kwargs.keys().isdisjoint(("dim", "axis"))
    if name in _ALONG.split() and not along:
        if signature.is_ambiguous(args, kwargs, False):
            raise signature.invalid_combination(args, kwargs, False)
        message = f'{name}() missing 1 required positional arguments: "dim"'
        raise op_error(TypeError, message)
    if name in _WITHOUT.split():
        shown = _IN_PYTHON.get(name, signature.name)
        raise op_error(TypeError, f"{shown}() got an unexpected keyword argument 'out'")


_ALONG: Final = "median nanmedian prod sum"
"""Those that have it for results along a dimension alone."""


_OF_TENSORS: Final = """
bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor bucketize remainder
"""
"""Those that do not have it where a number comes first."""


_OVERLOADED: Final = """
argsort bartlett_window blackman_window conv1d conv2d conv3d count_nonzero cumulative_trapezoid
dsplit fill gradient hamming_window hann_window hsplit index_fill kaiser_window masked_fill movedim
narrow rand_like randint_like randn_like repeat_interleave rsub std_mean tensor_split trapezoid
var_mean vsplit
"""
"""Those of several forms, none of which fits."""


_WITHOUT: Final = """
adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d
adaptive_max_pool2d adaptive_max_pool3d adjoint affine_grid allclose alpha_dropout argwhere
as_strided atleast_1d atleast_2d atleast_3d avg_pool1d batch_norm bilinear binary_cross_entropy
binary_cross_entropy_with_logits bincount block_diag broadcast_tensors broadcast_to
cartesian_prod cdist celu channel_shuffle chunk clone col2im combinations conj constant_pad_nd
conv_transpose1d conv_transpose2d conv_transpose3d corrcoef cosine_embedding_loss
cosine_similarity cov cross_entropy ctc_loss diag_embed diagflat diagonal_scatter dist dropout
dropout1d dropout2d dropout3d einsum elu embedding embedding_bag empty_like empty_permuted
empty_strided equal feature_alpha_dropout fftshift flatten flip fliplr flipud
fractional_max_pool2d fractional_max_pool3d full_like gaussian_nll_loss glu grid_sample
group_norm gru_cell gumbel_softmax hardsigmoid hardswish hardtanh hinge_embedding_loss huber_loss
ifftshift im2col imag index_put instance_norm interpolate isclose isfinite isinf isnan isreal
istft kl_div l1_loss layer_norm leaky_relu linalg_diagonal linalg_vander linear_cross_entropy
local_response_norm logdet lp_pool1d lp_pool2d lp_pool3d margin_ranking_loss masked_scatter
matrix_exp max_pool1d max_pool2d max_pool3d max_unpool1d max_unpool2d max_unpool3d meshgrid mish
mse_loss multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss nll_loss one_hot
ones_like pad pairwise_distance pca_lowrank pdist pinverse pixel_shuffle pixel_unshuffle poisson
poisson_nll_loss positive prelu put ravel real relu relu6 reshape resolve_conj rms_norm
rnn_relu_cell rnn_tanh_cell roll rot90 rrelu scalar_tensor scaled_dot_product_attention
segment_reduce selu silu smooth_l1_loss
soft_margin_loss softmin softsign split stft svd_lowrank tanhshrink tensor tile
torch_binary_cross_entropy_with_logits torch_cosine_embedding_loss _torch_embedding
torch_hinge_embedding_loss
torch_kl_div torch_margin_ranking_loss torch_triplet_margin_loss trace tril_indices
triplet_margin_loss triplet_margin_with_distance_loss triu_indices unflatten unique
unique_consecutive unravel_index unsafe_chunk unsafe_split unsafe_split_with_sizes upsample
upsample_bilinear upsample_nearest vander zeros_like
"""
