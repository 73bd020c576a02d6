"""Gradients of many rows of gradients in one pass: ``is_grads_batched=True``."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.backward import (
    ROWS,
    Gradients,
    Pullback,
    gradients_given,
    meta_of,
    not_a_scalar,
    result_of,
)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.transforms.vmap import vmap


def by_rows(
    pullback: Pullback,
    grad_outputs: Any,
    retain: bool,
    allow_unused: bool | None,
    materialize: bool,
) -> Gradients:
    """Differentiate by all rows of the gradients given in one pass."""
    outputs = pullback.outputs
    batches = gradients_given(grad_outputs, len(outputs))
    for index, (output, batch) in enumerate(zip(outputs, batches, strict=True)):
        if batch is None:
            raise not_a_scalar()
        if not batch.array.ndim:
            raise op_error(IndexError, _NO_ROWS)
        if batch.array.shape[1:] != meta_of(output)[0]:
            raise op_error(
                RuntimeError,
                "If `is_grads_batched=True`, we interpret the first dimension of each grad_output "
                "as the batch dimension. The sizes of the remaining dimensions are expected to "
                "match the shape of corresponding output, but a mismatch was detected: "
                f"grad_output[{index}] has a shape of {Size(batch.array.shape[2:])} and "
                f"output[{index}] has a shape of {Size(meta_of(output)[0])}. If you only want some "
                "tensors in `grad_output` to be considered batched, consider using vmap.",
                code="shape-mismatch",
            )
    found: Gradients = ()
    left = batches[0].array.shape[0]

    def once(*row: Tensor) -> list[Tensor]:
        nonlocal found, left
        left = 0 if hasattr(row[0].array, "whole") else left - 1  # some go on one by one
        found = pullback(row, retain or left > 0, allow_unused or materialize)
        return [gradient for gradient in found if gradient is not None]

    whole = iter(vmap(once)(*batches))
    pairs = enumerate(zip(pullback.sources, found, strict=True))
    return tuple(
        [
            result_of(source, None, index, pullback.recording, allow_unused, materialize)
            if gradient is None
            else next(whole)
            for index, (source, gradient) in pairs
        ]
    )


_NO_ROWS = (
    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
    "to convert a 0-dim tensor to a number"
)


ROWS.append(by_rows)


def together(
    outputs: tuple[Tensor, ...], sources: tuple[Tensor, ...], create_graph: bool
) -> list[tuple[Tensor, ...]]:
    """Return the Jacobian of each output by each source, from one pass for all elements."""
    counts = [output.numel() for output in outputs]
    units, start, starts = np.eye(sum(counts)), 0, []
    for count, output in zip(counts, outputs, strict=True):
        own = units[:, start : start + count].astype(output.array.dtype)
        starts.append(Tensor(np.ascontiguousarray(own)))
        start += count
    flat = [OPS["reshape"](output, shape=(-1,)) for output in outputs]
    pairs = [(end, unit) for end, unit in zip(flat, starts, strict=True) if end.requires_grad]
    found: Gradients = (None,) * len(sources)
    if pairs:
        ends, weights = zip(*pairs, strict=True)
        found = by_rows(Pullback(ends, sources, create_graph), weights, True, True, False)
    blocks = [
        OPS["expand"](OPS["zeros_like"](x), size=(len(units), *x.array.shape)) if g is None else g
        for g, x in zip(found, sources, strict=True)
    ]
    parts = zip(*[OPS["split"](block, counts, dim=0) for block in blocks], strict=True)
    return [
        tuple(
            [
                OPS["view"](part, shape=(*output.array.shape, *source.array.shape))
                for part, source in zip(row, sources, strict=True)
            ]
        )
        for row, output in zip(parts, outputs, strict=True)
    ]
