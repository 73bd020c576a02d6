"""What operators ask of their operands and attributes, and how they refuse them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from gradcli.core.promote import is_integer
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS
from gradcli.errors import OpError, class_name, op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE, dtype_of

SLIPS = (ArithmeticError, AttributeError, LookupError, MemoryError, ValueError)
"""What bodies raise, besides TypeError, for arguments that nobody thought of."""


def refuse(
    message: str,
    *operands: int,
    kind: type[Exception] = RuntimeError,
    code: str = "runtime",
    help: str | None = None,
) -> OpError:
    """Make the error for operands that an operator does not take, for the caller to raise.

    ``operands`` are the positions of those that the message is about, the first where none is
    named.
    """
    return op_error(kind, message, code=code, operands=operands or (0,), help=help)


dtype_error = partial(refuse, code="dtype")
shape_error = partial(refuse, code="shape-mismatch")
index_error = partial(refuse, kind=IndexError, code="index")
not_floating = partial(dtype_error, help="convert it first, as in `.float()`")


def mismatch(message: str, *operands: int, kind: type[Exception] = RuntimeError) -> OpError:
    """Make the error for shapes that do not go together, of the first two operands if not said."""
    return shape_error(message, *(operands or (0, 1)), kind=kind)


def mixed(message: str, kind: type[Exception] = RuntimeError, help: str | None = None) -> OpError:
    """Make the error for the element types of the first two operands, which do not go together."""
    return dtype_error(message, 0, 1, kind=kind, help=help)


def check_elements(shape: Sequence[int]) -> None:
    """Refuse a shape of more elements than a program's tensors may have."""
    if prod(shape) > STATE.max_elements:
        raise op_error(
            RuntimeError,
            f"a tensor of {prod(shape)} elements is beyond the limit",
            code="limit",
            help="--max-elements sets the limit, in Python limits=Limits(max_elements=...)",
        )


def check_given(op: Any, operands: Sequence[Any], attrs: dict[str, Any], suffix: str = "") -> None:
    """Refuse what a user gives an operator of an element type that PyTorch does not take.

    ``suffix`` is an underscore where the operator is to overwrite its first operand.
    """
    for operand in operands:
        if operand.__class__ in TENSORS:
            held = operand.array if operand.version is None else operand.held
            suspect = held.dtype.char not in "fd"
        else:
            suspect = operand.__class__ is complex
        if suspect:
            from gradcli.operators.refused_types import check_types  # a long table

            try:
                if attrs.get("dtype") is None:
                    check_types(op, op.name, operands)
                if suffix:
                    check_types(op, op.name + suffix, operands)
            except NotImplementedError:
                _check_rest(op, operands, attrs)
                raise
            return


_TRANSPOSED = "conv_transpose1d conv_transpose2d conv_transpose3d"
_OTHERS = "batch_norm cdist cross histogram histogramdd linalg_cross nll_loss"
_KERNELS_FIRST = frozenset(f"{_TRANSPOSED} {_OTHERS}".split())
"""Operators whose kernels ask for the first operand's type before that of others is looked at."""


