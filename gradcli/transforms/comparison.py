"""Gradients compared with differences: element by element, or along a random direction.

What is compared and the messages are PyTorch's. What differences cannot say, because they depend on
a step and on the element type, the help of the error does: at which rate Taylor's remainder falls
(``taylor``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.errors import GradcheckError, op_error
from gradcli.numerics.random import Generator
from gradcli.transforms import numerical, taylor
from gradcli.transforms.numerical import (
    Differences,
    Function,
    Tensors,
    differentiable,
    is_inexact,
    outputs_of,
)


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


def failed(message: str, help: str | None = None) -> Exception:
    """Return the error of a check that does not hold, for the caller to raise."""
    return op_error(GradcheckError, message, code="gradcheck", operands=(0,), help=help)


# Element by element


def compare_elements(point: Point, tolerance: Tolerance, forward: bool) -> None:
    """Compare all elements of the Jacobians; raise GradcheckError where they differ."""
    kept = point.ends or [n for n, output in enumerate(point.outputs) if is_inexact(output)]
    differences = Differences(point.function, point.inputs, point.outputs, kept, tolerance.eps)
    estimated = [differences.jacobian(source) for source in point.sources]
    if not point.ends:
        if any((jacobian != 0).any() for column in estimated for jacobian in column):
            raise failed("Numerical gradient for function expected to be zero")
        return
    pushed = _pushed(point) if forward else []
    for place, output_nr in enumerate(point.ends):
        found = [by[output_nr] for by in pushed] or _jacobians(point, output_nr, tolerance)
        for number, exact in enumerate(found):
            near = estimated[number][place]
            if not _close(exact, near, tolerance.rtol, tolerance.atol):
                raise _mismatch(point, (output_nr, number), (near, exact), forward)


def _pushed(point: Point) -> list[list[np.ndarray]]:
    """Return the Jacobian in forward mode, by every input and then of every output."""
    function, inputs = point.function, point.inputs
    return [numerical.forward_jacobians(function, inputs, source) for source in point.sources]


def _jacobians(point: Point, output_nr: int, tolerance: Tolerance) -> Sequence[np.ndarray]:
    compute = partial(numerical.backward_jacobian, point.outputs[output_nr], point.sources)
    return _twice(compute, tolerance.nondet_tol)


def _twice(compute: Callable[[], list[np.ndarray]], tolerance: float) -> list[np.ndarray]:
    """Compute Jacobians twice and refuse those that come out another way."""
    first, second = compute(), compute()
    for one, other in zip(first, second, strict=True):
        if one.size and np.abs(one - other).max() > tolerance:
            raise failed(
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
    return failed(
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


def compare_projections(point: Point, tolerance: Tolerance, forward: bool) -> None:
    """Compare one random projection of each Jacobian; raise GradcheckError where they differ."""
    generator = Generator()
    inputs = [_direction(generator, source) for source in point.sources]
    ends = [point.outputs[output_nr] for output_nr in point.ends]
    outputs = [_unit(generator, end.numel(), end) for end in ends] if not forward else []
    kept = point.ends or [n for n, output in enumerate(point.outputs) if is_inexact(output)]
    differences = Differences(point.function, point.inputs, point.outputs, kept, tolerance.eps)
    for number, source in enumerate(point.sources):
        slopes = differences.slopes(source, ..., _scaled(inputs[number], tolerance.eps, source))
        pushed: list[np.ndarray] = []
        if forward and point.ends:
            tangent = np.asarray(inputs[number]).reshape(source.array.shape)
            pushed = numerical.pushed_forward(point.function, point.inputs, source, tangent)
        for place, slope in enumerate(slopes):
            if not point.ends:
                if slope.size and np.abs(slope).max() > tolerance.nondet_tol:
                    raise failed("Numerical gradient for function expected to be zero")
                continue
            if forward:
                near, weight = slope, None
                exact = pushed[point.ends[place]]
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
    return np.asarray(drawn / np.linalg.norm(drawn))


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
    output_nr = point.ends[place]
    if forward:
        exact = _pushed(point)[number][output_nr]
    else:
        exact = _jacobians(point, output_nr, tolerance)[number]
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
