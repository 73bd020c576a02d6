# Written by `python docs/build.py` from the operator table; a test keeps it current.
from builtins import bool as _bool
from builtins import int as _int
from builtins import str as _str
from typing import Any, Literal, overload

from gradcli import Generator, Tensor, _DType, _Ints, _Number, _Real, _Sizes

def log_softmax(
    input: Tensor, dim: _int | None = None, *, dtype: _DType | None = None, axis: _int | None = None
) -> Tensor:
    """The logarithm of the softmax along a dimension."""

def softmax(
    input: Tensor, dim: _int | None = None, *, dtype: _DType | None = None, axis: _int | None = None
) -> Tensor:
    """The exponentials over their sum along a dimension."""

def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """The averages of as many even shares of signals as are asked for."""

def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The averages of as many even shares of images as are asked for."""

def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """The averages of as many even shares of volumes as are asked for."""

@overload
def adaptive_max_pool1d(
    input: Tensor, output_size: Any, return_indices: Literal[False] = False
) -> Tensor:
    """The largest elements of as many even shares of signals as are asked for."""

@overload
def adaptive_max_pool1d(
    input: Tensor, output_size: Any, *, return_indices: Literal[True]
) -> tuple[Tensor, Tensor]: ...
def adaptive_max_pool1d_with_indices(input: Tensor, output_size: Any) -> tuple[Tensor, Tensor]:
    """The largest elements of as many even shares of signals as are asked for."""

@overload
def adaptive_max_pool2d(
    input: Tensor, output_size: Any, return_indices: Literal[False] = False
) -> Tensor:
    """The largest elements of as many even shares of images as are asked for."""

@overload
def adaptive_max_pool2d(
    input: Tensor, output_size: Any, *, return_indices: Literal[True]
) -> tuple[Tensor, Tensor]: ...
def adaptive_max_pool2d_with_indices(input: Tensor, output_size: Any) -> tuple[Tensor, Tensor]:
    """The largest elements of as many even shares of images as are asked for."""

@overload
def adaptive_max_pool3d(
    input: Tensor, output_size: Any, return_indices: Literal[False] = False
) -> Tensor:
    """The largest elements of as many even shares of volumes as are asked for."""

@overload
def adaptive_max_pool3d(
    input: Tensor, output_size: Any, *, return_indices: Literal[True]
) -> tuple[Tensor, Tensor]: ...
def adaptive_max_pool3d_with_indices(input: Tensor, output_size: Any) -> tuple[Tensor, Tensor]:
    """The largest elements of as many even shares of volumes as are asked for."""

def affine_grid(theta: Tensor, size: _Sizes, align_corners: _bool | None = None) -> Tensor:
    """The grid for grid_sample that applies affine maps to images or volumes."""

def alpha_dropout(
    input: Tensor, p: _Real = 0.5, training: _bool = False, inplace: _bool = False
) -> Tensor:
    """The tensor with random elements dropped, its mean and variance kept; made for SELU."""

def avg_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    ceil_mode: _bool = False,
    count_include_pad: _bool = True,
) -> Tensor:
    """The averages of windows over signals."""

def avg_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    ceil_mode: _bool = False,
    count_include_pad: _bool = True,
    divisor_override: _int | None = None,
) -> Tensor:
    """The averages of windows over images."""

def avg_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    ceil_mode: _bool = False,
    count_include_pad: _bool = True,
    divisor_override: _int | None = None,
) -> Tensor:
    """The averages of windows over volumes."""

def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: _bool = False,
    momentum: _Real = 0.1,
    eps: _Real = 1e-05,
) -> Tensor:
    """The elements of each channel with mean 0 and variance 1, scaled and moved.

    In training the running moments, if they are given, move towards those of the batch."""

def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """A bilinear layer: ``input1 @ weight[k] @ input2`` for each k, plus a bias."""

def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The cross entropy of probabilities of a yes, and targets between 0 and 1."""

def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The cross entropy of the sigmoids of logits, and targets between 0 and 1."""

def celu(input: Tensor, alpha: _Real = 1.0, inplace: _bool = False) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x / alpha) - 1)."""

