"""Pooling and unpooling layers, a row for each number of dimensions."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.nn import names
from gradcli.nn.rows import layer, several
from gradcli.operators.refusals import invalid

__all__ = names("pooling")

_row = partial(layer, "pooling")
_MAX = "kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False"
_AVG = "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True"
_SHOWN = "kernel_size={kernel_size}, stride={stride}, padding={padding}"


def _settle_stride(given: dict[str, Any]) -> None:
    """Let windows lie side by side where no stride is given."""
    if given["stride"] is None:
        given["stride"] = given["kernel_size"]


def _settle_each(given: dict[str, Any], n: int) -> None:
    """Say the sizes of each dimension."""
    _settle_stride(given)
    for name in ("kernel_size", "stride", "padding"):
        given[name] = several(given[name], n)


def _settle_fractional(given: dict[str, Any], n: int) -> None:
    given["kernel_size"] = several(given["kernel_size"], n)
    size, ratio, name = given["output_size"], given["output_ratio"], f"FractionalMaxPool{n}d"
    if size is None and ratio is None:
        raise invalid(
            f"{name} requires specifying either an output size, or a pooling ratio", ValueError
        )
    if size is not None and ratio is not None:
        raise invalid("only one of output_size and output_ratio may be specified", ValueError)
    given["output_size"] = None if size is None else several(size, n)
    if ratio is not None:
        given["output_ratio"] = several(ratio, n)
        if not all(0 < part < 1 for part in given["output_ratio"]):
            raise invalid(f"output_ratio must be between 0 and 1 (got {ratio})", ValueError)


def _rows(n: int) -> list[type[Any]]:
    each = partial(_settle_each, n=n)
    max_shown = f"{_SHOWN}, dilation={{dilation}}, ceil_mode={{ceil_mode}}"
    divisor = ", divisor_override=None" if n > 1 else ""
    return [
        _row(
            f"MaxPool{n}d",
            f"max_pool{n}d",
            _MAX,
            shown=max_shown,
            settle=_settle_stride,
            owner="_MaxPoolNd",
        ),
        _row(
            f"MaxUnpool{n}d",
            f"max_unpool{n}d",
            "kernel_size, stride=None, padding=0",
            inputs="input, indices, output_size=None",
            settle=each,
        ),
        _row(
            f"AvgPool{n}d",
            f"avg_pool{n}d",
            _AVG + divisor,
            shown=_SHOWN,
            settle=each if n == 1 else _settle_stride,
        ),
        _row(
            f"LPPool{n}d",
            f"lp_pool{n}d",
            "norm_type, kernel_size, stride=None, ceil_mode=False",
            owner="_LPPoolNd",
        ),
        _row(
            f"AdaptiveMaxPool{n}d",
            f"adaptive_max_pool{n}d",
            "output_size, return_indices=False",
            shown="output_size={output_size}",
            owner="_AdaptiveMaxPoolNd",
        ),
        _row(
            f"AdaptiveAvgPool{n}d",
            f"adaptive_avg_pool{n}d",
            "output_size",
            owner="_AdaptiveAvgPoolNd",
        ),
    ]


for _n in (1, 2, 3):
    globals().update({_kind.__name__: _kind for _kind in _rows(_n)})
for _n in (2, 3):
    globals()[f"FractionalMaxPool{_n}d"] = _row(
        f"FractionalMaxPool{_n}d",
        f"fractional_max_pool{_n}d",
        "kernel_size, output_size=None, output_ratio=None, return_indices=False, "
        "_random_samples=None",
        shown="",
        settle=partial(_settle_fractional, n=_n),
    )
