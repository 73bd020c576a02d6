"""PyTorch's ``gradcheck``: gradients compared with central differences.

The checks, their order and their messages are PyTorch's. What differences cannot say, because they
depend on a step and on the element type, the help of the error does: at which rate Taylor's
remainder falls (``taylor``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.modes import STATE
from gradcli.core.op import OPS
from gradcli.core.random import Generator
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.transforms import numerical, taylor
from gradcli.transforms.numerical import (
    Differences,
    Function,
    Tensors,
    as_tuple,
    differentiable,
    is_inexact,
    outputs_of,
)


class GradcheckError(RuntimeError):
    """A gradient differs from what its function's values say."""


class Point(NamedTuple):
    """A function with inputs and what it gives for them.

    ``part`` says which part of complex numbers the function is about, if there are any.
    """

    function: Function
    inputs: tuple[Any, ...]
    outputs: Tensors
    part: str = ""

    @property
    def sources(self) -> Tensors:
        """Return the inputs to differentiate by."""
        return differentiable(self.inputs)

    @property
    def ends(self) -> list[int]:
        """Return which outputs can be differentiated."""
        return [number for number, output in enumerate(self.outputs) if output.requires_grad]


class Tolerance(NamedTuple):
    """How close the two sides have to be."""

    eps: float
    rtol: float
    atol: float
    nondet_tol: float


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
    ``check_grad_dtypes`` and ``masked`` are accepted: gradients here always have the element type of
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
    tolerance = Tolerance(eps, rtol, atol, nondet_tol)
    modes = (check_backward_ad, check_forward_ad)
    batched = (check_batched_forward_grad, check_batched_grad)
    compare = _compare_projections if fast_mode else _compare_elements
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
    dtype = output.array.dtype
    return Tensor(STATE.generator.uniform(-1.0, 1.0, output.array.shape, dtype), True)


def _gradient_of(func: Function, inputs: tuple[Any, ...], weights: tuple[Any, ...]) -> Function:
    """Return the function from inputs and weights to the gradients by the inputs."""
    wanted = [isinstance(value, Tensor) and value.requires_grad for value in inputs]

    def gradient(*args: Any) -> Tensors:
        points, given = args[: len(inputs)], args[len(inputs) :]
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
        for _ in range(1 if len(ends) < 2 else 1 + len(ends)):
            _check_zeros(differentiable(outputs_of(func, inputs)), point.sources, _UNDEFINED)


