"""The part of NumPy that programs have: arrays of numbers, and functions of them.

Nothing here reads or writes a file, and no array holds objects. Random numbers are
``numpy_random``'s.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from gradcli.core.observe import Observer, Whole
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.core.warn import warn
from gradcli.errors import is_final, op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, Builtin, lazy_kind
from gradcli.numerics.dtypes import is_supported
from gradcli.operators.refusals import check_elements

Table = dict[str, Any]

_FUNCTIONS: dict[str, str] = {
    "numpy": "abs absolute add all allclose angle any append arange arccos arccosh arcsin arcsinh "
    "arctan arctan2 arctanh argmax argmin argpartition argsort argwhere around array array_equal "
    "array_split asarray ascontiguousarray atleast_1d atleast_2d atleast_3d average bincount "
    "bitwise_and bitwise_or bitwise_xor broadcast_to cbrt ceil clip column_stack concatenate "
    "conj conjugate convolve copy copysign copyto corrcoef correlate cos cosh count_nonzero cov "
    "cross cumprod cumsum deg2rad degrees delete diag diag_indices diagflat diagonal diff digitize "
    "divide divmod dot dstack ediff1d einsum equal exp exp2 expand_dims expm1 eye fabs "
    "fill_diagonal flatnonzero flip fliplr flipud float_power floor floor_divide fmax fmin fmod "
    "full full_like gcd geomspace gradient greater greater_equal heaviside histogram histogram2d "
    "hsplit hstack hypot i0 identity imag indices inner insert interp intersect1d invert isclose "
    "iscomplexobj isfinite isin isinf isnan isneginf isposinf isreal isrealobj isscalar kron lcm "
    "ldexp less less_equal lexsort linspace log log10 log1p log2 logaddexp logaddexp2 logical_and "
    "logical_not logical_or logical_xor logspace matmul max maximum mean median meshgrid min "
    "minimum mod modf moveaxis multiply nan_to_num nanargmax nanargmin nancumsum nanmax nanmean "
    "nanmedian nanmin nanprod nanstd nansum nanvar ndim negative nextafter nonzero not_equal ones "
    "ones_like outer pad partition percentile poly polyadd polyder polydiv polyfit polyint polymul "
    "polysub polyval positive power prod ptp quantile rad2deg radians ravel real reciprocal "
    "remainder repeat reshape resize rint roll rollaxis roots rot90 round searchsorted select "
    "setdiff1d setxor1d shape sign signbit sin sinc sinh size sort split sqrt square squeeze stack "
    "std subtract sum swapaxes take take_along_axis tan tanh tensordot tile trace transpose "
    "trapezoid tri tril tril_indices triu triu_indices true_divide trunc union1d unique "
    "unravel_index vander var vdot vsplit vstack where zeros zeros_like",
    "numpy.linalg": "cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_norm "
    "matrix_power matrix_rank multi_dot norm pinv qr slogdet solve svd svdvals tensorinv "
    "tensorsolve vector_norm",
    "numpy.fft": "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft "
    "irfft2 irfftn rfft rfft2 rfftfreq rfftn",
    "numpy.testing": "assert_allclose assert_almost_equal assert_array_almost_equal "
    "assert_array_equal assert_array_less assert_equal",
}
"""The functions of each module: of numbers and arrays, to numbers and arrays."""


_SCALARS = (
    np.bool_,
    np.uint8,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.complex128,
)


def _issubdtype(arg1: Any, arg2: Any) -> bool:
    """Tell whether a type of elements is of a kind, which is a type itself or the name of one."""
    return bool(np.issubdtype(_kind_of(arg1), _kind_of(arg2)))


def _places(*shape: Any) -> Any:
    """Return the indices of arrays of a shape, one after the other."""
    return lazy_kind("numpy.ndindex")(np.ndindex(*shape))


def _places_and_values(arr: Any) -> Any:
    """Return the elements of an array with their indices."""
    return lazy_kind("numpy.ndenumerate")(np.ndenumerate(_array(arr)))


_LIMITS: dict[type, str] = {
    np.finfo: "bits dtype eps epsneg iexp machep max maxexp min minexp negep nexp nmant precision "
    "resolution smallest_normal smallest_subnormal tiny",
    np.iinfo: "bits dtype kind max min",
}
"""The limits of types of elements, and what programs read of them."""


def _limits(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what makes the limits of a type of elements."""

    def call(dtype: Any) -> Any:
        try:
            return kind(_kind_of(dtype))
        except ValueError as error:
            raise op_error(ValueError, str(error)) from None

    return call


