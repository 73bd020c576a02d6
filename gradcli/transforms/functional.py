"""PyTorch's ``torch.autograd.functional``: derivatives of a function at a point.

A function takes tensors and returns a tensor or a tuple of tensors; so do inputs, vectors and
results come, alone or in tuples. Forward mode is reverse mode twice: the product of a gradient with
a vector is linear in the vector, so its derivative by the vector is the product from the other
side. No operator needs a second rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from gradcli.core.backward import Pullback, grad
from gradcli.core.modes import enable_grad, set_grad_enabled
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

Tensors = tuple[Tensor, ...]
Found = tuple[Tensor | None, ...]
Function = Callable[..., Any]


def jacobian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """Return the derivatives of every element of the outputs by every element of the inputs.

    The shape is that of the output followed by that of the input; several outputs or inputs give
    tuples (of tuples). ``vectorize`` takes one pass for all elements of the outputs.
    ``create_graph`` lets the result be differentiated; ``strict`` refuses outputs that do not
    depend on an input.
    """
    _check_strategy(strategy, create_graph, strict, vectorize)
    with enable_grad():
        several_inputs, sources = _as_tuple(inputs, "inputs", "jacobian")
        if strategy == "forward-mode":  # which goes on from what the inputs hang on
            create_graph = any(source.requires_grad for source in sources)
        sources = _prepared(sources, create_graph)
        several_outputs, outputs = _outputs(func(*sources), "jacobian")
        _check_outputs(outputs, strict)
        if vectorize and strict:
            raise op_error(
                RuntimeError,
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
                "supported together. Please either set `strict=False` or `vectorize=False`.",
            )
        if vectorize:
            from gradcli.transforms.rows import together  # few programs have rows of gradients

            rows = together(outputs, sources, create_graph)
        else:
            rows = [_rows(i, y, sources, create_graph, strict) for i, y in enumerate(outputs)]
    kind = list if strategy == "forward-mode" else tuple  # as PyTorch gives them
    found = kind(kind(_finished(row, create_graph)) for row in rows)
    unpacked = found if several_inputs else tuple(row[0] for row in found)
    return unpacked if several_outputs else unpacked[0]


def _check_strategy(strategy: str, create_graph: bool, strict: bool, vectorize: bool) -> None:
    name = "torch.autograd.functional.jacobian"
    together = 'and `strategy="forward-mode"` are not supported together (yet). Please either set '
    if strategy == "reverse-mode":
        return
    if strategy != "forward-mode":
        raise op_error(
            AssertionError,
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            'Otherwise, prefer to use "reverse-mode".',
        )
    for wanted, option in ((create_graph, "create_graph"), (strict, "strict")):
        if wanted:
            raise op_error(
                NotImplementedError if option == "create_graph" else RuntimeError,
                f'{name}: `{option}=True` {together}`{option}=False` or `strategy="reverse-mode"`.',
            )
    if not vectorize:
        raise op_error(
            NotImplementedError,
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`.",
        )


def _rows(
    index: int, output: Tensor, sources: Tensors, create_graph: bool, strict: bool
) -> Tensors:
    """Return the Jacobian of one output by each source, a row for each element of the output."""
    columns: list[list[Tensor]] = [[] for _ in sources]
    for found in _by_element(output, sources, create_graph):
        for number, gradient in enumerate(found):
            if strict and gradient is None:
                raise op_error(
                    RuntimeError,
                    f"Output {index} of the user-provided function is independent of input "
                    f"{number}. This is not allowed in strict mode.",
                )
            if strict and create_graph and gradient is not None and not gradient.requires_grad:
                raise op_error(
                    RuntimeError,
                    "The jacobian of the user-provided function is independent of input "
                    f"{index}. This is not allowed in strict mode when create_graph=True.",
                )
            columns[number].append(_or_zeros(gradient, sources[number]))
    return tuple(
        _stacked(column, output, source) for column, source in zip(columns, sources, strict=True)
    )


def _by_element(output: Tensor, sources: Tensors, create_graph: bool) -> Iterator[Found]:
    """Yield the gradients of each element: from there, or from the output, zeros for others."""
    if create_graph or not output.is_floating_point():
        flat = OPS["reshape"](output, shape=(-1,))
        for index in range(output.numel()):
            element = OPS["select"](flat, dim=0, index=index)
            yield _grad((element,), sources, None, create_graph, retain=True)
        return
    pullback = Pullback((output,), sources)
    for index in range(output.numel()):
        start = np.zeros(output.array.shape, output.array.dtype)
        start.reshape(-1)[index] = 1
        yield pullback(Tensor(start), True) if output.requires_grad else (None,) * len(sources)


def _stacked(rows: list[Tensor], output: Tensor, source: Tensor) -> Tensor:
    shape = (*output.array.shape, *source.array.shape)
    if not rows:
        return OPS["zeros"].call(shape, dtype=source.dtype)  # type: ignore[no-any-return]
    return OPS["view"](OPS["stack"](rows, dim=0), shape=shape)  # type: ignore[no-any-return]


def hessian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """Return the second derivatives of a function with one element by pairs of its inputs.

    The shape is that of one input followed by that of the other; several inputs give a tuple of
    tuples.
    """
    several, _ = _as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise op_error(
            AssertionError, 'Expected strategy to be either "forward-mode" or "reverse-mode".'
        )

    def scalar(*sources: Tensor) -> Tensor:
        squeezed: Tensor = OPS["squeeze"](_one_element(func(*sources), "hessian", strict))
        return squeezed

    def first(*sources: Tensor) -> Tensors:
        if outer_jacobian_strategy == "forward-mode":
            sources = tuple(source.requires_grad_(True) for source in sources)
        found: Tensors = jacobian(scalar, sources, create_graph=True)
        _check_dependent(found, _JACOBIAN, strict)
        return found

    rows = jacobian(
        first, inputs, create_graph, strict, vectorize, strategy=outer_jacobian_strategy
    )
    return rows if several else rows[0]


def vjp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the function's value and the product of a vector with its Jacobian."""
    with enable_grad():
        several_inputs, sources = _as_tuple(inputs, "inputs", "vjp")
        sources = _prepared(sources, create_graph)
        several_outputs, outputs = _outputs(func(*sources), "vjp")
        _check_outputs(outputs, strict)
        vector = _vector(v, outputs, several_outputs, _RETURNS_ONE, "vjp")
    with _recording(create_graph):
        found = _grad(outputs, sources, vector, create_graph)
        product = _filled(found, sources, strict, create_graph, "back")
    return _pair(outputs, several_outputs, product, several_inputs, create_graph)


def jvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return the function's value and the product of its Jacobian with a vector."""
    with enable_grad():
        several_inputs, sources = _as_tuple(inputs, "inputs", "jvp")
        sources = _prepared(sources, create_graph)
        vector = _vector(v, sources, several_inputs, _TAKES_ONE, "jvp")
        several_outputs, outputs = _outputs(func(*sources), "jvp")
        _check_outputs(outputs, strict)
        weights = tuple(OPS["zeros_like"](output).requires_grad_() for output in outputs)
        transposed = _grad(outputs, sources, weights, create_graph=True)
        _check_dependent(transposed, _GRADIENTS, strict)
    with _recording(create_graph):
        found = _grad(transposed, weights, vector, create_graph)
        product = _filled(found, outputs, strict, create_graph, "back_trick")
    return _pair(outputs, several_outputs, product, several_outputs, create_graph)


def vhp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a one-element function's value and the product of a vector with its Hessian."""
    with enable_grad():
        several, sources, vector, outputs, first = _first_order(
            func, inputs, v, create_graph, strict, "vhp"
        )
    with _recording(create_graph):
        found = _grad(first, sources, vector, create_graph)
        product = _filled(found, sources, strict, create_graph, "double_back")
    return _pair(outputs, False, product, several, create_graph)


def hvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a one-element function's value and the product of its Hessian with a vector."""
    with enable_grad():
        several, sources, vector, outputs, first = _first_order(
            func, inputs, v, create_graph, strict, "hvp"
        )
        weights = tuple(OPS["zeros_like"](source).requires_grad_() for source in sources)
        second = _grad(first, sources, weights, create_graph=True)
        _check_dependent(first, _HESSIAN, strict)
    with _recording(create_graph):
        found = _grad(second, weights, vector, create_graph)
        product = _filled(found, sources, strict, create_graph, "double_back_trick")
    return _pair(outputs, False, product, several, create_graph)


