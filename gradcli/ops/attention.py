"""Attention: values mixed by how well queries and keys agree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics.dtypes import float32
from gradcli.operators.by_name import (
    _matmul,
    add,
    expand,
    matmul,
    mul_number,
    reshape,
    transpose,
    unsqueeze,
)
from gradcli.operators.declare import OPS, Array, OptTensor, Real, Value, example, formula, op
from gradcli.operators.refusals import check_chance, dtype_error, invalid, mismatch
from gradcli.ops.softmax import softmax_slope


@op(vjp=lambda g, y: softmax_slope(g, y, -1), where=[], node="SafeSoftmaxBackward0")
@formula(input="y * (g - sum(g * y, -1, True))")
def _safe_softmax(xp: Any, x: Array, /) -> Array:
    """The softmax along the last dimension, of nothing but -inf zeros."""
    if not x.size:
        return xp.zeros_like(x)
    top = x.max(axis=-1, keepdims=True)
    powers = xp.exp(x - xp.where(top == -math.inf, x.dtype.type(0), top))
    total = powers.sum(axis=-1, keepdims=True)
    return xp.where(total == 0, x.dtype.type(0), powers / total)


def _scores(query: Value, key: Value, bias: Any, scale: float, product: Any = matmul) -> Value:
    """Return the weights of the values, from scaled products of queries and keys."""
    root = math.sqrt(abs(scale))
    left = mul_number(query, number=math.copysign(root, scale))
    scores = product(left, mul_number(_turned(key), number=root))
    return _safe_softmax(scores if bias is None else add(scores, bias))


def _turned(x: Value) -> Value:
    return transpose(x, dim0=-2, dim1=-1)


def _flash_slopes(
    g: Value, query: Value, key: Value, value: Value, bias: Any, scale: float
) -> list[Value]:
    """Return the gradients by queries, keys and values; what heads share gets the sum of theirs."""
    keys, values = _for_heads(key, query.shape[1]), _for_heads(value, query.shape[1])
    weights = _scores(query, keys, bias, scale, _matmul)
    slope = softmax_slope(_matmul(g, _turned(values)), weights, -1) * scale
    of_key, of_value = _matmul(_turned(slope), query), _matmul(_turned(weights), g)
    return [_matmul(slope, keys), _of_heads(of_key, key), _of_heads(of_value, value)]


@op(vjp=_flash_slopes, where=[], node="ScaledDotProductFlashAttentionForCpuBackward0")
@formula(
    query="h @ key * scale  # w is the softmax of the scores, v is g @ value.mT and h is "
    "w * (v - sum(v * w, -1, True))",
    key="h.mT @ query * scale",
    value="w.mT @ g",
)
def _flash_attention(
    xp: Any, query: Array, key: Array, value: Array, /, bias: Any, scale: Real
) -> Array:
    """The attention of images in one operation; several heads can share keys and values."""
    keys, values = _for_heads(key, query.shape[1]), _for_heads(value, query.shape[1])
    return xp.matmul(_scores(query, keys, bias, scale, _matmul), values)


def _for_heads(tensor: Value, heads: int) -> Value:
    """Repeat keys or values so that there is one for each head of queries."""
    shape = tuple(tensor.shape)
    if shape[1] == heads:
        return tensor
    spread = (*shape[:2], heads // shape[1], *shape[2:])
    return reshape(
        expand(unsqueeze(tensor, dim=2), size=spread), shape=(shape[0], heads, *shape[2:])
    )


def _of_heads(slope: Value, shared: Value) -> Value:
    """Return the gradient by keys or values that several heads may share."""
    shape = tuple(shared.shape)
    if tuple(slope.shape) == shape:
        return slope
    return slope.reshape((*shape[:2], -1, *shape[2:])).sum(2)


def _check(query: Tensor, key: Tensor, value: Tensor, mask: OptTensor, causal: bool) -> None:
    every = {"query": query, "key": key, "value": value}
    if not query.dtype is key.dtype is value.dtype:
        kinds = [f"{name}.dtype: {tensor.dtype.c_name}" for name, tensor in every.items()]
        raise dtype_error(
            "Expected query, key, and value to have the same dtype, but got "
            f"{kinds[0]} {kinds[1]} and {kinds[2]} instead.",
            0,
            1,
            2,
        )
    if any(tensor.ndim < 2 for tensor in every.values()):
        sizes = [f"{name}.dim: {tensor.ndim}" for name, tensor in every.items()]
        raise mismatch(
            "Expected query, key, and value to all be  at least 2 dimensional, but got "
            f"{sizes[0]} {sizes[1]} and {sizes[2]} instead.",
            0,
            1,
            2,
        )
    if mask is not None and mask.array.dtype not in (np.bool_, np.float32, query.array.dtype):
        raise dtype_error(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {mask.dtype.c_name} and  query.dtype: {query.dtype.c_name} instead."
        )
    if mask is not None and causal:
        raise invalid(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )


def _bias(query: Tensor, key: Tensor, mask: OptTensor, causal: bool) -> Tensor | None:
    """Return what is added to the products: -inf where a query may not see a key."""
    dtype = query.array.dtype
    if causal:
        rows, columns = query.array.shape[-2], key.array.shape[-2]
        seen = np.tri(rows, columns, dtype=np.bool_)
    elif mask is not None and mask.array.dtype == np.bool_:
        seen = mask.array
    else:
        return mask
    return Tensor(np.where(seen, dtype.type(0), dtype.type(-math.inf)))


def _is_flash(
    query: Tensor, key: Tensor, value: Tensor, mask: OptTensor, shares_heads: bool
) -> bool:
    """Tell whether PyTorch computes the attention in one operation."""
    shapes = [tensor.array.shape for tensor in (query, key, value)]
    return (
        all(len(shape) == 4 and 0 not in shape for shape in shapes)
        and shapes[0][0] == shapes[1][0] == shapes[2][0]
        and (shares_heads or shapes[0][1] == shapes[1][1] == shapes[2][1])
        and shapes[0][3] == shapes[1][3] == shapes[2][3]
        and all(tensor.stride()[-1] == 1 for tensor in (query, key, value))
        and (mask is None or (not mask.requires_grad and mask.ndim in (2, 4)))
    )


def _check_heads(query: Tensor, key: Tensor, value: Tensor) -> None:
    heads = [tensor.array.shape[-3] for tensor in (query, key, value)]
    if heads[0] % heads[1] or heads[0] % heads[2]:
        raise mismatch(
            "Number of heads in key and value must divide the number of heads in ", 0, 1, 2
        )


@op(composite=True, where=["F.scaled_dot_product_attention"])
@example("F.scaled_dot_product_attention(x, x * 2, x ** 2)", "x=linspace(-1, 2, 3).reshape(1, 3)")
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    /,
    attn_mask: OptTensor = None,
    dropout_p: Real = 0.0,
    is_causal: bool = False,
    *,
    scale: Real | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """The values weighted by the softmax of the scaled products of queries and keys."""
    _check(query, key, value, attn_mask, is_causal)
    if dropout_p > 0:
        check_chance(dropout_p)
    if not query.dtype.is_floating_point:
        raise dtype_error(f"expected scalar type Float but found {query.dtype.scalar_name}")
    if enable_gqa:
        _check_heads(query, key, value)
    bias = _bias(query, key, attn_mask, is_causal)
    size = query.array.shape[-1]
    if scale is None:
        scale = 1 / math.sqrt(size) if size else math.inf
    if not dropout_p > 0 and _is_flash(query, key, value, attn_mask, enable_gqa):
        if dropout_p != 0:
            raise invalid(
                "scaled_dot_product_attention_flash_attention: Currently do not support dropout > 0"
            )
        plain = None if bias is None else bias.array
        return _flash_attention(query, key, value, bias=plain, scale=scale)
    if enable_gqa:
        heads = query.array.shape[-3]
        key, value = (x.repeat_interleave(heads // x.array.shape[-3], -3) for x in (key, value))
    given = query.dtype
    if given.itemsize < 4:  # which PyTorch computes in single precision all along
        query, key, value = (x.to(float32) for x in (query, key, value))
    scores = _scores(query, key, bias, scale)
    if dropout_p > 0:
        scores = OPS["dropout"].call(scores, dropout_p, True)
    mixed = matmul(scores, value)
    return mixed if given is mixed.dtype else mixed.to(given)
