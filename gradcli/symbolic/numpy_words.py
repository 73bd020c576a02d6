"""What NumPy has no one function for, as functions that stand before the code that uses them.

Each is one expression or a few: code is tried, before anybody sees it, by what knows no loops.
"""

from __future__ import annotations

from typing import Final

HELPERS: Final = {
    "sigmoid": "def sigmoid(x):\n    return np.exp(-np.logaddexp(0.0, -x))\n",
    "relu": "def relu(x):\n    return np.maximum(x, 0.0)\n",
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
    "median": "def median(x):\n    return np.sort(x, axis=None)[(np.size(x) - 1) // 2]\n",
    "sort": "def sort(x, axis=-1):\n"
    "    order = np.argsort(x, axis=axis, kind='stable')\n"
    "    return np.take_along_axis(x, order, axis=axis), order\n",
    "topk": "def topk(x, count, axis=-1):\n"
    "    order = np.argsort(-x, axis=axis, kind='stable')\n"
    "    places = np.take(order, np.arange(count), axis=axis)\n"
    "    return np.take_along_axis(x, places, axis=axis), places\n",
    "pad": "def pad(x, widths):\n"
    "    last = np.reshape(widths, (-1, 2))[::-1]\n"
    "    first = np.zeros((np.ndim(x) - len(last), 2), np.int64)\n"
    "    return np.pad(x, np.concatenate((first, last)))\n",
    "index_add": "def index_add(x, axis, index, values):\n"
    "    hits = np.arange(np.shape(x)[axis])[:, None] == index\n"
    "    return x + np.moveaxis(np.tensordot(1.0 * hits, values, (1, axis)), 0, axis)\n",
    "scatter_add": "def scatter_add(x, axis, index, values):\n"
    "    axis = axis % np.ndim(x)\n"
    "    hits = np.expand_dims(index, -1) == np.arange(np.shape(x)[axis])\n"
    "    added = np.sum(np.expand_dims(values, -1) * hits, axis=axis)\n"
    "    return x + np.moveaxis(added, -1, axis)\n",
    "cdist": "def cdist(x, y):\n"
    "    apart = np.expand_dims(x, -2) - np.expand_dims(y, -3)\n"
    "    return np.sqrt(np.sum(apart**2, axis=-1))\n",
    "conv1d": "def conv1d(x, weight):\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(x, np.shape(weight)[2:], (2,))\n"
    "    return np.einsum('nclk,ock->nol', windows, weight)\n",
    "conv2d": "def conv2d(x, weight):\n"
    "    windows = np.lib.stride_tricks.sliding_window_view(x, np.shape(weight)[2:], (2, 3))\n"
    "    return np.einsum('nchwkl,ockl->nohw', windows, weight)\n",
    "conv_transpose1d": "def conv_transpose1d(x, weight):\n"
    "    more = np.shape(weight)[2] - 1\n"
    "    padded = np.pad(x, ((0, 0), (0, 0), (more, more)))\n"
    "    return conv1d(padded, np.flip(np.swapaxes(weight, 0, 1), 2))\n",
    "conv_transpose2d": "def conv_transpose2d(x, weight):\n"
    "    rows = np.shape(weight)[2] - 1\n"
    "    columns = np.shape(weight)[3] - 1\n"
    "    padded = np.pad(x, ((0, 0), (0, 0), (rows, rows), (columns, columns)))\n"
    "    return conv2d(padded, np.flip(np.swapaxes(weight, 0, 1), (2, 3)))\n",
}
NEEDED: Final = {"conv_transpose1d": ("conv1d",), "conv_transpose2d": ("conv2d",)}
"""What the functions are made of besides NumPy."""

MOST: Final = {
    "median": 1,
    "sort": 2,
    "topk": 3,
    "cdist": 2,
    "pad": 2,
    **{f"conv{middle}{n}d": 2 for middle in ("", "_transpose") for n in (1, 2)},
}
"""How many arguments these take; PyTorch's with more do something else."""