def _first_order(
    func: Function, inputs: Any, v: Any, create_graph: bool, strict: bool, name: str
) -> tuple[bool, Tensors, Tensors | None, Tensors, Found]:
    """Return inputs, vector, output and gradient of a function with one element."""
    several, sources = _as_tuple(inputs, "inputs", name)
    sources = _prepared(sources, create_graph)
    vector = _vector(v, sources, several, _TAKES_ONE, name)
    output = _one_element(func(*sources), name, strict)
    first = _grad((output,), sources, None, create_graph=True)
    _check_dependent(first, _JACOBIAN, strict)
    return several, sources, vector, (output,), first


# Tuples and single tensors


_OUTPUTS = "outputs of the user-provided function"


def _as_tuple(value: Any, what: str, function: str) -> tuple[bool, Tensors]:
    """Return whether there are several tensors, and the tensors as a tuple."""
    several = isinstance(value, tuple)
    tensors = value if several else (value,)
    for index, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            place = f"value at index {index}" if several else f"given {what}"
            raise op_error(
                TypeError,
                f"The {what} given to {function} must be either a Tensor or a tuple of Tensors but "
                f"the {place} has type {_class(tensor)}.",
            )
    return several, tensors


def _class(value: Any) -> str:
    kind = type(value)
    module = "" if kind.__module__ == "builtins" else kind.__module__ + "."
    return f"<class '{module}{kind.__qualname__}'>"


def _outputs(value: Any, function: str) -> tuple[bool, Tensors]:
    return _as_tuple(value, _OUTPUTS, function)


def _one_element(value: Any, function: str, strict: bool) -> Tensor:
    """Return the only output of a function, which has one element."""
    several, outputs = _outputs(value, function)
    _check_outputs(outputs, strict)
    if several:
        what = f"The function given to {function} should return a single Tensor"
        raise op_error(RuntimeError, what)
    if outputs[0].numel() != 1:
        what = f"The Tensor returned by the function given to {function} should contain a single"
        raise op_error(RuntimeError, f"{what} element", operands=(0,))
    return outputs[0]


def _pair(
    outputs: Tensors, several_outputs: bool, product: Tensors, several: bool, create_graph: bool
) -> tuple[Any, Any]:
    values, products = _finished(outputs, create_graph), _finished(product, create_graph)
    return (
        values if several_outputs else values[0],
        products if several else products[0],
    )


# Graphs


def _prepared(inputs: Tensors, create_graph: bool) -> Tensors:
    """Return tensors to differentiate by, which the function cannot also reach by itself."""
    return tuple(
        OPS["view"](tensor, shape=tensor.array.shape)
        if create_graph and tensor.requires_grad
        else tensor.detach().requires_grad_(True)
        for tensor in inputs
    )


def _finished(tensors: Tensors, create_graph: bool) -> Tensors:
    return tensors if create_graph else tuple(tensor.detach() for tensor in tensors)


def _recording(create_graph: bool) -> AbstractContextManager[None]:
    return set_grad_enabled(create_graph or STATE.grad_enabled)


def _grad(
    outputs: Sequence[Tensor | None],
    sources: Tensors,
    vector: Sequence[Tensor] | None,
    create_graph: bool,
    retain: bool | None = None,
) -> Found:
    """Differentiate the outputs that can be; without any, there is no gradient at all."""
    weights: Sequence[Tensor | None] = vector or [None] * len(outputs)
    pairs = [
        (output, weight)
        for output, weight in zip(outputs, weights, strict=True)
        if output is not None and output.requires_grad
    ]
    if not pairs:
        return (None,) * len(sources)
    ends, starts = zip(*pairs, strict=True)
    found: Found = grad(ends, sources, starts, retain, create_graph, allow_unused=True)
    return found