def _made(shape: Any, dtype: Any = float, buffer: Any = None, offset: int = 0) -> Any:
    """Return an array of zeros, or one over the memory of another array."""
    dtype = _kind_of(dtype)
    if buffer is None:
        return of_numbers(np.zeros)(shape, dtype=dtype)
    if not isinstance(offset, int) or offset < 0:  # NumPy itself would read what lies before
        raise op_error(ValueError, f"the offset into a buffer is not {offset!r}")
    return of_numbers(np.ndarray)(shape, dtype=dtype, buffer=_array(buffer), offset=offset)


def _array(given: Any) -> Any:
    made = np.asarray(given)
    if not is_supported(made.dtype):
        raise op_error(TypeError, f"{given!r} is no array of numbers")
    return made


def _kind_of(given: Any) -> Any:
    known = (*_SCALARS, *_KINDS, bool, int, float, complex)
    if isinstance(given, (np.dtype, str)) or any(given is kind for kind in known):
        return given
    raise op_error(TypeError, f"{given!r} is no type of elements")


_KINDS = (
    *(np.complexfloating, np.floating, np.generic, np.inexact, np.integer, np.number),
    *(np.signedinteger, np.unsignedinteger),
)
"""The kinds that types of elements are of."""


def of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse arrays that hold anything but numbers, and to compute into anything else."""
    whole = Whole(getattr(function, "__name__", "numpy"), function)

    def call(*args: Any, **kwargs: Any) -> Any:
        if not isinstance(kwargs.get("out"), (type(None), np.ndarray)):
            raise op_error(TypeError, "the argument 'out' must be an array")
        _check_kind(kwargs.get("dtype"))
        try:
            result = Observer.composing(whole, args, kwargs)
        except AssertionError as error:  # of numpy.testing
            raise op_error(AssertionError, str(error)) from None
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            if is_final(error):
                raise
            raise op_error(type(error), str(error)) from None
        return _checked(result)

    return call


def _check_kind(dtype: Any) -> None:
    """Refuse an element type whose elements are no numbers, before any are made."""
    if isinstance(dtype, (str, type, np.dtype)) and np.dtype(dtype).kind not in "biufc":
        raise op_error(TypeError, "only arrays of numbers are part of the language")


def _checked(result: Any) -> Any:
    """Return a result that consists of numbers, of which there are not too many."""
    if isinstance(result, (np.ndarray, np.generic)):
        check_elements(result.shape)
        if result.dtype.kind not in "biufc":
            raise op_error(TypeError, "only arrays of numbers are part of the language")
    elif isinstance(result, (tuple, list)) and not isinstance(result, Size):
        parts = [_checked(part) for part in result]
        if isinstance(result, tuple) and hasattr(type(result), "_fields"):
            from gradcli.language.names.attributes import name_fields

            return name_fields(type(result))(*parts)
        return parts if isinstance(result, list) else tuple(parts)
    elif not isinstance(result, (int, float, complex, Size, Tensor, type(None))):
        raise op_error(TypeError, "only arrays of numbers are part of the language")
    return result


class Universal(Builtin):
    """A function of NumPy's that works element by element, and so in other ways as well."""

    __slots__ = ("elementwise",)
    elementwise: np.ufunc

    def __repr__(self) -> str:
        return f"<ufunc '{self.name}'>"


Universal.__module__, Universal.__qualname__ = "numpy", "ufunc"


