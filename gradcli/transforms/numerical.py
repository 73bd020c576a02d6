"""Jacobians of a function of tensors: by central differences, by backward and by forward mode.

They are arrays with a row for each element of an input and a column for each of an output, which is
PyTorch's layout in ``gradcheck``. This module does not know what is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.numerics.dtypes import dtype_of
from gradcli.transforms.forward_ad import dual_level, make_dual, unpack_dual

Function = Callable[..., Any]
Tensors = tuple[Tensor, ...]


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return what a function takes or gives as a tuple."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def outputs_of(function: Function, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what a function gives, refusing what is no tensor."""
    outputs = as_tuple(function(*inputs))
    for output in outputs:
        if not isinstance(output, Tensor):
            raise op_error(
                AttributeError,
                f"'{type(output).__name__}' object has no attribute 'requires_grad'",
                operands=(0,),
            )
    return outputs


def differentiable(values: Sequence[Any]) -> Tensors:
    """Return the tensors among values that require a gradient."""
    return tuple(v for v in values if isinstance(v, Tensor) and v.requires_grad)


def is_inexact(tensor: Tensor) -> bool:
    """Tell whether a tensor holds floating-point or complex numbers."""
    return tensor.dtype.is_floating_point or tensor.dtype.is_complex


@contextmanager
def moved(tensor: Tensor, place: Any, by: Any) -> Iterator[None]:
    """Move elements of a tensor for a while, wherever a function may have the tensor from.

    Autograd does not see it, as in PyTorch, where it is done to ``tensor.data``.
    """
    if not tensor.array.flags.writeable:
        tensor.array = np.array(tensor.array)
    original = np.array(tensor.array[place])
    tensor.array[place] = original + by
    try:
        yield
    finally:
        tensor.array[place] = original


class Differences:
    """Central differences of a function at its inputs, with a step of ``eps``.

    ``outputs`` is what the function gives there; those with the numbers ``kept`` count.
    """

    __slots__ = ("eps", "function", "inputs", "kept", "outputs")

    def __init__(
        self,
        function: Function,
        inputs: tuple[Any, ...],
        outputs: Tensors,
        kept: list[int],
        eps: float,
    ) -> None:
        self.function, self.inputs, self.eps = function, inputs, eps
        self.outputs, self.kept = outputs, kept

    def values(self, tensor: Tensor, place: Any, by: Any) -> list[np.ndarray]:
        """Return the outputs for inputs of which one is moved."""
        with moved(tensor, place, by):
            outputs = outputs_of(self.function, self.inputs)
            return [np.array(outputs[index].array) for index in self.kept]

    def along(self, tensor: Tensor, place: Any, by: Any) -> list[np.ndarray]:
        """Return the slopes of the outputs along a displacement, which ``eps`` is part of."""
        for output in self.outputs:
            if output.array.dtype == bool:
                OPS["sub"].call(output, output)  # refuses, as PyTorch does here
        below = self.values(tensor, place, -by)
        above = self.values(tensor, place, by)
        where = f"on index {place} " if isinstance(place, tuple) else ""
        for a, b in zip(below, above, strict=True):
            self.check(a, b, where)
        return [((b - a) / (2 * self.eps)).reshape(-1) for a, b in zip(below, above, strict=True)]

    def check(self, a: np.ndarray, b: np.ndarray, where: str) -> None:
        """Refuse outputs whose shape or element type depends on the input."""
        if a.shape != b.shape:
            raise op_error(
                AssertionError,
                "Expected `func` to return outputs with the same shape when inputs are perturbed "
                f"{where}by {self.eps}, but got: shapes {Size(a.shape)} and {Size(b.shape)}.",
            )
        if a.dtype != b.dtype:
            raise op_error(
                AssertionError,
                "Expected `func` to return outputs with the same dtype when inputs are perturbed "
                f"{where}by {self.eps}, but got: dtypes {dtype_of(a.dtype)} and "
                f"{dtype_of(b.dtype)}.",
            )

    def slopes(self, tensor: Tensor, place: Any, by: Any) -> list[np.ndarray]:
        """Return the derivatives along a real displacement, or a pair of them for a complex input.

        Those of a complex input are combined as PyTorch's gradients of complex numbers are.
        """
        if not tensor.dtype.is_complex:
            return self.along(tensor, place, by)
        real, imaginary = by if isinstance(by, tuple) else (by, by)
        pairs = zip(
            self.along(tensor, place, real), self.along(tensor, place, imaginary * 1j), strict=True
        )
        return [x + y * 1j for x, y in pairs]

    def jacobian(self, tensor: Tensor) -> list[np.ndarray]:
        """Return the Jacobian of every output by one input."""
        rows = [self.slopes(tensor, place, self.eps) for place in np.ndindex(tensor.array.shape)]
        if rows:
            return [np.stack(column) for column in zip(*rows, strict=True)]
        kept = [self.outputs[index].array for index in self.kept]
        return [np.zeros((0, array.size), array.dtype) for array in kept]


def backward_jacobian(output: Tensor, inputs: Tensors) -> list[np.ndarray]:
    """Return the Jacobian of one output by every input, by differentiating each element."""
    columns: list[list[np.ndarray]] = [[] for _ in inputs]
    for index in range(output.numel()):
        start = np.zeros(output.numel(), output.array.dtype)
        start[index] = 1
        found = product(output, inputs, start)
        for column, gradient in zip(columns, found, strict=True):
            column.append(gradient)
    return [
        np.stack(column, axis=1) if column else np.zeros((tensor.numel(), 0), tensor.array.dtype)
        for column, tensor in zip(columns, inputs, strict=True)
    ]


def product(output: Tensor, inputs: Tensors, start: np.ndarray) -> list[np.ndarray]:
    """Return a flat vector times the Jacobian of an output, flat for each input."""
    weight = Tensor(start.reshape(output.array.shape).astype(output.array.dtype))
    found = grad(output, inputs, weight, retain_graph=True, allow_unused=True)
    return [
        np.zeros(tensor.numel(), tensor.array.dtype)
        if gradient is None
        else np.array(gradient.array).reshape(-1)
        for gradient, tensor in zip(found, inputs, strict=True)
    ]


def forward_jacobians(
    function: Function, inputs: tuple[Any, ...], tensor: Tensor
) -> list[np.ndarray]:
    """Return the Jacobian of every output by one real input, by pushing each element forward."""
    rows = []
    for place in np.ndindex(tensor.array.shape):
        unit = np.zeros_like(tensor.array)
        unit[place] = 1
        rows.append(pushed_forward(function, inputs, tensor, unit))
    if rows:
        return [np.stack(column) for column in zip(*rows, strict=True)]
    outputs = outputs_of(function, inputs)
    return [np.zeros((0, output.numel()), output.array.dtype) for output in outputs]


def pushed_forward(
    function: Function, inputs: tuple[Any, ...], tensor: Tensor, tangent: np.ndarray
) -> list[np.ndarray]:
    """Return the product of each output's Jacobian by one input with a vector, flat."""
    with dual_level():
        given = tuple(
            make_dual(value.detach(), Tensor(tangent) if value is tensor else _zeros(value))
            if isinstance(value, Tensor) and value.requires_grad
            else value
            for value in inputs
        )
        pairs = [unpack_dual(output) for output in outputs_of(function, given)]
        return [
            np.array(_zeros(primal).array if tangent is None else tangent.array).reshape(-1)
            for primal, tangent in pairs
        ]


def _zeros(tensor: Tensor) -> Tensor:
    return Tensor(np.zeros_like(tensor.array))
