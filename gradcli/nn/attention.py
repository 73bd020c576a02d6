"""Attention with several heads: the function, and the layer that holds its parameters."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core.warn import warn
from gradcli.nn import init, names
from gradcli.nn.calls import F, torch
from gradcli.nn.linear import NonDynamicallyQuantizableLinear
from gradcli.nn.module import Module
from gradcli.nn.rows import learn
from gradcli.numerics.dtypes import bool_
from gradcli.operators.refusals import invalid, mismatch

__all__ = names("attention")


def canonical_mask(
    mask: Any, name: str, dtype: Any, other: Any = None, other_name: str = ""
) -> Any:
    """Return a mask as what is added to products: -inf where nothing is to be seen."""
    if mask is None:
        return None
    if mask.dtype is not bool_ and not mask.is_floating_point():
        raise invalid(f"only bool and floating types of {name} are supported", AssertionError)
    if other is not None and other.dtype is not mask.dtype:
        warn(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both "
            "instead."
        )
    if mask.dtype is bool_:
        return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask, -math.inf)
    return mask


def _check_dims(query: Any, key: Any, value: Any, padding: Any, mask: Any, heads: int) -> bool:
    """Tell whether there is a batch; raise PyTorch's errors for what does not go together."""
    dims = query.dim()
    if dims not in (2, 3):
        raise invalid(
            f"query should be unbatched 2D or batched 3D tensor but received {dims}-D query tensor",
            AssertionError,
        )
    head = f"For {'batched (3-D)' if dims == 3 else 'unbatched (2-D)'} `query`, expected"
    if key.dim() != dims or value.dim() != dims:
        found = f"{key.dim()}-D and {value.dim()}-D tensors respectively"
        message = f"{head} `key` and `value` to be {dims}-D but found {found}"
        raise invalid(message, AssertionError)
    if padding is not None and padding.dim() != dims - 1:
        wanted = f"`key_padding_mask` to be `None` or {dims - 1}-D"
        raise invalid(f"{head} {wanted} but found {padding.dim()}-D tensor instead", AssertionError)
    if mask is not None and mask.dim() not in (2, 3):
        wanted = "`attn_mask` to be `None`, 2-D or 3-D"
        raise invalid(f"{head} {wanted} but found {mask.dim()}-D tensor instead", AssertionError)
    shape = (heads, query.shape[0], key.shape[0])
    if mask is not None and dims == 2 and mask.dim() == 3 and tuple(mask.shape) != shape:
        message = f"Expected `attn_mask` shape to be {shape} but got {mask.shape}"
        raise invalid(message, AssertionError)
    return bool(dims == 3)


def _projected(q: Any, k: Any, v: Any, weight: Any, bias: Any) -> tuple[Any, ...]:
    """Return queries, keys and values, whose weights stand one below the other."""
    size = q.size(-1)
    if q is k and k is v:
        whole = F.linear(q, weight, bias).unflatten(-1, (3, size))
        whole = whole.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return whole[0], whole[1], whole[2]
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    weights = weight.chunk(3)
    return tuple([F.linear(*each) for each in zip((q, k, v), weights, biases, strict=True)])


def _projected_apart(
    q: Any, k: Any, v: Any, weights: tuple[Any, ...], bias: Any
) -> tuple[Any, ...]:
    """Return queries, keys and values, whose weights are apart."""
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    sizes = [tensor.size(-1) for tensor in (q, k, v)]
    for name, weight, size in zip(("query", "key", "value"), weights, sizes, strict=True):
        if tuple(weight.shape) != (sizes[0], size):
            expected = f"expecting {name} weights shape of {(sizes[0], size)}"
            raise invalid(f"{expected}, but got {weight.shape}", AssertionError)
    return tuple([F.linear(*each) for each in zip((q, k, v), weights, biases, strict=True)])