def celu_(input: Tensor, alpha: _Real = 1.0) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x / alpha) - 1)."""

def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Channels in another order: the first of each group, then the second of each, and so on."""

def fold(
    input: Tensor,
    output_size: _Ints,
    kernel_size: _Ints,
    dilation: _Ints = ...,
    padding: _Ints = ...,
    stride: _Ints = ...,
) -> Tensor:
    """Images from windows given as columns; where windows overlap they add up."""

def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
) -> Tensor:
    """The convolution (cross-correlation) of signals with kernels."""

def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
) -> Tensor:
    """The convolution (cross-correlation) of images with kernels."""

def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
) -> Tensor:
    """The convolution (cross-correlation) of volumes with kernels."""

def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
) -> Tensor:
    """The gradient of conv1d by its input, as an operator of its own."""

def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
) -> Tensor:
    """The gradient of conv2d by its input, as an operator of its own."""

def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
) -> Tensor:
    """The gradient of conv3d by its input, as an operator of its own."""

def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: _Real = 0,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """How far vectors that belong together differ in direction, and how far others do not."""

def cosine_similarity(
    x1: Tensor, x2: Tensor, dim: _int = 1, eps: _Real = 1e-08, *, axis: _int = 1
) -> Tensor:
    """The cosine of the angle between vectors along a dimension."""

def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    ignore_index: _int = -100,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    label_smoothing: _Real = 0.0,
) -> Tensor:
    """The cross entropy of the softmax of scores, and class numbers or probabilities."""

def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Any,
    target_lengths: Any,
    blank: _int = 0,
    reduction: _str = "mean",
    zero_infinity: _bool = False,
) -> Tensor:
    """The negative log likelihood of sequences of labels, under a likelihood of each in time."""

def dropout(
    input: Tensor, p: _Real = 0.5, training: _bool = True, inplace: _bool = False
) -> Tensor:
    """The tensor with random elements dropped and the others scaled up to make up for them."""

def dropout1d(
    input: Tensor, p: _Real = 0.5, training: _bool = True, inplace: _bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, L) or (C, L)."""

def dropout2d(
    input: Tensor, p: _Real = 0.5, training: _bool = True, inplace: _bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, H, W)."""

def dropout3d(
    input: Tensor, p: _Real = 0.5, training: _bool = True, inplace: _bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, D, H, W) or (C, D, H, W)."""

def elu(input: Tensor, alpha: _Real = 1.0, inplace: _bool = False) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x) - 1)."""

