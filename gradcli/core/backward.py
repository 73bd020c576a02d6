"""Differentiating: ``backward`` and ``grad``, with PyTorch's arguments and refusals.

This module knows where gradients start and what becomes of them. The walk over the graph is in
``engine``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core.engine import Pass, accumulate, owns
from gradcli.core.node import Edge
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Add the gradient of the sum of ``tensors`` to ``grad`` of the leaves, or of ``inputs``.

    ``grad_tensors`` weighs the tensors; a tensor of one element needs none.
    Raises RuntimeError as ``torch.autograd.backward`` does.
    """
    roots = _roots(_as_tuple(tensors), grad_tensors, create_graph)
    targets = None
    if inputs is not None:
        targets = _as_tuple(inputs)
        if not targets:
            raise op_error(RuntimeError, "`inputs` argument to `backward()` cannot be empty.")
        for tensor in targets:
            tensor.retain_grad()
    retain = create_graph if retain_graph is None else retain_graph
    gradients = Pass(roots, retain, create_graph, targets).run()
    for leaf, (gradient, owned) in gradients.items():
        accumulate(leaf, gradient, owned, create_graph)
        if leaf.hooks is not None:
            for hook in list(leaf.hooks.after.values()):
                hook(leaf)


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradient of the sum of ``outputs`` by each input; no ``grad`` is changed.

    Raises RuntimeError as ``torch.autograd.grad`` does, also for an input that the outputs do not
    depend on, unless ``allow_unused`` (None is returned for it) or ``materialize_grads`` (zeros).
    """
    sources = _as_tuple(inputs)
    if not sources:
        raise op_error(RuntimeError, "`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise op_error(
            ValueError,
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False.",
        )
    if is_grads_batched:
        return _batched(outputs, sources, grad_outputs, retain_graph, create_graph, allow_unused)
    roots = _roots(_as_tuple(outputs), grad_outputs, create_graph)
    for tensor in sources:
        if not tensor.requires_grad:
            raise op_error(RuntimeError, "One of the differentiated Tensors does not require grad")
    retain = create_graph if retain_graph is None else retain_graph
    run = Pass(roots, retain, create_graph, sources)
    found = run.run()
    results = [run.captured.get(source.edge(), found.get(source, (None,))[0]) for source in sources]
    return tuple(
        _result(source, result, index, create_graph, allow_unused, materialize_grads)
        for index, (source, result) in enumerate(zip(sources, results, strict=True))
    )


def _batched(
    outputs: Any,
    sources: tuple[Tensor, ...],
    grad_outputs: Any,
    retain_graph: bool | None,
    create_graph: bool,
    allow_unused: bool | None,
) -> tuple[Tensor | None, ...]:
    """Differentiate once for each row of the gradients given, and stack the results."""
    from gradcli.core.op import OPS

    results = _as_tuple(outputs)
    batches = _as_tuple(grad_outputs)
    for index, (output, batch) in enumerate(zip(results, batches, strict=True)):
        if batch.array.shape[1:] != output.array.shape:
            raise op_error(
                RuntimeError,
                "If `is_grads_batched=True`, we interpret the first dimension of each grad_output "
                "as the batch dimension. The sizes of the remaining dimensions are expected to "
                "match the shape of corresponding output, but a mismatch was detected: "
                f"grad_output[{index}] has a shape of {Size(batch.array.shape)} and "
                f"output[{index}] has a shape of {Size(output.array.shape)}. If you only want some "
                "tensors in `grad_output` to be considered batched, consider using vmap.",
                code="shape-mismatch",
            )
    rows = list(zip(*batches, strict=True))
    retain = create_graph if retain_graph is None else retain_graph
    found = [
        grad(results, sources, row, retain or row is not rows[-1], create_graph, True, allow_unused)
        for row in rows
    ]
    return tuple(
        None if column[0] is None else OPS["stack"](list(column))
        for column in zip(*found, strict=True)
    )


def _result(
    source: Tensor,
    result: Any,
    index: int,
    recording: bool,
    allow_unused: bool | None,
    materialize: bool,
) -> Tensor | None:
    if result is not None:
        if recording:
            tensor: Tensor = result
            return tensor
        return Tensor(result if owns(result) else np.array(result))
    if materialize:
        return Tensor(np.zeros_like(source.array))
    if allow_unused:
        return None
    raise op_error(
        RuntimeError,
        f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
        "Set allow_unused=True if this is the desired behavior.",
        code="unused-input",
    )


def _as_tuple(tensors: Any) -> tuple[Tensor, ...]:
    if isinstance(tensors, Tensor):
        return (tensors,)
    if not isinstance(tensors, (list, tuple)):
        kind = type(tensors).__name__
        raise op_error(TypeError, f"'{kind}' object is not iterable", operands=(0,))
    return tuple(tensors)


def _roots(outputs: tuple[Tensor, ...], gradients: Any, recording: bool) -> list[tuple[Edge, Any]]:
    """Pair each output's edge with the gradient to start from."""
    given = _gradients_given(gradients, len(outputs))
    starts = [
        _start(output, gradient, index)
        for index, (output, gradient) in enumerate(zip(outputs, given, strict=True))
    ]
    for index, output in enumerate(outputs):
        if not output.requires_grad:
            raise op_error(
                RuntimeError,
                f"element {index} of tensors does not require grad and does not have a grad_fn",
                code="no-graph",
                operands=(0,),
            )
    return [
        (output.edge(), start if recording else start.array)
        for output, start in zip(outputs, starts, strict=True)
    ]


def _gradients_given(gradients: Any, count: int) -> Sequence[Any]:
    if gradients is None:
        return [None] * count
    given = _as_tuple(gradients)
    if len(given) != count:
        raise op_error(RuntimeError, f"got {count} tensors and {len(given)} gradients")
    return given


def _start(output: Tensor, gradient: Any, index: int) -> Tensor:
    if gradient is None:
        return _implicit_start(output)
    if not isinstance(gradient, Tensor):
        kind = type(gradient).__name__
        raise op_error(TypeError, f"gradients can be either Tensors or None, but got {kind}")
    if gradient.array.shape != output.array.shape:
        raise op_error(
            RuntimeError,
            f"Mismatch in shape: grad_output[{index}] has a shape of {Size(gradient.array.shape)} "
            f"and output[{index}] has a shape of {Size(output.array.shape)}.",
            code="shape-mismatch",
        )
    return gradient.to(output.dtype)


def _implicit_start(output: Tensor) -> Tensor:
    if output.requires_grad:
        if output.array.size != 1:
            raise op_error(
                RuntimeError,
                "grad can be implicitly created only for scalar outputs",
                code="non-scalar-backward",
                operands=(0,),
                help="reduce it first, as in `.sum().backward()`, or pass a gradient of its shape",
            )
        if output.array.dtype.kind == "c":
            raise op_error(
                RuntimeError,
                "grad can be implicitly created only for real scalar outputs but got "
                f"{output.dtype!r}",
            )
    return Tensor(np.ones_like(output.array))