def _or_zeros(gradient: Tensor | None, like: Tensor) -> Tensor:
    return OPS["zeros_like"](like) if gradient is None else gradient


def _filled(found: Found, refs: Tensors, strict: bool, create_graph: bool, stage: str) -> Tensors:
    """Put zeros where there is no gradient, which ``strict`` refuses."""
    for index, gradient in enumerate(found):
        if strict and gradient is None:
            raise op_error(RuntimeError, _NO_GRADIENT[stage].format(index))
        if strict and create_graph and gradient is not None and not gradient.requires_grad:
            what = "hessian" if stage.startswith("double") else "jacobian"
            raise op_error(
                RuntimeError,
                f"The {what} of the user-provided function is independent of input {index}. This "
                "is not allowed in strict mode when create_graph=True.",
            )
    return tuple(_or_zeros(gradient, like) for gradient, like in zip(found, refs, strict=True))


# Refusals


_RETURNS_ONE = "if the user-provided function returns a single Tensor with a single element."
_TAKES_ONE = "if the input to the user-provided function is a single Tensor with a single element."

_NO_GRADIENT = {
    "back": "The output of the user-provided function is independent of input {}. This is not "
    "allowed in strict mode.",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the "
    "grad_outputs when using the double backward trick to compute forward mode gradients. This is "
    "not allowed in strict mode.",
    "double_back": "The jacobian of the user-provided function is independent of input {}. This is "
    "not allowed in strict mode.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {} in "
    "the grad_jacobian. This is not allowed in strict mode as it prevents from using the double "
    "backward trick to replace forward mode AD.",
}

_JACOBIAN = (
    "While computing the hessian, found that the jacobian of the user-provided function with "
    "respect to input {} is independent of the input. This is not allowed in strict mode. You "
    "should ensure that your function is twice differentiable and that the jacobian depends on the "
    "inputs (this would be violated by a linear function for example)."
)
_HESSIAN = (
    "The hessian of the user-provided function with respect to input {} is independent of the "
    "input. This is not allowed in strict mode. You should ensure that your function is thrice "
    "differentiable and that the hessian depends on the inputs."
)
_GRADIENTS = (
    "The gradient with respect to input {} is independent of the inputs of the user-provided "
    "function. This is not allowed in strict mode."
)
_UNRELATED = (
    "Output {} of the user-provided function does not require gradients. The outputs must be "
    "computed in a differentiable manner from the input when running in strict mode."
)


def _check_outputs(outputs: Tensors, strict: bool) -> None:
    _check_dependent(outputs, _UNRELATED, strict)


def _check_dependent(tensors: Found, message: str, strict: bool) -> None:
    """Refuse, if asked to be strict, tensors that do not depend on the input."""
    for index, tensor in enumerate(tensors if strict else ()):
        if tensor is None:
            raise op_error(RuntimeError, _NO_GRADIENT["back"].format(index))
        if not tensor.requires_grad:
            raise op_error(RuntimeError, message.format(index))


def _vector(v: Any, others: Tensors, several: bool, allowed: str, function: str) -> Tensors | None:
    """Return the vector of a product, which has the shapes of ``others``."""
    if v is None:
        if len(others) != 1 or others[0].numel() != 1:
            raise op_error(RuntimeError, f"The vector v can only be None {allowed}")
        return None if function == "vjp" else (OPS["ones_like"](others[0]),)
    _, vector = _as_tuple(v, "v", function)
    if len(vector) != len(others):
        raise op_error(
            RuntimeError,
            f"v is a tuple of invalid length: should be {len(others)} but got {len(vector)}."
            if several
            else "The given v should contain a single Tensor.",
        )
    for index, (given, other) in enumerate(zip(vector, others, strict=True)):
        if given.shape != other.shape:
            entry = f"Entry {index} in " if several else ""
            raise op_error(
                RuntimeError,
                f"{entry}v has invalid size: should be {other.shape} but got {given.shape}.",
                code="shape-mismatch",
            )
    return vector