def elu_(input: Tensor, alpha: _Real = 1.0) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x) - 1)."""

def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: _int | None = None,
    max_norm: _Real | None = None,
    norm_type: _Real = 2.0,
    scale_grad_by_freq: _bool = False,
    sparse: _bool = False,
) -> Tensor:
    """The rows of a table that numbers name; no gradient goes to the row of padding."""

def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: _Real | None = None,
    norm_type: _Real = 2,
    scale_grad_by_freq: _bool = False,
    mode: _str = "mean",
    sparse: _bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: _bool = False,
    padding_idx: _int | None = None,
) -> Tensor:
    """The sums, means or maxima of the rows of a table that bags of numbers name."""

def feature_alpha_dropout(
    input: Tensor, p: _Real = 0.5, training: _bool = False, inplace: _bool = False
) -> Tensor:
    """The tensor with random channels dropped, its mean and variance kept."""

@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: Literal[False] = False,
    _random_samples: Any = None,
) -> Tensor:
    """The largest elements of windows over images, as many as are asked for, laid out at random."""

@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    _random_samples: Any = None,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]: ...
def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    _random_samples: Any = None,
) -> tuple[Tensor, Tensor]:
    """The largest elements of windows over images, as many as are asked for, laid out at random."""

@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: Literal[False] = False,
    _random_samples: Any = None,
) -> Tensor:
    """The largest elements of windows over volumes, as many as asked for, laid out at random."""

@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    _random_samples: Any = None,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]: ...
def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: _Ints,
    output_size: Any = None,
    output_ratio: Any = None,
    _random_samples: Any = None,
) -> tuple[Tensor, Tensor]:
    """The largest elements of windows over volumes, as many as asked for, laid out at random."""

def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | _Number,
    full: _bool = False,
    eps: _Real = 1e-06,
    reduction: _str = "mean",
) -> Tensor:
    """The negative log likelihood of targets under normal distributions of mean and variance."""

def gelu(input: Tensor, *, approximate: _str = "none") -> Tensor:
    """The element times the probability that a normal variable is below it."""

def glu(input: Tensor, dim: _int = -1, *, axis: _int = -1) -> Tensor:
    """The first half along a dimension times the ``sigmoid`` of the second."""

def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: _str = "bilinear",
    padding_mode: _str = "zeros",
    align_corners: _bool | None = None,
) -> Tensor:
    """The elements of images or volumes at the places that a grid names, from -1 to 1."""

def group_norm(
    input: Tensor,
    num_groups: _int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: _Real = 1e-05,
    cudnn_enabled: _bool = True,
) -> Tensor:
    """The elements of each group of channels with mean 0 and variance 1, scaled and moved."""

def gumbel_softmax(
    logits: Tensor,
    tau: _Real = 1,
    hard: _bool = False,
    eps: _Real = 1e-10,
    dim: _int = -1,
    *,
    axis: _int = -1,
) -> Tensor:
    """A sample of the categorical distribution, softened so that it can be differentiated."""

def hardshrink(input: Tensor, lambd: _Real = 0.5) -> Tensor:
    """The element, or 0 where it lies within ``lambd`` of 0."""

def hardsigmoid(input: Tensor, inplace: _bool = False) -> Tensor:
    """The logistic function made of three straight pieces: (x + 3) / 6 kept between 0 and 1."""

def hardswish(input: Tensor, inplace: _bool = False) -> Tensor:
    """The element times its ``hardsigmoid``."""

def hardtanh(
    input: Tensor, min_val: _Real = -1.0, max_val: _Real = 1.0, inplace: _bool = False
) -> Tensor:
    """The element kept between two bounds; at the bounds the derivative is 0."""

def hardtanh_(input: Tensor, min_val: _Real = -1.0, max_val: _Real = 1.0) -> Tensor:
    """The element kept between two bounds; at the bounds the derivative is 0."""

def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: _Real = 1.0,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The distances of pairs that belong together, and what others are nearer than a margin."""

def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: _str = "mean",
    delta: _Real = 1.0,
    weight: Tensor | None = None,
) -> Tensor:
    """The mean of differences that count squared near 0, and ``delta`` times their size beyond."""

def unfold(
    input: Tensor,
    kernel_size: _Ints,
    dilation: _Ints = ...,
    padding: _Ints = ...,
    stride: _Ints = ...,
) -> Tensor:
    """The windows over images, each as a column."""

def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: _bool = True,
    momentum: _Real = 0.1,
    eps: _Real = 1e-05,
) -> Tensor:
    """The elements of each channel of each sample with mean 0 and variance 1."""

def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: _str = "nearest",
    align_corners: _bool | None = None,
    recompute_scale_factor: _bool | None = None,
    antialias: _bool = False,
) -> Tensor:
    """The input in another size, its elements interpolated."""

def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    log_target: _bool = False,
) -> Tensor:
    """The divergence of a distribution, given by logarithms, from a target distribution."""

def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """The mean of the absolute differences, or their sum, or themselves."""

def layer_norm(
    input: Tensor,
    normalized_shape: _Sizes,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: _Real = 1e-05,
    cudnn_enable: _bool = True,
) -> Tensor:
    """The elements with mean 0 and variance 1 along the last dimensions, scaled and moved."""

def leaky_relu(input: Tensor, negative_slope: _Real = 0.01, inplace: _bool = False) -> Tensor:
    """The element where it is positive, elsewhere ``negative_slope`` times it."""

def leaky_relu_(input: Tensor, negative_slope: _Real = 0.01) -> Tensor:
    """The element where it is positive, elsewhere ``negative_slope`` times it."""

def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """A linear layer: ``input @ weight.T + bias``."""