def _checked_mask(mask: Any, length: int, sources: int, rows: int) -> Any:
    """Return a mask with a dimension for the batch; refuse one of another shape."""
    if mask is None:
        return None
    if mask.dim() not in (2, 3):
        raise mismatch(f"attn_mask's dimension {mask.dim()} is not supported")
    expected = (length, sources) if mask.dim() == 2 else (rows, length, sources)
    if tuple(mask.shape) != expected:
        shape = f"The shape of the {mask.dim()}D attn_mask is {mask.shape}"
        raise mismatch(f"{shape}, but should be {expected}.")
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def multi_head_attention_forward(
    query: Any,
    key: Any,
    value: Any,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Any,
    in_proj_bias: Any,
    bias_k: Any,
    bias_v: Any,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Any,
    out_proj_bias: Any,
    training: bool = True,
    key_padding_mask: Any = None,
    need_weights: bool = True,
    attn_mask: Any = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Any = None,
    k_proj_weight: Any = None,
    v_proj_weight: Any = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Any, Any]:
    """Return the values weighted by how well queries and keys agree in each head, and weights."""
    batched = _check_dims(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = _unsqueezed(query, key, value)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, _ = query.shape
    padding, attn_mask, is_causal = _canonical(
        key_padding_mask, attn_mask, query.dtype, need_weights, is_causal
    )
    _check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = _projected_apart(query, key, value, weights, in_proj_bias)
    else:
        q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias)
    rows, size = batch * num_heads, embed_dim_to_check // num_heads
    mask = _checked_mask(attn_mask, length, key.shape[0], rows)
    if bias_k is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        mask, padding = _one_more(mask), _one_more(padding)
    q, k, v = (x.view(x.shape[0], rows, size).transpose(0, 1) for x in (q, k, v))
    if add_zero_attn:
        zeros = torch.zeros((rows, 1, q.shape[-1]), dtype=k.dtype)
        k, v = torch.cat([k, zeros], dim=1), torch.cat([v, zeros], dim=1)
        mask, padding = _one_more(mask), _one_more(padding)
    mask = _with_padding(mask, padding, batch, num_heads, k.size(1))
    attend = _attend_with_weights if need_weights else _attend
    mixed, agreement = attend(q, k, v, mask, dropout_p if training else 0.0, is_causal, num_heads)
    output = F.linear(mixed, out_proj_weight, out_proj_bias)
    output = output.view(length, batch, output.size(1))
    if agreement is not None and average_attn_weights:
        agreement = agreement.mean(dim=1)
    if batched:
        return output, agreement
    return output.squeeze(1), None if agreement is None else agreement.squeeze(0)


def _unsqueezed(query: Any, key: Any, value: Any) -> tuple[Any, Any, Any]:
    """Return a batch of one; what is the same stays the same."""
    turned = query.unsqueeze(1)
    if query is key and key is value:
        return turned, turned, turned
    return turned, key.unsqueeze(1), value.unsqueeze(1)


def _canonical(
    padding: Any, mask: Any, dtype: Any, need_weights: bool, is_causal: bool
) -> tuple[Any, Any, bool]:
    """Return both masks as what is added, and whether nothing but causality is to be added."""
    padding = canonical_mask(padding, "key_padding_mask", dtype, mask, "attn_mask")
    if is_causal and mask is None:
        raise invalid(_NO_CAUSAL_MASK)
    if is_causal and padding is None and not need_weights:
        return None, None, True
    return padding, canonical_mask(mask, "attn_mask", dtype), is_causal and padding is None


_NO_CAUSAL_MASK = (
    "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
    "`generate_square_subsequent_mask` to create this mask."
)


def _check_sizes(query: Any, key: Any, value: Any, expected: int, heads: int, apart: bool) -> None:
    size = query.shape[-1]
    if size != expected:
        message = f"was expecting embedding dimension of {expected}, but got {size}"
        raise invalid(message, AssertionError)
    if size % heads:
        raise invalid(f"embed_dim {size} not divisible by num_heads {heads}", AssertionError)
    if apart and key.shape[:2] != value.shape[:2]:
        shapes = f"{key.shape[:2]} do not match value's {value.shape[:2]}"
        raise invalid(f"key's sequence and batch dims {shapes}", AssertionError)
    if not apart and key.shape != value.shape:
        message = f"key shape {key.shape} does not match value shape {value.shape}"
        raise invalid(message, AssertionError)


def _one_more(mask: Any) -> Any:
    return None if mask is None else F.pad(mask, (0, 1))


