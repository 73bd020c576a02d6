"""Histograms of arrays: what is against their arguments, and how many fall into each bin."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.numerics.dtypes import dtype_of

Array = Any


def counted(
    places: list[Array], sizes: tuple[int, ...], inside: Array, weight: Array | None, dtype: Any
) -> Array:
    """Return how many (or how much weight) of the points fall into each bin."""
    found = np.zeros(sizes, np.float64)
    amounts = np.ones(inside.shape) if weight is None else weight.reshape(-1).astype(np.float64)
    np.add.at(found, tuple(place[inside] for place in places), amounts[inside])
    return found.astype(dtype)


def histogram_problem(x: Array, points: Array, bins: Any, range: Any, weight: Any) -> str | None:
    """Return what PyTorch says against the arguments of a histogram."""
    columns, kind = points.shape[-1], dtype_of(x.dtype).c_name
    for dim, edge in enumerate(bins):
        if not isinstance(edge, np.ndarray):
            continue
        if edge.dtype != x.dtype:
            theirs = dtype_of(edge.dtype).c_name
            return (
                "input tensor and bins tensors should have the same dtype, but got input with "
                f"dtype {kind} and bins for dimension {dim} with dtype {theirs}"
            )
        place = f"in the bins tensor for dimension {dim}"
        if edge.ndim != 1:
            return f"bins tensor should have one dimension, but got {edge.ndim} dimensions {place}"
        if edge.size == 0:
            return f"bins tensor should have at least 1 element, but got 0 elements {place}"
    if weight is not None and weight.dtype != x.dtype:
        return (
            "if weight tensor is provided, input tensor and weight tensor should have the same "
            f"dtype, but got input({kind}), and weight({dtype_of(weight.dtype).c_name})"
        )
    if weight is not None and weight.size != len(points):
        return (
            "if weight tensor is provided it should have the same shape as the input tensor "
            f"excluding its innermost dimension, but got input with shape {list(points.shape)} "
            f"and weight with shape {list(weight.shape)}"
        )
    if range is not None and len(range) != 2 * columns:
        return (
            f"for a {columns}-dimensional histogram range should have {2 * columns} elements, "
            f"but got {len(range)}"
        )
    return None


def in_bins(points: Array, edges: list[Array], weight: Array | None, density: bool) -> Array:
    """Return how many points, or how much of their weight, fall into each of the boxes."""
    inside = np.ones(len(points), bool)
    places = []
    for column, edge in zip(points.T, edges, strict=True):
        inside &= (column >= edge[0]) & (column <= edge[-1])
        place = np.searchsorted(edge, column, "right") - 1
        places.append(np.minimum(place, len(edge) - 2))
    sizes = tuple(len(edge) - 1 for edge in edges)
    found = counted(places, sizes, inside, weight, points.dtype)
    if density:
        found = found / found.sum()
        for dim, edge in enumerate(edges):
            shape = [-1 if d == dim else 1 for d in range(len(edges))]
            found = found / np.diff(edge).reshape(shape)
    return found
