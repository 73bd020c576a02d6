"""PyTorch's ``gradcheck``: gradients compared with central differences.

This module knows which checks there are and in which order PyTorch makes them; ``comparison`` knows
how two Jacobians are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.node import Node
from gradcli.core.observe import tell_checked
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import GradcheckError, is_final, op_error
from gradcli.transforms.comparison import (
    Point,
    Tolerance,
    compare_elements,
    compare_projections,
    failed,
)
from gradcli.transforms.numerical import Function, Tensors, as_tuple, differentiable, outputs_of

Compare = Callable[[Point, Tolerance, bool], None]
"""Raises if Jacobians differ: those by backward mode, or (True) by forward mode."""


def gradcheck(
    func: Function,
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare the gradients of a function with central differences, in steps of ``eps``.

    Returns True. Raises GradcheckError where they differ, or returns False without
    ``raise_exception``. ``fast_mode`` compares one random projection instead of all elements.
    ``check_grad_dtypes`` and ``masked`` change nothing: gradients always have the element type of
    their input, and there are no sparse tensors.
    """
    _refuse_unless(
        check_forward_ad or check_backward_ad,
        "Expected at least one of check_forward_ad or check_backward_ad to be True",
    )
    _refuse_unless(
        check_backward_ad or not check_batched_grad,
        "Setting check_batched_grad=True requires check_backward_ad to be True",
    )
    _refuse_unless(
        check_forward_ad or not check_batched_forward_grad,
        "Setting check_batched_forward_grad=True requires check_forward_ad to be True",
    )
    tell_checked("gradcheck")
    tolerance = Tolerance(eps, rtol, atol, nondet_tol)
    modes = (check_backward_ad, check_forward_ad)
    batched = (check_batched_forward_grad, check_batched_grad)
    compare = compare_projections if fast_mode else compare_elements
    try:
        _check(func, as_tuple(inputs), tolerance, compare, modes, batched, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Function,
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Compare the gradients of a function's gradients with central differences.

    ``grad_outputs`` weighs the outputs; without it the weights are drawn. The rest is as in
    ``gradcheck``.
    """
    _refuse_unless(
        check_fwd_over_rev or check_rev_over_rev,
        "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True",
    )
    _refuse_unless(
        check_rev_over_rev or not check_undefined_grad,
        "Setting check_undefined_grad=True requires check_rev_over_rev to be True",
    )
    _refuse_unless(
        check_rev_over_rev or not check_batched_grad,
        "Setting check_batched_grad=True requires check_rev_over_rev to be True",
    )
    sources = as_tuple(inputs)
    if grad_outputs is None:
        weights = tuple(map(_drawn, differentiable(outputs_of(func, sources))))
    else:
        weights = as_tuple(grad_outputs)
    return gradcheck(
        _gradient_of(func, sources, weights),
        (*sources, *weights),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad,
        fast_mode=fast_mode,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
        masked=masked,
    )


def _refuse_unless(condition: bool, message: str) -> None:
    if not condition:
        raise op_error(AssertionError, message)


def _drawn(output: Tensor) -> Tensor:
    """Draw a weight for an output, as PyTorch's ``make_tensor`` does."""
    array = np.empty_like(output.array)
    parts = array[..., None].view(array.real.dtype) if output.dtype.is_complex else array
    parts[...] = STATE.generator.uniform(-1.0, 1.0, parts.shape, parts.dtype)
    return Tensor(array, True)


def _gradient_of(func: Function, inputs: tuple[Any, ...], weights: tuple[Any, ...]) -> Function:
    """Return the function from inputs and weights to the gradients by the inputs."""
    wanted = [isinstance(value, Tensor) and value.requires_grad for value in inputs]

    def gradient(*args: Any) -> Tensors:
        points, given = args[: len(inputs)], args[len(inputs) :]
        for value, want in zip(points, wanted, strict=True):
            if want and not value.requires_grad:  # as in forward mode
                value.requires_grad_()
        outputs = differentiable(outputs_of(func, points))
        sources = [value for value, want in zip(points, wanted, strict=True) if want]
        found = grad(outputs, sources, given, create_graph=True, allow_unused=True)
        return tuple(gradient for gradient in found if gradient is not None)

    return gradient


# The checks


def _check(
    func: Function,
    inputs: tuple[Any, ...],
    tolerance: Tolerance,
    compare: Compare,
    modes: tuple[bool, bool],
    batched: tuple[bool, bool],
    undefined: bool,
) -> None:
    _check_inputs(inputs)
    backward, forward = modes
    point = Point(func, inputs, outputs_of(func, inputs))
    if backward:
        for part in _parts_of_outputs(point):
            compare(part, tolerance, False)
    if forward:
        for part in _parts_of_inputs(point):
            compare(part, tolerance, True)
    ends = differentiable(point.outputs)
    if batched[0]:
        _draw_twice(point.sources)
    if not backward:
        return
    if batched[1]:
        _draw_twice(ends)
    _check_zeros(ends, point.sources, "backward not multiplied by grad_output")
    if undefined:
        _check_undefined(func, inputs, point.sources, range(len(ends)))
        for number in range(len(ends)) if len(ends) > 1 else ():
            _check_undefined(func, inputs, point.sources, (number,))


class _Undefined(Node):
    """The history of an output from which no gradient comes."""

    __slots__ = ()

    def __init__(self, output: Tensor) -> None:
        super().__init__(None, "UndefinedGrad", (output.edge(),), *output.meta(0), STATE.source)

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return that there is none."""
        return [None]


def _check_undefined(
    func: Function, inputs: tuple[Any, ...], sources: Tensors, numbers: Container[int]
) -> None:
    """Check that gradients are zero where none comes from outputs with these numbers."""
    ends = list(differentiable(outputs_of(func, inputs)))
    for number, end in enumerate(ends):
        if number in numbers:
            ends[number] = Tensor(end.array, True, _Undefined(end))
    try:
        _check_zeros(tuple(ends), sources, _NOT_ZERO)
    except RuntimeError as error:
        if is_final(error):
            raise
        warn(_NEW)
        if isinstance(error, GradcheckError):
            raise
        raise failed(_NOT_HANDLED) from error


_NOTES = 'Please look at "Notes about undefined output gradients" in "tools/autograd/'
_NOTES += 'derivatives.yaml"'
_NOT_ZERO = (
    "Expected all input grads to be undefined or zero when all output grads are undefined or "
    f"zero. {_NOTES}"
)
_NOT_HANDLED = f"Expected backward function to handle undefined output grads. {_NOTES}"
_NEW = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by "
    "default, but it may break existing callers of this function. If this is true for you, you can "
    'call this function with "check_undefined_grad=False" to disable the feature'
)


def _draw_twice(tensors: Tensors) -> None:
    """Draw what PyTorch draws to compare gradients in a batch with those one by one.

    Here a batch is taken one by one, so there is nothing to compare.
    """
    for tensor in tensors:
        for _ in range(2):
            OPS["randn_like"](tensor)


def _check_inputs(inputs: tuple[Any, ...]) -> None:
    for number, value in enumerate(inputs):
        if not isinstance(value, Tensor) or not value.requires_grad:
            continue
        if value.array.dtype not in (np.float64, np.complex128):
            warn(
                f"Input #{number} requires gradient and is not a double precision floating point "
                "or complex. This check will likely fail if all the inputs are not of double "
                "precision floating point or complex. "
            )
        if value.numel() and 0 in _steps(value.array):
            raise op_error(
                RuntimeError,
                f"The {number}th input has a dimension with stride 0. gradcheck only supports "
                "inputs that are non-overlapping to be able to compute the numerical gradients "
                "correctly. You should call .contiguous on the input before passing it to "
                "gradcheck.",
            )
    if not differentiable(inputs):
        raise op_error(
            ValueError,
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True.",
            operands=(1,),
        )


def _steps(array: np.ndarray) -> list[int]:
    """Return the strides of an array along the dimensions that have any."""
    pairs = zip(array.strides, array.shape, strict=True)
    return [step for step, size in pairs if size > 1]


def _check_zeros(ends: Tensors, sources: Tensors, message: str) -> None:
    """Check that gradients are zero where they start from zero."""
    if not ends:
        return
    zeros = [OPS["zeros_like"](end) for end in ends]
    for gradient in grad(ends, sources, zeros, allow_unused=True):
        if gradient is not None and not (gradient.array == 0).all():
            raise failed(message)


# Complex numbers


def _parts_of_outputs(point: Point) -> list[Point]:
    """Return the function, or those to the parts of its outputs where some are complex."""
    if not any(output.dtype.is_complex for output in point.outputs):
        return [point]

    def apply(part: str, *args: Any) -> Tensors:
        outputs = outputs_of(point.function, args)
        return tuple(OPS[part](o) if o.dtype.is_complex else o for o in outputs)

    parts = []
    for part, word in (("imag", "imaginary"), ("real", "real")):
        function = partial(apply, part)
        outputs = outputs_of(function, point.inputs)
        parts.append(Point(function, point.inputs, outputs, f"{word} part of complex outputs"))
    return parts


def _parts_of_inputs(point: Point) -> list[Point]:
    """Return the function, or those from the parts of its inputs where some are complex."""
    complex_ = [isinstance(v, Tensor) and v.dtype.is_complex for v in point.inputs]
    if not any(complex_):
        return [point]

    def joined(part: str, *args: Any) -> Tensors:
        values = [
            _joined(value, original, part) if is_complex else value
            for value, original, is_complex in zip(args, point.inputs, complex_, strict=True)
        ]
        return outputs_of(point.function, tuple(values))

    parts = []
    for part, word in (("imag", "imaginary"), ("real", "real")):
        inputs = tuple(
            _part(value, part) if is_complex else value
            for value, is_complex in zip(point.inputs, complex_, strict=True)
        )
        function = partial(joined, part)
        outputs = outputs_of(function, inputs)
        parts.append(Point(function, inputs, outputs, f"{word} part of complex inputs"))
    return parts


def _part(value: Tensor, part: str) -> Tensor:
    array = value.array.real if part == "real" else value.array.imag
    return Tensor(np.array(array), value.requires_grad)


def _joined(value: Tensor, original: Tensor, part: str) -> Any:
    """Return a complex tensor with one part from a real one and the other as it was."""
    real, imaginary = Tensor(np.array(original.array.real)), Tensor(np.array(original.array.imag))
    return OPS["complex"](value, imaginary) if part == "real" else OPS["complex"](real, value)


FUNCTIONS: dict[str, Callable[..., Any]] = {"gradcheck": gradcheck, "gradgradcheck": gradgradcheck}