def _with_padding(mask: Any, padding: Any, batch: int, heads: int, sources: int) -> Any:
    """Return a mask that hides padding as well."""
    if padding is None:
        return mask
    for place, (got, expected) in enumerate(zip(padding.shape, (batch, sources), strict=True)):
        if got != expected:
            message = f"Expected key_padded_mask.shape[{place}] to be {expected}, but got {got}"
            raise invalid(message, AssertionError)
    padding = padding.view(batch, 1, 1, sources).expand(-1, heads, -1, -1)
    padding = padding.reshape(batch * heads, 1, sources)
    return padding if mask is None else mask + padding


def _attend_with_weights(
    q: Any, k: Any, v: Any, mask: Any, p: float, is_causal: bool, heads: int
) -> tuple[Any, Any]:
    rows, length, size = q.shape
    batch = rows // heads
    scaled, keys = q * math.sqrt(1.0 / float(size)), k.transpose(-2, -1)
    scores = torch.bmm(scaled, keys) if mask is None else torch.baddbmm(mask, scaled, keys)
    weights = F.softmax(scores, dim=-1)
    if p > 0.0:
        weights = F.dropout(weights, p=p)
    mixed = torch.bmm(weights, v).transpose(0, 1).reshape(length * batch, heads * size)
    return mixed, weights.view(batch, heads, length, k.size(1))


def _attend(
    q: Any, k: Any, v: Any, mask: Any, p: float, is_causal: bool, heads: int
) -> tuple[Any, Any]:
    rows, length, size = q.shape
    batch = rows // heads
    if mask is not None:
        alone = mask.size(0) == 1 and mask.dim() == 3
        mask = mask.unsqueeze(0) if alone else mask.view(batch, heads, -1, k.size(1))
    q, k, v = (x.view(batch, heads, x.size(1), size) for x in (q, k, v))
    mixed = F.scaled_dot_product_attention(q, k, v, mask, p, is_causal)
    return mixed.permute(2, 0, 1, 3).reshape(batch * length, heads * size), None


class MultiheadAttention(Module):
    """Attention with several heads, whose projections are learned."""

    __module__ = "torch.nn.modules.activation"

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise invalid(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead",
                ValueError,
            )
        super().__init__()
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.batch_first, self.head_dim = batch_first, embed_dim // num_heads
        if embed_dim % num_heads:
            raise invalid("embed_dim must be divisible by num_heads", AssertionError)
        together = self.kdim == self.vdim == embed_dim
        whole = (3 * embed_dim, embed_dim) if together else None
        learned = [(name, (embed_dim, size)) for name, size in self._apart()]
        for name, shape in learned:
            learn(self, name, None if together else shape, device, dtype)
        learn(self, "in_proj_weight", whole, device, dtype)
        learn(self, "in_proj_bias", 3 * embed_dim if bias else None, device, dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self.add_zero_attn = add_zero_attn
        if add_bias_kv:
            learn(self, "bias_k", (1, 1, embed_dim), device, dtype)
            learn(self, "bias_v", (1, 1, embed_dim), device, dtype)
        else:
            self.bias_k = self.bias_v = None
        self._reset_parameters()

    def _apart(self) -> list[tuple[str, int]]:
        sizes = (self.embed_dim, self.kdim, self.vdim)
        return [(f"{name}_proj_weight", size) for name, size in zip("qkv", sizes, strict=True)]

    def _reset_parameters(self) -> None:
        """Draw the parameters anew."""
        for name in ("in_proj_weight", *(name for name, _ in self._apart())):
            if getattr(self, name) is not None:
                init.xavier_uniform_(getattr(self, name))
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for name in ("bias_k", "bias_v"):
            if getattr(self, name) is not None:
                init.xavier_normal_(getattr(self, name))

    def forward(
        self,
        query: Any,
        key: Any,
        value: Any,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Any, Any]:
        """Return the attention, and the weights of the values if they are needed."""
        turned = self.batch_first and query.dim() == 3
        if turned:
            same, pair = query is key, key is value
            query = query.transpose(1, 0)
            key = query if same else key.transpose(1, 0)
            value = key if pair else value.transpose(1, 0)
        settings = self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias
        output, weights = multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            *settings,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=self.in_proj_weight is None,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return output.transpose(1, 0) if turned else output, weights