def linear_cross_entropy(
    input: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    *,
    linear_bias: Tensor | None = None,
    weight: Tensor | None = None,
    reduction: _str = "mean",
    ignore_index: _int | None = None,
    label_smoothing: _Real = 0.0,
    options: Any = None,
) -> Tensor:
    """The cross entropy of the scores that a linear layer gives."""

def local_response_norm(
    input: Tensor, size: _int, alpha: _Real = 0.0001, beta: _Real = 0.75, k: _Number = 1.0
) -> Tensor:
    """The elements over a power of the mean square of as many channels around each."""

def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of the ``sigmoid``, which does not overflow."""

def lp_pool1d(
    input: Tensor,
    norm_type: _Real,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    ceil_mode: _bool = False,
) -> Tensor:
    """The norms of windows over signals."""

def lp_pool2d(
    input: Tensor,
    norm_type: _Real,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    ceil_mode: _bool = False,
) -> Tensor:
    """The norms of windows over images."""

def lp_pool3d(
    input: Tensor,
    norm_type: _Real,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    ceil_mode: _bool = False,
) -> Tensor:
    """The norms of windows over volumes."""

def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: _Real = 0,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """What the first scores are not above the second by a margin; below, where the target is -1."""

@overload
def max_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """The largest elements of windows over signals, and where they are if asked for."""

@overload
def max_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]: ...
def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest elements of windows over signals, and where they are if asked for."""

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """The largest elements of windows over images, and where they are if asked for."""

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]: ...
def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest elements of windows over images, and where they are if asked for."""

@overload
def max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """The largest elements of windows over volumes, and where they are if asked for."""

@overload
def max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]: ...
def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest elements of windows over volumes, and where they are if asked for."""

def max_unpool1d(
    input: Tensor,
    indices: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    output_size: Any = None,
) -> Tensor:
    """Zeros with the values of a max_pool1d at the indices that it gave."""

def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    output_size: Any = None,
) -> Tensor:
    """Zeros with the values of a max_pool2d at the indices that it gave."""

def max_unpool3d(
    input: Tensor,
    indices: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    output_size: Any = None,
) -> Tensor:
    """Zeros with the values of a max_pool3d at the indices that it gave."""

def mish(input: Tensor, inplace: _bool = False) -> Tensor:
    """The element times the hyperbolic tangent of its ``softplus``."""

def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """The mean of the squared differences, or their sum, or themselves."""

def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: _Real = 1,
    margin: _Real = 1.0,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """What scores of wrong classes come nearer to the right one's than a margin."""

def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """What scores of classes come nearer than 1 to those of the listed ones; -1 ends a list."""

def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The mean over classes of the cross entropy of scores and targets, one by one."""

def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: _bool | None = None,
    ignore_index: _int = -100,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The negative log likelihood of class numbers under logarithms of probabilities."""

def normalize(
    input: Tensor,
    p: Any = 2.0,
    dim: _Ints | None = 1,
    eps: _Real = 1e-12,
    *,
    axis: _Ints | None = 1,
) -> Tensor:
    """The vectors along a dimension, divided by their length or a small number, the larger."""

def one_hot(input: Tensor, num_classes: _int = -1) -> Tensor:
    """For each number, a row of zeros with a one at its place."""

def pad(input: Tensor, pad: _Sizes, mode: _str = "constant", value: _Real | None = None) -> Tensor:
    """The tensor with more at its edges (less where a width is negative), the last axis first."""

def pairwise_distance(
    x1: Tensor,
    x2: Tensor,
    p: _Real = 2.0,
    eps: _Real = 1e-06,
    keepdim: _bool = False,
    *,
    keepdims: _bool = False,
) -> Tensor:
    """The distances of vectors to vectors along the last dimension, in the p-norm."""

def pdist(input: Tensor, p: _Real = 2.0) -> Tensor:
    """The distances of all pairs of rows of a matrix, in the p-norm."""

def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """Channels laid out as blocks of pixels, so that images grow."""

def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """Blocks of pixels laid out as channels, so that images shrink."""

