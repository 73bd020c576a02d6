"""NumPy's dialect: which words engines are asked in, and what is said in other words to them.

``FIRST`` holds functions that take the place of a library's own, ``REST`` those for what a library
lacks; names with a dot are methods of functions, or stand in a part of the namespace. This module
knows names. What is done is said in ``restated`` and ``composed``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.numerics import composed, restated
from gradcli.numerics.restated import Function

SPELLED = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "absolute": "abs", "power": "pow", "array": "asarray",
    "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "true_divide": "divide", "transpose": "permute_dims",
    "concatenate": "concat", "permute_dims": "transpose", "concat": "concatenate",
    "bitwise_invert": "invert", "pow": "power", "rint": "round",
    "conjugate": "conj", "mod": "remainder",
    "amax": "max", "amin": "min", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin",
    "asinh": "arcsinh", "atan": "arctan", "atan2": "arctan2", "atanh": "arctanh",
    "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
}  # fmt: skip
"""Other names of functions, NumPy's and the standard's."""

NUMPY = {theirs: ours for ours, theirs in SPELLED.items() if ours in ("absolute", "power")}
"""NumPy's names of functions that the standard calls otherwise."""

_FLOATING_NAMES = (
    "acos acosh asin asinh atan atan2 atanh cos cosh divide exp expm1 exp2 hypot log log1p "
    "log2 log10 logaddexp logaddexp2 sin sinh sqrt tan tanh arccos arccosh arcsin arcsinh "
    "arctan arctan2 arctanh true_divide copysign nextafter cbrt "
)
_OTHER_NAMES = (
    "abs absolute add bitwise_and bitwise_invert bitwise_left_shift bitwise_or "
    "bitwise_right_shift bitwise_xor ceil conj equal floor floor_divide greater "
    "greater_equal isfinite isinf isnan left_shift right_shift invert less less_equal "
    "maximum minimum multiply negative not_equal positive pow power reciprocal remainder "
    "mod round rint sign signbit square subtract trunc where fmod fmax fmin gcd lcm "
    "heaviside ldexp float_power fabs "
)
_FLOATING = frozenset(_FLOATING_NAMES.split())
_NUMERIC = frozenset(["isfinite", "isinf", "isnan", "maximum", "minimum", "negative", "abs"])
_LOGICAL = frozenset(["logical_and", "logical_not", "logical_or", "logical_xor"])
ELEMENTWISE = _FLOATING | _LOGICAL | frozenset(_OTHER_NAMES.split())


def common_type(name: str, args: tuple[Any, ...]) -> np.dtype:
    """Return the element type that NumPy computes an elementwise function in."""
    if name in _LOGICAL:
        return np.dtype(np.bool_)
    kinds = [getattr(arg, "dtype", arg) for arg in args]
    dtype = np.result_type(*kinds)
    if dtype.kind == "b" and name in _NUMERIC:
        return np.dtype(np.int8)
    if name in _FLOATING and dtype.kind in "biu":
        wide = name in ("divide", "true_divide")
        return np.dtype(np.float64) if wide else np.result_type(dtype, np.float16)
    return dtype


_RESTATED = (
    "empty_like array asarray astype zeros_like ones_like full full_like zeros ones eye reshape "
    "permute_dims moveaxis swapaxes expand_dims squeeze atleast_1d broadcast_to "
    "broadcast_arrays real imag conj round_ clip nonzero flatnonzero unique matmul dot "
    "concat stack take take_along_axis put_along_axis copyto may_share_memory result_type "
    "shape ndim size flip "
)
_COMPOSED_FIRST = "diagonal repeat searchsorted isin parts_of complex_of "
_COMPOSED = (
    "angle sinc exp2 fmod fmax fmin logaddexp2 nan_to_num cumsum cumprod diff trace cross "
    "isclose frexp einsum rot90 "
)
_REDUCING = "sum prod mean max min any all std var"
_TRANSFORMS = "fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft"
_DECOMPOSED = "cholesky eig eigh eigvals eigvalsh inv lstsq qr slogdet svd"

FIRST: dict[str, Function] = {name.rstrip("_"): vars(restated)[name] for name in _RESTATED.split()}
FIRST |= {name: vars(composed)[name] for name in _COMPOSED_FIRST.split()}
FIRST |= {name: restated.reducing(name) for name in _REDUCING.split()}
FIRST |= {name: restated.searching(name) for name in ("argmax", "argmin")}
FIRST |= {name: restated.ordering(name) for name in ("sort", "argsort")}
FIRST |= {f"fft.{name}": restated.transforming(name) for name in _TRANSFORMS.split()}
FIRST |= {
    f"{name}.at": restated.combining(name) for name in ("add", "multiply", "maximum", "minimum")
}
_SAME = {
    "empty": "zeros", "concatenate": "concat",
    "transpose": "permute_dims", "amax": "max", "amin": "min", "rint": "round",
    "add.reduce": "sum", "multiply.reduce": "prod", "maximum.reduce": "max",
    "minimum.reduce": "min", "logical_or.reduce": "any", "logical_and.reduce": "all",
    "conjugate": "conj", "shares_memory": "may_share_memory",
}  # fmt: skip
FIRST |= {name: FIRST[same] for name, same in _SAME.items()}

REST: dict[str, Function] = {name: vars(composed)[name] for name in _COMPOSED.split()}
REST |= {
    f"{name}.accumulate": composed.accumulated(name) for name in ("maximum", "minimum", "logaddexp")
}
REST["add.accumulate"] = lambda xp, *args, **options: xp.cumsum(*args, **options)
REST["multiply.accumulate"] = lambda xp, *args, **options: xp.cumprod(*args, **options)
REST["logaddexp.reduce"] = composed.reduced("logaddexp")

WRITING = frozenset(
    [FIRST["copyto"], FIRST["put_along_axis"], *[FIRST[name] for name in FIRST if ".at" in name]]
)
"""Functions that change their first argument, whatever array that is."""

DECOMPOSED = frozenset(f"linalg.{name}" for name in _DECOMPOSED.split())
"""What LAPACK computes, with other conventions in other libraries: NumPy does on whole arrays."""

ALONG = frozenset(["sort", "argsort", "cumsum", "cumprod"])
"""Functions along an axis that dask computes where the axis is one chunk."""