_UNDEFINED = (
    "Expected all input grads to be undefined or zero when all output grads are undefined or zero. "
    'Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
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
        array = value.array
        if any(step <= 0 < size - 1 for step, size in zip(array.strides, array.shape, strict=True)):
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


def _check_zeros(ends: Tensors, sources: Tensors, message: str) -> None:
    """Check that gradients are zero where they start from zero."""
    if not ends:
        return
    zeros = [OPS["zeros_like"](end) for end in ends]
    for gradient in grad(ends, sources, zeros, allow_unused=True):
        if gradient is not None and not (gradient.array == 0).all():
            raise _failed(message)


def _failed(message: str, help: str | None = None) -> Exception:
    return op_error(GradcheckError, message, code="gradcheck", operands=(0,), help=help)


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
    if part == "real":
        return value + Tensor(original.array.imag * 1j)
    return Tensor(np.array(original.array.real)) + value * 1j


# Element by element


def _compare_elements(point: Point, tolerance: Tolerance, forward: bool) -> None:
    kept = point.ends or [n for n, output in enumerate(point.outputs) if is_inexact(output)]
    differences = Differences(point.function, point.inputs, point.outputs, kept, tolerance.eps)
    estimated = [differences.jacobian(source) for source in point.sources]
    if not point.ends:
        if any((jacobian != 0).any() for column in estimated for jacobian in column):
            raise _failed("Numerical gradient for function expected to be zero")
        return
    for place, output_nr in enumerate(point.ends):
        found = _jacobians(point, output_nr, tolerance, forward)
        for number, exact in enumerate(found):
            near = estimated[number][place]
            if not _close(exact, near, tolerance.rtol, tolerance.atol):
                raise _mismatch(point, (output_nr, number), (near, exact), forward)


def _jacobians(
    point: Point, output_nr: int, tolerance: Tolerance, forward: bool
) -> Sequence[np.ndarray]:
    if forward:
        return [
            numerical.forward_jacobian(point.function, point.inputs, output_nr, source)
            for source in point.sources
        ]
    compute = partial(numerical.backward_jacobian, point.outputs[output_nr], point.sources)
    return _twice(compute, tolerance.nondet_tol)


def _twice(compute: Callable[[], list[np.ndarray]], tolerance: float) -> list[np.ndarray]:
    """Compute Jacobians twice and refuse those that come out another way."""
    first, second = compute(), compute()
    for one, other in zip(first, second, strict=True):
        if one.size and np.abs(one - other).max() > tolerance:
            raise _failed(
                "Backward is not reentrant, i.e., running backward with same input and grad_output "
                "multiple times gives different values, although analytical gradient matches "
                f"numerical gradient.The tolerance for nondeterminism was {tolerance}.{_NOTE}"
            )
    return first


_NOTE = """\n
NOTE: If your op relies on non-deterministic operations i.e., it is listed here:
https://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html
this failure might be expected.

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck.
If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `nondet_tol=<tol>` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_nondet_tol=<tol>`.
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_nondet_tol=<tol>`
"""


def _close(exact: Any, near: Any, rtol: float, atol: float) -> bool:
    return bool(np.allclose(exact, near, rtol=rtol, atol=atol))


def _mismatch(
    point: Point, place: tuple[int, int], sides: tuple[Any, Any], forward: bool, more: str = ""
) -> Exception:
    output_nr, number = place
    near, exact = (Tensor(np.array(side)) for side in sides)
    mode = "computed with forward mode " if forward else ""
    which = f"While considering the {point.part} only, " if point.part else ""
    return _failed(
        f"{which}Jacobian {mode}mismatch for output {output_nr} with respect to input {number},\n"
        f"numerical:{near}\nanalytical:{exact}\n{more}",
        None if forward else _rate(point, output_nr, number),
    )


def _rate(point: Point, output_nr: int, number: int) -> str | None:
    """Return what Taylor's remainder says of the gradient of one output by one input."""
    source, output = point.sources[number], point.outputs[output_nr]
    if source.dtype.is_complex or not source.numel() or not output.numel():
        return None
    draw = np.random.default_rng(0).standard_normal
    direction = np.asarray(draw(source.array.shape)).astype(source.array.dtype)
    weight = np.asarray(draw(output.array.shape)).astype(output.array.dtype)

    def along(step: float) -> float:
        with numerical.moved(source, ..., direction * source.array.dtype.type(step)):
            found = outputs_of(point.function, point.inputs)[output_nr].array
        return float((found.astype(float) * weight).sum())

    (gradient,) = numerical.product(output, (source,), weight.reshape(-1))
    slope = float((gradient.astype(float) * direction.reshape(-1)).sum())
    precision = max(_precision(source), _precision(output))
    return taylor.verdict(taylor.remainder_rate(along, slope, precision))


def _precision(tensor: Tensor) -> float:
    return float(np.finfo(tensor.array.dtype).eps) if tensor.array.dtype.kind == "f" else 0.01


# A random projection


def _compare_projections(point: Point, tolerance: Tolerance, forward: bool) -> None:
    generator = Generator()
    inputs = [_direction(generator, source) for source in point.sources]
    ends = [point.outputs[output_nr] for output_nr in point.ends]
    outputs = [_unit(generator, end.numel(), end) for end in ends] if not forward else []
    kept = point.ends or [n for n, output in enumerate(point.outputs) if is_inexact(output)]
    differences = Differences(point.function, point.inputs, point.outputs, kept, tolerance.eps)
    for number, source in enumerate(point.sources):
        slopes = differences.slopes(source, ..., _scaled(inputs[number], tolerance.eps, source))
        for place, slope in enumerate(slopes):
            if not point.ends:
                if slope.size and np.abs(slope).max() > tolerance.nondet_tol:
                    raise _failed("Numerical gradient for function expected to be zero")
                continue
            if forward:
                near, weight = slope, None
                columns = numerical.forward_jacobian(
                    point.function, point.inputs, point.ends[place], source
                )
                exact = inputs[number] @ columns
            else:
                weight = outputs[place]
                near = np.asarray((weight * slope).sum())
                compute = partial(numerical.product, ends[place], point.sources, weight)
                exact = _projected(_twice(compute, tolerance.nondet_tol)[number], inputs[number])
            spread = _sum(inputs[number]) * (1.0 if weight is None else _sum(weight))
            if not _close(exact, near, tolerance.rtol, tolerance.atol * spread):
                more = _in_full(point, tolerance, place, number, forward)
                sides = (near, exact)
                raise _mismatch(point, (point.ends[place], number), sides, forward, more)


def _unit(generator: Generator, count: int, like: Tensor) -> np.ndarray:
    """Draw a vector of length 1, as PyTorch does."""
    drawn = generator.rand((count,), np.dtype(np.float32)).astype(like.array.real.dtype)
    return drawn / np.linalg.norm(drawn)


def _direction(generator: Generator, source: Tensor) -> Any:
    """Draw a displacement of an input, of a complex one for either part."""
    real = _unit(generator, source.numel(), source)
    if not source.dtype.is_complex:
        return real
    return real, _unit(generator, source.numel(), source)


def _scaled(direction: Any, eps: float, source: Tensor) -> Any:
    if isinstance(direction, tuple):
        return tuple(eps * part.reshape(source.array.shape) for part in direction)
    return eps * direction.reshape(source.array.shape)


def _projected(gradient: np.ndarray, direction: Any) -> np.ndarray:
    if isinstance(direction, tuple):
        return np.asarray(gradient.real @ direction[0] + 1j * (gradient.imag @ direction[1]))
    return np.asarray(gradient @ direction)


def _sum(vector: Any) -> float:
    parts = vector if isinstance(vector, tuple) else (vector,)
    return float(sum(part.sum() for part in parts))


def _in_full(point: Point, tolerance: Tolerance, place: int, number: int, forward: bool) -> str:
    """Return what the comparison of all elements says of one that failed in the projection."""
    differences = Differences(
        point.function, point.inputs, point.outputs, point.ends, tolerance.eps
    )
    near = differences.jacobian(point.sources[number])[place]
    exact = _jacobians(point, point.ends[place], tolerance, forward)[number]
    farthest = Tensor(np.asarray(np.abs(near - exact).max())).item()
    close = _close(exact, near, tolerance.rtol, tolerance.atol)
    return (
        "\nThe above quantities relating the numerical and analytical jacobians are computed \n"
        "in fast mode. See: https://github.com/pytorch/pytorch/issues/53876 for more background \n"
        "about fast mode. Below, we recompute numerical and analytical jacobians in slow mode:\n\n"
        f"Numerical:\n {Tensor(near)}\nAnalytical:\n{Tensor(exact)}\n\n"
        f"The max per-element difference (slow mode) is: {farthest}.\n{_CLOSE if close else ''}"
    )


_CLOSE = """
Fast gradcheck failed but element-wise differences are small. This means that the
test might've passed in slow_mode!

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck:

If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `fast_mode=False` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_fast_mode=False`
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_fast_mode=False`
""".strip()

FUNCTIONS: dict[str, Callable[..., Any]] = {"gradcheck": gradcheck, "gradgradcheck": gradgradcheck}