def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: _bool = True,
    full: _bool = False,
    size_average: _bool | None = None,
    eps: _Real = 1e-08,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The negative log likelihood of counts under Poisson distributions."""

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """The element where it is positive, elsewhere a weight times it, for all or by channel."""

def relu(input: Tensor, inplace: _bool = False) -> Tensor:
    """The positive part, max(x, 0); its derivative at 0 is 0."""

def relu_(input: Tensor) -> Tensor:
    """The positive part, max(x, 0); its derivative at 0 is 0."""

def relu6(input: Tensor, inplace: _bool = False) -> Tensor:
    """The element kept between 0 and 6."""

def rms_norm(
    input: Tensor, normalized_shape: _Sizes, weight: Tensor | None = None, eps: _Real | None = None
) -> Tensor:
    """The elements with mean square 1 along the last dimensions, scaled."""

def rrelu(
    input: Tensor,
    lower: _Real = 0.125,
    upper: _Real = 0.3333333333333333,
    training: _bool = False,
    generator: Generator | None = None,
    inplace: _bool = False,
) -> Tensor:
    """The element where it is positive, elsewhere a slope times it, in training a random one."""

def rrelu_(
    input: Tensor,
    lower: _Real = 0.125,
    upper: _Real = 0.3333333333333333,
    training: _bool = False,
    generator: Generator | None = None,
) -> Tensor:
    """The element where it is positive, elsewhere a slope times it, in training a random one."""

def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: _Real = 0.0,
    is_causal: _bool = False,
    *,
    scale: _Real | None = None,
    enable_gqa: _bool = False,
) -> Tensor:
    """The values weighted by the softmax of the scaled products of queries and keys."""

def selu(input: Tensor, inplace: _bool = False) -> Tensor:
    """The ``elu`` scaled so that layers keep mean 0 and variance 1."""

def selu_(input: Tensor) -> Tensor:
    """The ``elu`` scaled so that layers keep mean 0 and variance 1."""

def sigmoid(input: Tensor) -> Tensor:
    """The logistic function, 1 / (1 + exp(-x))."""

def silu(input: Tensor, inplace: _bool = False) -> Tensor:
    """The element times its ``sigmoid``; also called swish."""

def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
    beta: _Real = 1.0,
) -> Tensor:
    """The mean of differences that count squared within ``beta`` of 0, and by their size beyond."""

def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """The logistic loss of scores for classes 1 and -1."""

def softmin(
    input: Tensor, dim: _int | None = None, *, dtype: _DType | None = None, axis: _int | None = None
) -> Tensor:
    """The softmax of the negative along a dimension."""

def softplus(input: Tensor, beta: _Real = 1, threshold: _Real = 20) -> Tensor:
    """The smooth positive part, log(1 + exp(beta * x)) / beta; x itself above a threshold."""

def softshrink(input: Tensor, lambd: _Real = 0.5) -> Tensor:
    """The element moved towards 0 by ``lambd``, and no farther."""

def softsign(input: Tensor) -> Tensor:
    """The element over one more than its absolute value."""

def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""

def tanhshrink(input: Tensor) -> Tensor:
    """The element less its hyperbolic tangent."""

def threshold(input: Tensor, threshold: _Real, value: _Real, inplace: _bool = False) -> Tensor:
    """The element where it is above a threshold, elsewhere a value."""

def threshold_(input: Tensor, threshold: _Real, value: _Real) -> Tensor:
    """The element where it is above a threshold, elsewhere a value."""

def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: _Real = 1.0,
    p: _Real = 2,
    eps: _Real = 1e-06,
    swap: _bool = False,
    size_average: _bool | None = None,
    reduce: _bool | None = None,
    reduction: _str = "mean",
) -> Tensor:
    """What anchors are not nearer to positives than to negatives by a margin."""

def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Any = None,
    margin: _Real = 1.0,
    swap: _bool = False,
    reduction: _str = "mean",
) -> Tensor:
    """The triplet loss with a distance of one's own."""

def upsample(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: _str = "nearest",
    align_corners: _bool | None = None,
) -> Tensor:
    """The older name of interpolate."""

def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The input in another size, interpolated linearly with its corners kept."""

def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The input in another size, by its nearest elements."""