def _check_rest(op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Refuse what an operator refuses besides types, which PyTorch's kernels say last."""
    if op.name == "instance_norm":  # which writes statistics besides its result
        return
    given = (*operands, *attrs.values())
    types = {operand.dtype for operand in given if operand.__class__ in TENSORS}
    passed = ["memory", "operands", "value"]
    if len(types) == 1 or op.name in _KERNELS_FIRST:
        passed.append("dtype")
    try:
        with STATE.replaced(grad_enabled=False, observers=()):
            op.apply_any(operands, attrs)
    except NotImplementedError:
        return
    except OpError as error:
        if error.code not in passed:
            raise error from None


def check_gradient(array: Any) -> None:
    """Refuse a new tensor that is to require gradients, of a type that has none."""
    if array.dtype.kind not in DIFFERENTIABLE:
        raise op_error(
            RuntimeError,
            "Only Tensors of floating point and complex dtype can require gradients",
            code="requires-grad",
        )


def invalid(
    message: str, kind: type[Exception] = RuntimeError, *, code: str = "runtime"
) -> OpError:
    """Make the error for an attribute, or a call, that no operand is to blame for."""
    return op_error(kind, message, code=code)


value_error = partial(invalid, kind=ValueError)
type_error = partial(invalid, kind=TypeError)


def truth(flag: Any) -> bool:
    """Return the truth of an argument that PyTorch's own Python takes as it is."""
    try:
        return bool(flag)
    except ValueError as error:  # of a NumPy array of several elements
        raise op_error(ValueError, str(error), code="value") from None


def check_chance(p: float) -> None:
    """Refuse what is no probability, as PyTorch's kernels do."""
    if not 0 <= p <= 1:
        raise invalid(f"dropout probability has to be between 0 and 1, but got {p:g}")


_NO_INTEGERS = frozenset(("diagonal_scatter", "masked_fill", "select_scatter"))
_NO_INTEGERS |= {"cumprod", "cumsum", "nansum", "prod", "sum"}
"""Operators that write a part of integers, or add up as such: PyTorch refuses their gradients."""
_NO_COMPLEX = {name: name for name in ("nan_to_num", "scatter_reduce", "silu", "_softmax")}
_NO_COMPLEX |= {name: name for name in ("_log_softmax", "_trilinear", "select_scatter")}
_NO_COMPLEX |= {"_rows": "embedding"}
_NO_COMPLEX |= dict.fromkeys(("_normal_of_both", "_normal_of_means"), "normal")
"""Operators that PyTorch differentiates for real numbers alone, and what it calls them."""


def check_recorded(name: str, operands: Sequence[Any], dtype: Any) -> None:
    """Refuse to record, of integers or complex numbers, what PyTorch has no derivative for."""
    needed = any(getattr(operand, "needs_grad", False) for operand in operands)
    if dtype.kind == "c" and name in _NO_COMPLEX and needed:
        shown = _NO_COMPLEX[name]
        message = f"{shown} does not support automatic differentiation for outputs with complex"
        raise op_error(RuntimeError, f"{message} dtype.", code="dtype")
    if dtype.kind != "c" and name in _NO_INTEGERS and needed:
        message = f"Autograd not support dtype: {dtype_of(dtype).scalar_name}"
        raise op_error(RuntimeError, message, code="dtype")


# Keywords of other libraries and of other devices


def is_device(value: Any) -> bool:
    """Tell whether a value names the device that there is; raise PyTorch's error for another."""
    if value is None:
        return True
    from gradcli.numerics.device import check_device

    return check_device(value)


_SPELLED = (
    "axis:dim axis0:dim0 axis1:dim1 keepdims:keepdim a:input x:input x1:input x2:other "
    "sections:indices element:elements value:src "
    "tensor_indices_or_sections:indices test_element:test_elements "
    "split_size_or_sections:split_size input2:tau"
)
SYNONYMS = dict(pair.split(":") for pair in _SPELLED.split())
"""NumPy's keywords, which PyTorch accepts as well, and those of other forms of a function."""


_OF_X = (
    "linalg_vander special_airy_ai special_scaled_modified_bessel_k0 "
    "special_scaled_modified_bessel_k1 special_spherical_bessel_j0 vander "
    "special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v "
    "special_chebyshev_polynomial_w special_hermite_polynomial_h special_hermite_polynomial_he "
    "special_laguerre_polynomial_l special_legendre_polynomial_p "
    "special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u "
    "special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w"
)
_OF_NUMBERS = (
    "bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor bucketize "
    "float_power pow remainder searchsorted special_xlog1py special_xlogy special_zeta xlogy"
)
_SELVES = _OF_NUMBERS.split()
"""Functions whose first operand has another keyword where it is a number."""
ALSO = {(name, "self"): "input" for name in _SELVES} | {("det", "A"): "input"}
"""Keywords of single functions in another namespace."""
CALLED = {
    **{(name, "input"): "x" for name in _OF_X.split()},
    **{
        (name, "indices_or_sections"): "indices"
        for name in ("dsplit", "hsplit", "tensor_split", "vsplit")
    },
    ("linalg_solve_triangular", "A"): "input",
    ("orgqr", "tau"): "input2",
    ("view", "shape"): "size",
    ("view_copy", "shape"): "size",
}
"""Keywords of single functions, which PyTorch calls otherwise than all others do."""


_NUMBER = (int, float, complex)
_MISCALLED: dict[str, dict[str, Any]] = {
    **{name: {"input": _NUMBER, "self": Tensor} for name in _SELVES},
    **{name: {"dim": Tensor} for name in ("max", "min")},
    **{name: {"dim": bool} for name in ("std", "std_mean", "var", "var_mean")},
    "isin": dict.fromkeys(("elements", "test_elements"), _NUMBER)
    | dict.fromkeys(("element", "test_element"), Tensor),
    "scatter": {"src": _NUMBER, "value": Tensor},
}
"""Functions of several forms: what they do not take under a keyword, as it is another form's."""
_SPACING = (("x", Tensor), ("dx", (int, float)))
_APART: dict[str, tuple[tuple[str, Any], ...]] = {
    "cumulative_trapezoid": _SPACING,
    "histogram": (("bins", Tensor), ("range", (list, tuple))),
    "trapezoid": _SPACING,
}
"""Parameters of such functions that no form has together."""


def is_mixed(name: str, values: dict[str, Any], kwargs: dict[str, Any]) -> bool:
    """Tell whether values are given, or called, as in different forms of a function."""
    for key, kind in _MISCALLED.get(name, {}).items():
        value = kwargs.get(key)
        number = isinstance(value, Tensor) and not value.shape  # can be one
        if isinstance(value, kind) and not (number and (key != "dim" or is_integer(value))):
            return True
    return name in _APART and all(isinstance(values.get(key), kind) for key, kind in _APART[name])


def beside(signature: Any, key: str, value: Any, *, method: bool, given: bool) -> str:
    """Return what is wrong with a keyword that is no parameter, or was ``given`` before."""
    if given:
        return f"{signature.name}() got multiple values for argument '{key}'"
    if is_ignored(signature, key, value, method):
        return ""
    return f"{signature.name}() got an unexpected keyword argument '{key}'"


_PLACING = frozenset({"device", "layout", "pin_memory"})


def is_ignored(signature: Any, keyword: str, value: Any, method: bool) -> bool:
    """Tell whether a keyword of PyTorch's function means nothing on this core.

    Raises what PyTorch does of values that the keyword does not have.
    """
    name = signature.name
    if keyword == "out" and value is None and not method:
        from gradcli.operators.without_out import has_out  # a long table, for few calls

        return has_out(name)
    if keyword == "implicit" and name in ("expand", "expand_copy"):
        return isinstance(value, bool)
    if keyword not in _PLACING or not (signature.extra or name in ("_to_copy", "normal")):
        return False
    if keyword == "device":
        return is_device(value)
    python = name in ("new_tensor", "tensor")
    if python and keyword == "layout":
        return False
    from gradcli.numerics.device import Layout

    wanted, kind = ("bool", bool) if keyword == "pin_memory" else ("torch.layout", Layout)
    if not isinstance(value, kind) and (python or value is not None):
        message = f"{name}(): argument '{keyword}' must be {wanted}, not {class_name(type(value))}"
        raise op_error(TypeError, message)
    if value is True:
        raise op_error(RuntimeError, _PINNED)
    return True


_PINNED = (
    "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
    "available on this system."
)


def arrays_of(operands: Sequence[Any]) -> list[Any]:
    """Return the arrays of tensors, and what is none as it is."""
    return [operand.array if operand.__class__ in TENSORS else operand for operand in operands]


def is_large(operand: Any) -> bool:
    """Tell whether an operand is a tensor of many elements, or not computed yet."""
    if operand.__class__ not in TENSORS:
        return False
    held = operand.array if operand.version is None else operand.held
    return held.size >= STATE.large if type(held) is np.ndarray else hasattr(held, "hold")
