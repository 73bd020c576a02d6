"""What NumPy has no one function for, as functions that stand before the code that uses them.

Each is one expression or a few: code is tried, before anybody sees it, by what knows no loops.
"""

from __future__ import annotations

from typing import Final

HELPERS: Final = {
    "sigmoid": "def sigmoid(x):\n    return np.exp(-np.logaddexp(0.0, -x))\n",
    "relu": "def relu(x):\n    return np.maximum(x, 0.0)\n",
    "sgn": "def sgn(x):\n    return x / np.where(x == 0, 1.0, np.abs(x))\n",
    "softplus": "def softplus(x):\n    return np.logaddexp(0.0, x)\n",
    "softmax": "def softmax(x, axis):\n"
    "    powers = np.exp(x - np.max(x, axis=axis, keepdims=True))\n"
    "    return powers / np.sum(powers, axis=axis, keepdims=True)\n",
    "log_softmax": "def log_softmax(x, axis):\n"
    "    shifted = x - np.max(x, axis=axis, keepdims=True)\n"
    "    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))\n",
    "logsumexp": "def logsumexp(x, axis, keepdims=False):\n"
    "    top = np.max(x, axis=axis, keepdims=True)\n"
    "    total = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top\n"
    "    return total if keepdims else np.squeeze(total, axis=axis)\n",
    "var": "def var(x, axis=None, correction=1, keepdims=False):\n"
    "    return np.var(x, axis=axis, ddof=correction, keepdims=keepdims)\n",
    "std": "def std(x, axis=None, correction=1, keepdims=False):\n"
    "    return np.std(x, axis=axis, ddof=correction, keepdims=keepdims)\n",
    "elu": "def elu(x, alpha=1.0):\n    return np.where(x > 0, x, alpha * np.expm1(x))\n",
    "leaky_relu": "def leaky_relu(x, slope=0.01):\n    return np.where(x > 0, x, slope * x)\n",
    "relu6": "def relu6(x):\n    return np.clip(x, 0.0, 6.0)\n",
    "threshold": "def threshold(x, limit, value):\n    return np.where(x > limit, x, value)\n",
    "selu": "def selu(x):\n"
    "    return 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))\n",
    "celu": "def celu(x, alpha=1.0):\n    return np.where(x > 0, x, alpha * np.expm1(x / alpha))\n",
    "gelu": "def gelu(x):\n    return x * special.ndtr(x)\n",
    "silu": "def silu(x):\n    return x * np.exp(-np.logaddexp(0.0, -x))\n",
    "mish": "def mish(x):\n    return x * np.tanh(np.logaddexp(0.0, x))\n",
    "hardsigmoid": "def hardsigmoid(x):\n    return np.clip(x / 6 + 0.5, 0.0, 1.0)\n",
    "hardswish": "def hardswish(x):\n    return x * np.clip(x / 6 + 0.5, 0.0, 1.0)\n",
    "hardshrink": "def hardshrink(x, limit=0.5):\n"
    "    return np.where(np.abs(x) <= limit, 0.0, x)\n",
    "softshrink": "def softshrink(x, limit=0.5):\n"
    "    return np.sign(x) * np.maximum(np.abs(x) - limit, 0.0)\n",
    "glu": "def glu(x, axis=-1):\n"
    "    parts = np.split(x, 2, axis)\n"
    "    return parts[0] * np.exp(-np.logaddexp(0.0, -parts[1]))\n",
    "pixel_shuffle": "def pixel_shuffle(x, factor):\n"
    "    size = np.shape(x)\n"
    "    around = size[:-3] + (size[-3] // factor**2,)\n"
    "    parts = np.reshape(x, around + (factor, factor) + size[-2:])\n"
    "    apart = np.moveaxis(parts, (-4, -3), (-3, -1))\n"
    "    return np.reshape(apart, around + (size[-2] * factor, size[-1] * factor))\n",
    "pixel_unshuffle": "def pixel_unshuffle(x, factor):\n"
    "    size = np.shape(x)\n"
    "    high = size[-2] // factor\n"
    "    wide = size[-1] // factor\n"
    "    parts = np.reshape(x, size[:-2] + (high, factor, wide, factor))\n"
    "    apart = np.moveaxis(parts, (-3, -1), (-4, -3))\n"
    "    return np.reshape(apart, size[:-3] + (size[-3] * factor**2, high, wide))\n",
    "median": "def median(x, axis=()):\n"
    "    return middle(x, axis, np.zeros_like(x, dtype=np.bool_))\n",
    "nanmedian": "def nanmedian(x, axis=()):\n    return middle(x, axis, np.isnan(x))\n",
    "aminmax": "def aminmax(x, axis=None, keepdims=False):\n"
    "    least = np.min(x, axis=axis, keepdims=keepdims)\n"
    "    return least, np.max(x, axis=axis, keepdims=keepdims)\n",
    "mode": "def mode(x, axis=-1):\n"
    "    lines = np.moveaxis(x, axis, -1)\n"
    "    counts = np.sum(lines[..., None] == np.expand_dims(lines, -2), axis=-1)\n"
    "    often = counts == np.max(counts, axis=-1, keepdims=True)\n"
    "    found = np.min(np.where(often, lines, np.inf), axis=-1)\n"
    "    hits = np.flip(lines == found[..., None], -1)\n"
    "    return found, np.shape(lines)[-1] - 1 - np.argmax(hits, axis=-1)\n",
    "sort": "def sort(x, axis=-1, descending=False):\n"
    "    order = np.argsort(-x if descending else x, axis=axis, kind='stable')\n"
    "    return np.take_along_axis(x, order, axis=axis), order\n",
    "topk": "def topk(x, count, axis=-1):\n"
    "    order = np.argsort(-x, axis=axis, kind='stable')\n"
    "    places = np.take(order, np.arange(count), axis=axis)\n"
    "    return np.take_along_axis(x, places, axis=axis), places\n",
    "kthvalue": "def kthvalue(x, count, axis=-1):\n"
    "    found = sort(x, axis)\n"
    "    return np.take(found[0], count - 1, axis=axis), np.take(found[1], count - 1, axis=axis)\n",
    "cummax": "def cummax(x, axis):\n"
    "    top = np.maximum.accumulate(x, axis=axis)\n"
    "    places = np.cumsum(np.ones_like(x, dtype=np.int64), axis=axis) - 1\n"
    "    places = np.where(x == top, places, 0)\n"
    "    return top, np.maximum.accumulate(places, axis=axis)\n",
    "cummin": "def cummin(x, axis):\n"
    "    found = cummax(-x, axis)\n"
    "    return -found[0], found[1]\n",
    "put": "def put(x, index, values, accumulate=False):\n"
    "    places = np.ravel(index) % np.size(x)\n"
    "    found = index_add(np.ravel(x), 0, places, np.ravel(values))\n"
    "    return np.reshape(found, np.shape(x))\n",
    "pad": "def pad(x, widths):\n"
    "    last = np.reshape(widths, (-1, 2))[::-1]\n"
    "    first = np.zeros((np.ndim(x) - len(last), 2), np.int64)\n"
    "    return np.pad(x, np.concatenate((first, last)))\n",
    "index_add": "def index_add(x, axis, index, values):\n"
    "    found = np.moveaxis(np.array(x, np.result_type(x, values)), axis, 0)\n"
    "    np.add.at(found, index, np.moveaxis(values, axis, 0))\n"
    "    return np.moveaxis(found, 0, axis)\n",
    "scatter_add": "def scatter_add(x, axis, index, values):\n"
    "    axis = axis % np.ndim(x)\n"
    "    hits = np.expand_dims(index, -1) == np.arange(np.shape(x)[axis])\n"
    "    added = np.sum(np.where(hits, np.expand_dims(values, -1), 0.0), axis=axis)\n"
    "    return x + np.moveaxis(added, -1, axis)\n",
    "lerp": "def lerp(x, y, weight):\n    return x + weight * (y - x)\n",
    "pdist": "def pdist(x):\n"
    "    ends = np.triu_indices(len(x), 1)\n"
    "    return np.sqrt(np.sum((x[ends[0]] - x[ends[1]]) ** 2, axis=-1))\n",
    "cdist": "def cdist(x, y):\n"
    "    apart = np.expand_dims(x, -2) - np.expand_dims(y, -3)\n"
    "    return np.sqrt(np.sum(apart**2, axis=-1))\n",
    "layer_norm": "def layer_norm(x, shape, weight=1.0, bias=0.0, eps=1e-05):\n"
    "    rows = np.reshape(x, np.shape(x)[: -len(shape)] + (-1,))\n"
    "    spread = np.sqrt(np.var(rows, axis=-1, keepdims=True) + eps)\n"
    "    found = (rows - np.mean(rows, axis=-1, keepdims=True)) / spread\n"
    "    return np.reshape(found, np.shape(x)) * weight + bias\n",
    "group_norm": "def group_norm(x, groups, weight=1.0, bias=0.0, eps=1e-05):\n"
    "    size = np.shape(x)\n"
    "    parts = np.reshape(x, (size[0], groups, -1))\n"
    "    spread = np.sqrt(np.var(parts, axis=2, keepdims=True) + eps)\n"
    "    found = np.reshape((parts - np.mean(parts, axis=2, keepdims=True)) / spread, size)\n"
    "    column = (-1,) + (1,) * (len(size) - 2)\n"
    "    return found * np.reshape(weight, column) + np.reshape(bias, column)\n",
    "batch_norm": "def batch_norm(x, mean, var, weight=1.0, bias=0.0, training=False, eps=1e-05):\n"
    "    rows = np.moveaxis(x, 1, -1)\n"
    "    flat = np.reshape(rows, (-1, np.shape(x)[1]))\n"
    "    mean = np.mean(flat, axis=0) if training else mean\n"
    "    var = np.var(flat, axis=0) if training else var\n"
    "    found = (rows - mean) / np.sqrt(var + eps) * weight + bias\n"
    "    return np.moveaxis(found, -1, 1)\n",
    "mse_loss": "def mse_loss(x, y, reduction='mean'):\n"
    "    return reduced((x - y) ** 2, reduction)\n",
    "huber_loss": "def huber_loss(x, y, reduction='mean', delta=1.0):\n"
    "    near = np.minimum(np.abs(x - y), delta)\n"
    "    return reduced(near * (np.abs(x - y) - near / 2), reduction)\n",
    "smooth_l1_loss": "def smooth_l1_loss(x, y, reduction='mean', beta=1.0):\n"
    "    near = np.minimum(np.abs(x - y), beta)\n"
    "    return reduced(near * (np.abs(x - y) - near / 2) / beta, reduction)\n",
    "soft_margin_loss": "def soft_margin_loss(x, y, reduction='mean'):\n"
    "    return reduced(np.logaddexp(0.0, -x * y), reduction)\n",
    "binary_cross_entropy": "def binary_cross_entropy(p, y, weight=1.0, reduction='mean'):\n"
    "    logs = np.maximum(np.log(p), -100.0) * y + np.maximum(np.log1p(-p), -100.0) * (1 - y)\n"
    "    return reduced(-weight * logs, reduction)\n",
    "binary_cross_entropy_with_logits": "def binary_cross_entropy_with_logits(\n"
    "    x, y, weight=1.0, pos_weight=1.0, reduction='mean'\n"
    "):\n"
    "    losses = (1 - y) * np.logaddexp(0.0, x) + pos_weight * y * np.logaddexp(0.0, -x)\n"
    "    return reduced(weight * losses, reduction)\n",
    "nll_loss": "def nll_loss(x, target, weight=1.0, reduction='mean'):\n"
    "    hits = np.expand_dims(target, -1) == np.arange(np.shape(x)[-1])\n"
    "    losses = -np.sum(np.where(hits, x * weight, 0.0), axis=-1)\n"
    "    total = np.sum(hits * weight)\n"
    "    return np.sum(losses) / total if reduction == 'mean' else reduced(losses, reduction)\n",
    "conv1d": "def conv1d(x, weight, bias=0.0, stride=1, padding=0, dilation=1, groups=1):\n"
    "    padded = np.pad(x, ((0, 0), (0, 0), (padding, padding)))\n"
    "    reach = dilation * (np.shape(weight)[2] - 1) + 1\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(padded, reach, 2)\n"
    "    parts = np.split(windows[:, :, ::stride, ::dilation], groups, axis=1)\n"
    "    kernels = np.split(weight, groups)\n"
    "    found = np.einsum('gnclk,gock->gnol', np.stack(parts), np.stack(kernels))\n"
    "    return np.concatenate(found, axis=1) + np.reshape(bias, (-1, 1))\n",
    "conv2d": "def conv2d(x, weight, bias=0.0, stride=1, padding=0, dilation=1, groups=1):\n"
    "    p = np.broadcast_to(padding, 2)\n"
    "    s = np.broadcast_to(stride, 2)\n"
    "    d = np.broadcast_to(dilation, 2)\n"
    "    padded = np.pad(x, ((0, 0), (0, 0), (p[0], p[0]), (p[1], p[1])))\n"
    "    reach = d * (np.array(np.shape(weight)[2:]) - 1) + 1\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(padded, reach, (2, 3))\n"
    "    strided = windows[:, :, :: s[0], :: s[1], :: d[0], :: d[1]]\n"
    "    parts = np.split(strided, groups, axis=1)\n"
    "    kernels = np.split(weight, groups)\n"
    "    found = np.einsum('gnchwkl,gockl->gnohw', np.stack(parts), np.stack(kernels))\n"
    "    return np.concatenate(found, axis=1) + np.reshape(bias, (-1, 1, 1))\n",
    "conv_transpose1d": "def conv_transpose1d(\n"
    "    x, weight, bias=0.0, stride=1, padding=0, output_padding=0, groups=1, dilation=1\n"
    "):\n"
    "    more = dilation * (np.shape(weight)[2] - 1)\n"
    "    apart = np.pad(np.expand_dims(x, 3), ((0, 0), (0, 0), (0, 0), (0, stride - 1)))\n"
    "    spread = np.reshape(apart, np.shape(x)[:2] + (-1,))\n"
    "    spread = spread[:, :, : np.shape(spread)[2] - stride + 1]\n"
    "    padded = np.pad(spread, ((0, 0), (0, 0), (more, more + output_padding)))\n"
    "    kernels = np.swapaxes(np.stack(np.split(weight, groups)), 1, 2)\n"
    "    kernels = np.flip(np.concatenate(kernels), 2)\n"
    "    found = conv1d(padded, kernels, dilation=dilation, groups=groups)\n"
    "    found = found[:, :, padding : np.shape(found)[2] - padding]\n"
    "    return found + np.reshape(bias, (-1, 1))\n",
    "conv_transpose2d": "def conv_transpose2d(\n"
    "    x, weight, bias=0.0, stride=1, padding=0, output_padding=0, groups=1, dilation=1\n"
    "):\n"
    "    p = np.broadcast_to(padding, 2)\n"
    "    s = np.broadcast_to(stride, 2)\n"
    "    o = np.broadcast_to(output_padding, 2)\n"
    "    more = dilation * (np.array(np.shape(weight)[2:]) - 1)\n"
    "    size = np.array(np.shape(x)[2:])\n"
    "    last = (size - 1) * s + 1\n"
    "    rows = np.kron(np.eye(size[0]), np.eye(s[0])[0])[:, : last[0]]\n"
    "    columns = np.kron(np.eye(size[1]), np.eye(s[1])[0])[:, : last[1]]\n"
    "    spread = rows.T @ x @ columns\n"
    "    sides = ((0, 0), (0, 0), (more[0], more[0] + o[0]), (more[1], more[1] + o[1]))\n"
    "    kernels = np.swapaxes(np.stack(np.split(weight, groups)), 1, 2)\n"
    "    kernels = np.flip(np.concatenate(kernels), (2, 3))\n"
    "    found = conv2d(np.pad(spread, sides), kernels, dilation=dilation, groups=groups)\n"
    "    height = np.shape(found)[2]\n"
    "    width = np.shape(found)[3]\n"
    "    found = found[:, :, p[0] : height - p[0], p[1] : width - p[1]]\n"
    "    return found + np.reshape(bias, (-1, 1, 1))\n",
    "max_pool2d": "def max_pool2d(\n"
    "    x, size, stride=(), padding=0, dilation=1, ceil_mode=False, return_indices=False\n"
    "):\n"
    "    size = np.broadcast_to(size, 2)\n"
    "    step = np.broadcast_to(size if stride == () else stride, 2)\n"
    "    start = np.broadcast_to(padding, 2)\n"
    "    apart = np.broadcast_to(dilation, 2)\n"
    "    more = start + (step - 1 if ceil_mode else 0)\n"
    "    sides = ((0, 0),) * (np.ndim(x) - 2) + ((start[0], more[0]), (start[1], more[1]))\n"
    "    padded = np.pad(x, sides, constant_values=-np.inf)\n"
    "    reach = apart * (size - 1) + 1\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(padded, reach, (-2, -1))\n"
    "    windows = windows[..., :: step[0], :: step[1], :: apart[0], :: apart[1]]\n"
    "    count = (np.array(np.shape(x)[-2:]) + start - 1) // step + 1\n"
    "    windows = windows[..., : count[0], : count[1], :, :]\n"
    "    flat = np.reshape(windows, np.shape(windows)[:-2] + (-1,))\n"
    "    best = np.argmax(flat, axis=-1)\n"
    "    first = np.arange(np.shape(best)[-2])[:, None] * step[0]\n"
    "    rows = first + best // size[1] * apart[0]\n"
    "    columns = np.arange(np.shape(best)[-1]) * step[1] + best % size[1] * apart[1]\n"
    "    places = (rows - start[0]) * np.shape(x)[-1] + columns - start[1]\n"
    "    largest = np.max(flat, axis=-1)\n"
    "    return (largest, places) if return_indices else largest\n",
    "unfold": "def unfold(x, size, dilation=1, padding=0, stride=1):\n"
    "    size = np.broadcast_to(size, 2)\n"
    "    step = np.broadcast_to(stride, 2)\n"
    "    apart = np.broadcast_to(dilation, 2)\n"
    "    more = np.broadcast_to(padding, 2)\n"
    "    sides = ((0, 0),) * (np.ndim(x) - 2) + ((more[0], more[0]), (more[1], more[1]))\n"
    "    reach = apart * (size - 1) + 1\n"
    "    padded = np.pad(x, sides)\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(padded, reach, (-2, -1))\n"
    "    windows = windows[..., :: step[0], :: step[1], :: apart[0], :: apart[1]]\n"
    "    columns = np.moveaxis(windows, (-2, -1), (-4, -3))\n"
    "    count = np.shape(columns)[-1] * np.shape(columns)[-2]\n"
    "    return np.reshape(columns, np.shape(x)[:-3] + (-1, count))\n",
    "fold": "def fold(x, shape, size, dilation=1, padding=0, stride=1):\n"
    "    more = np.broadcast_to(padding, 2)\n"
    "    high = shape[0] + 2 * more[0]\n"
    "    wide = shape[1] + 2 * more[1]\n"
    "    places = np.reshape(np.arange(high * wide), (1, high, wide))\n"
    "    places = np.ravel(unfold(places, size, dilation, 0, stride))\n"
    "    values = np.reshape(x, np.shape(x)[:-2] + (-1, np.size(places)))\n"
    "    empty = np.zeros(np.shape(values)[:-1] + (high * wide,))\n"
    "    found = index_add(empty, np.ndim(values) - 1, places, values)\n"
    "    found = np.reshape(found, np.shape(values)[:-1] + (high, wide))\n"
    "    return found[..., more[0] : high - more[0], more[1] : wide - more[1]]\n",
    "index_put": "def index_put(x, places, values):\n"
    "    around = np.shape(x)[: len(places)]\n"
    "    flat = np.ravel_multi_index(places, around, 'wrap')\n"
    "    rest = np.shape(x)[len(places) :]\n"
    "    rows = np.reshape(np.broadcast_to(values, np.shape(flat) + rest), (-1,) + rest)\n"
    "    found = index_add(np.reshape(x, (-1,) + rest), 0, np.ravel(flat), rows)\n"
    "    return np.reshape(found, np.shape(x))\n",
}
PARTS: Final = {
    "middle": "def middle(x, axis, skipped):\n"
    "    along = -1 if axis == () else axis\n"
    "    lines = np.moveaxis(np.ravel(x) if axis == () else x, along, -1)\n"
    "    out = np.moveaxis(np.ravel(skipped) if axis == () else skipped, along, -1)\n"
    "    order = np.argsort(lines, axis=-1, kind='stable')\n"
    "    last = np.sum(~out, axis=-1, keepdims=True) - 1\n"
    "    places = np.take_along_axis(order, last // 2, axis=-1)\n"
    "    found = np.take_along_axis(lines, places, axis=-1)\n"
    "    return found[0] if axis == () else (found[..., 0], places[..., 0])\n",
    "reduced": "def reduced(x, reduction):\n"
    "    return np.mean(x) if reduction == 'mean' else np.sum(x) if reduction == 'sum' else x\n",
}
"""What is no function of PyTorch's, and some of these are made of."""

_LOSSES = "mse huber smooth_l1 soft_margin nll"
NEEDED: Final = {
    "median": ("middle",),
    "nanmedian": ("middle",),
    "kthvalue": ("sort",),
    "cummin": ("cummax",),
    "put": ("index_add",),
    "binary_cross_entropy": ("reduced",),
    "binary_cross_entropy_with_logits": ("reduced",),
    **{f"{loss}_loss": ("reduced",) for loss in _LOSSES.split()},
    "conv_transpose1d": ("conv1d",),
    "conv_transpose2d": ("conv2d",),
    "index_put": ("index_add",),
    "fold": ("index_add", "unfold"),
}
"""What the functions are made of besides NumPy."""

MOST: Final = {
    "gelu": 1,
    "median": 2,
    "nanmedian": 2,
    "mode": 2,
    "sort": 3,
    "topk": 3,
    "kthvalue": 3,
    "cdist": 2,
    "pdist": 1,
    "pad": 2,
}
"""How many arguments these take; PyTorch's with more do something else."""