def _way(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of such functions."""
    return lambda function, *args, **kwargs: of_numbers(method)(
        function.elementwise, *args, **kwargs
    )


_UFUNC = (np.ufunc.accumulate, np.ufunc.at, np.ufunc.outer, np.ufunc.reduce, np.ufunc.reduceat)
UNIVERSAL = {method.__name__: _way(method) for method in _UFUNC}
"""The methods of such functions."""


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Say what NumPy says where a result is made a tensor, as those of tensors are."""

    def call(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        if any(isinstance(r, Tensor) for r in (result if isinstance(result, tuple) else (result,))):
            warn(_OLD_WRAP, DeprecationWarning)
        return result

    return call


_OLD_WRAP = (
    "__array_wrap__ must accept context and return_scalar arguments (positionally) in the future. "
    "(Deprecated NumPy 2.0)"
)


_OF_ARRAYS = frozenset({"all", "any", "max", "mean", "min", "prod", "sum"})
"""What NumPy leaves to a tensor, whose methods do not take what it hands on."""


def _of_arrays(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a tensor as its methods do, which NumPy asks with keywords of its own."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if not args or not isinstance(args[0], Tensor):
            return function(*args, **kwargs)
        given = type(kwargs.get("axis", args[1] if len(args) > 1 else None)).__name__
        message = f"{name}() got an unexpected keyword argument 'axis'"
        if name in ("all", "any"):
            got = f"(out=NoneType, axis={given}, )"
            message = f"{name}() received an invalid combination of arguments - got {got}, but "
            message += "expected one of:"
        elif name in ("max", "min", "prod") and given == "NoneType":
            message = f"{name}(): argument 'dim' must be int, not NoneType"
        raise op_error(TypeError, message, operands=(0,), help=f"a tensor has `.{name}()` itself")

    call.__qualname__ = name
    return call


def _function(name: str, found: Any) -> Builtin:
    if not isinstance(found, np.ufunc):
        function = of_numbers(found)
        return Builtin(name, _of_arrays(name, function) if name in _OF_ARRAYS else function)
    made = Universal(name, _wrapping(of_numbers(found)))
    made.elementwise = found
    return made


def _table(module: str) -> Table:
    found = np
    for part in module.split(".")[1:]:
        found = vars(found)[part] if part in vars(found) else import_module(module)
    named = {name: _function(name, vars(found)[name]) for name in _FUNCTIONS[module].split()}
    return named | ({"LinAlgError": np.linalg.LinAlgError} if module == "numpy.linalg" else {})


def table() -> Table:
    """Return what the module numpy has."""
    from gradcli.language.names.attributes import GETTERS, METHODS

    METHODS[Universal] = UNIVERSAL
    for kind, names in _LIMITS.items():
        GETTERS[kind] = readers_of(names)
    functions = _table("numpy")
    return {
        **functions,
        "empty": functions["zeros"],  # nobody's bytes are shown
        "empty_like": functions["zeros_like"],
        "array2string": Builtin("array2string", _to_string),
        "array_str": Builtin("array_str", _text_of(np.array_str)),
        "array_repr": Builtin("array_repr", _text_of(np.array_repr)),
        "set_printoptions": Builtin("set_printoptions", _set_printoptions),
        **{kind.__name__: kind for kind in (*_SCALARS, *_KINDS)},
        "ndenumerate": Builtin("ndenumerate", _places_and_values),
        "ndindex": Builtin("ndindex", _places),
        "issubdtype": Builtin("issubdtype", of_numbers(_issubdtype)),
        "bool_": np.bool_,
        "int_": np.int64,
        "double": np.float64,
        "single": np.float32,
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "newaxis": None,
        "pi": math.pi,
        "c_": Grid(np.c_),
        "r_": Grid(np.r_),
        "mgrid": Grid(np.mgrid),
        "ogrid": Grid(np.ogrid),
        **{kind.__name__: kind for kind in _LIMITS},
        "ndarray": np.ndarray,
        "__version__": np.__version__,
    }


class Grid:
    """``numpy.mgrid``, ``numpy.r_`` and their like, which make arrays of slices."""

    __slots__ = ("grid",)

    def __init__(self, grid: Any) -> None:
        self.grid = grid

    def __repr__(self) -> str:
        return f"<{type(self.grid).__name__} object>"

    def __getitem__(self, slices: Any) -> Any:
        parts = slices if isinstance(slices, tuple) else (slices,)
        if any(isinstance(part, str) for part in parts):
            raise op_error(TypeError, "the language leaves out slices that are texts")
        return of_numbers(self.grid.__getitem__)(slices)


def _text_of(function: Callable[..., str]) -> Callable[..., str]:
    def call(a: Any, max_line_width: int | None = None, precision: int | None = None) -> str:
        return function(np.asarray(of_numbers(np.asarray)(a)), max_line_width, precision)

    return call


def _to_string(a: Any, max_line_width: int | None = None, **options: Any) -> str:
    """Return the text of an array, with options of its own."""
    for name in options:
        if name not in ("prefix", "separator", "suffix", "suppress_small", *_PRINTING):
            raise op_error(TypeError, f"array2string() got an unexpected keyword argument '{name}'")
    array = of_numbers(np.asarray)(a)
    if "threshold" in options:
        check_items(30 * array.size)
    return np.array2string(array, max_line_width, **options)


_PRINTING = ("edgeitems", "linewidth", "precision", "sign", "suppress", "threshold", "floatmode")


def _set_printoptions(**options: Any) -> None:
    """Change how arrays print, until the program ends."""
    for name in options:
        if name not in _PRINTING:
            raise op_error(TypeError, f"the language has no print option '{name}' of numpy")
    of_numbers(np.set_printoptions)(**options)


TABLES = {
    "numpy": table,
    "numpy.version": lambda: {"version": np.__version__},
    **{name: partial(_table, name) for name in _FUNCTIONS if name != "numpy"},
}

CONSTRUCTORS.update({kind: of_numbers(kind) for kind in _SCALARS})
CONSTRUCTORS[np.ndarray] = _made
CONSTRUCTORS.update({kind: _limits(kind) for kind in _LIMITS})
CALLABLE.add(Universal)
