"""Transformers: layers of attention and feed-forward networks, and stacks of them."""

from __future__ import annotations

import copy
import math
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.nn import init, names
from gradcli.nn.activation import GELU, ReLU
from gradcli.nn.attention import MultiheadAttention, canonical_mask
from gradcli.nn.calls import F, check_count, torch
from gradcli.nn.container import ModuleList
from gradcli.nn.linear import Linear
from gradcli.nn.module import Module
from gradcli.nn.normalization import LayerNorm
from gradcli.nn.shapes import Dropout
from gradcli.operators.refusals import invalid

__all__ = names("transformer")


def _causal_mask(size: int, device: Any = None, dtype: Any = None) -> Any:
    """Return what hides from each place those behind it."""
    full = torch.full((size, size), -math.inf, device=device, dtype=dtype)
    return torch.triu(full, diagonal=1)


def _is_causal(mask: Any, said: bool | None, tensor: Any, batch_first: bool) -> bool:
    """Tell whether a mask hides just what comes later, if that is not said."""
    if said is not None or mask is None:
        return said is True
    length = tensor.size(1 if tensor.dim() == 3 and batch_first else 0)
    causal = _causal_mask(length, dtype=mask.dtype)
    return mask.shape == causal.shape and bool((mask == causal).all())


def _clones(module: Any, count: int) -> Any:
    check_count(count, "layers")
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


class _Layer(Module):
    """What both kinds of layer share."""

    _attentions: tuple[str, ...] = ()

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        made = {"device": device, "dtype": dtype}
        super().__init__()
        heads = {"dropout": dropout, "bias": bias, "batch_first": batch_first, **made}
        for name in self._attentions:
            setattr(self, name, MultiheadAttention(d_model, nhead, **heads))
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        blocks = range(1, len(self._attentions) + 2)
        for number in blocks:
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            setattr(self, f"norm{number}", norm)
        for number in blocks:
            setattr(self, f"dropout{number}", Dropout(dropout))
        if isinstance(activation, str):
            if activation not in ("relu", "gelu"):
                raise invalid(f"activation should be relu/gelu, not {activation}")
            activation = getattr(F, activation)
        self.activation = activation

    def _attend(self, name: str, x: Any, memory: Any, mask: Any, padding: Any, causal: bool) -> Any:
        options = {"attn_mask": mask, "key_padding_mask": padding, "is_causal": causal}
        return getattr(self, name)(x, memory, memory, need_weights=False, **options)[0]

    def _sa_block(
        self, x: Any, attn_mask: Any, key_padding_mask: Any, is_causal: bool = False
    ) -> Any:
        given = attn_mask, key_padding_mask, is_causal
        return self.dropout1(self._attend("self_attn", x, x, *given))

    def _ff_block(self, x: Any) -> Any:
        drop = getattr(self, f"dropout{len(self._attentions) + 1}")
        return drop(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def _block(self, number: int, x: Any, function: Any) -> Any:
        """Add to ``x`` what a function makes of it, and normalize before or after."""
        norm = getattr(self, f"norm{number}")
        if self.norm_first:
            return x + function(norm(x))
        return norm(x + function(x))


class TransformerEncoderLayer(_Layer):
    """Attention of a sequence to itself, and a feed-forward network."""

    _attentions = ("self_attn",)

    def forward(
        self,
        src: Any,
        src_mask: Any = None,
        src_key_padding_mask: Any = None,
        is_causal: bool = False,
    ) -> Any:
        """Return the sequence with what it attends to."""
        names = src_mask, "src_mask"
        padding = canonical_mask(src_key_padding_mask, "src_key_padding_mask", src.dtype, *names)
        mask = canonical_mask(src_mask, "src_mask", src.dtype)
        attend = lambda x: self._sa_block(x, mask, padding, is_causal=is_causal)  # noqa: E731
        return self._block(2, self._block(1, src, attend), self._ff_block)


class TransformerDecoderLayer(_Layer):
    """Attention of a sequence to itself and to another, and a feed-forward network."""

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Any:
        """Return the sequence with what it attends to."""
        own = tgt_mask, tgt_key_padding_mask, tgt_is_causal
        other = memory_mask, memory_key_padding_mask, memory_is_causal
        x = self._block(1, tgt, lambda x: self._sa_block(x, *own))
        x = self._block(2, x, lambda x: self._mha_block(x, memory, *other))
        return self._block(3, x, self._ff_block)

    def _mha_block(
        self, x: Any, mem: Any, attn_mask: Any, key_padding_mask: Any, is_causal: bool = False
    ) -> Any:
        given = attn_mask, key_padding_mask, is_causal
        return self.dropout2(self._attend("multihead_attn", x, mem, *given))


class TransformerEncoder(Module):
    """A stack of encoder layers."""

    def __init__(
        self,
        encoder_layer: Any,
        num_layers: int,
        norm: Any = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers, self.num_layers = _clones(encoder_layer, num_layers), num_layers
        self.norm, self.mask_check = norm, mask_check
        why_not = _why_not_nested(encoder_layer)
        self.enable_nested_tensor = enable_nested_tensor
        self.use_nested_tensor = enable_nested_tensor and not why_not
        if enable_nested_tensor and why_not:
            warn(
                "enable_nested_tensor is True, but self.use_nested_tensor is False because "
                f"{why_not}"
            )

    def forward(
        self,
        src: Any,
        mask: Any = None,
        src_key_padding_mask: Any = None,
        is_causal: bool | None = None,
    ) -> Any:
        """Return what the last layer makes of a sequence."""
        padding = canonical_mask(
            src_key_padding_mask, "src_key_padding_mask", src.dtype, mask, "mask"
        )
        mask = canonical_mask(mask, "mask", src.dtype)
        causal = _is_causal(mask, is_causal, src, self.layers[0].self_attn.batch_first)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, src_key_padding_mask=padding, is_causal=causal)
        if padding is not None and mask is None and self._forgets_padding(src):
            output = output.masked_fill((padding != 0).unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _forgets_padding(self, src: Any) -> bool:
        """Tell whether PyTorch computes without the padding, which comes out as zeros then."""
        unrecorded = not STATE.grad_enabled or not any(p.requires_grad for p in self.parameters())
        return self.use_nested_tensor and not self.training and unrecorded and src.dim() == 3


def _why_not_nested(layer: Any) -> str:
    """Say why PyTorch does not compute without the padding; empty where it does."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    attention = layer.self_attn
    activation = layer.activation
    usual = _name(activation) in ("relu", "gelu") or isinstance(activation, (ReLU, GELU))
    reasons = {
        "norm_first was True": layer.norm_first,
        "self_attn.batch_first was not True(use batch_first for better inference performance)": (
            not attention.batch_first
        ),
        "self_attn was passed bias=False": attention.in_proj_bias is None,
        "activation_relu_or_gelu was not True": not usual,
        "self_attn.num_heads is odd": attention.num_heads % 2 == 1,
    }
    return next((f"encoder_layer.{why}" for why, holds in reasons.items() if holds), "")


def _name(function: Any) -> Any:
    """Return the name of one of PyTorch's functions."""
    return getattr(getattr(function, "__self__", function), "name", None)


class TransformerDecoder(Module):
    """A stack of decoder layers."""

    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers, self.num_layers = _clones(decoder_layer, num_layers), num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """Return what the last layer makes of a sequence and what it is to attend to."""
        causal = _is_causal(tgt_mask, tgt_is_causal, tgt, self.layers[0].self_attn.batch_first)
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, *masks, causal, memory_is_causal)
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder and a decoder."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        made = {"device": device, "dtype": dtype}
        given: list[Any] = [d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps]
        given += [batch_first, norm_first, bias]
        super().__init__()
        if custom_encoder is None:
            layer: Module = TransformerEncoderLayer(*given, **made)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        self.encoder = custom_encoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*given, **made)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            custom_decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self.decoder = custom_decoder
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self,
        src: Any,
        tgt: Any,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """Return what the decoder makes of a sequence, given what the encoder does of another."""
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise invalid("the batch number of src and tgt must be equal")
        if not src.size(-1) == tgt.size(-1) == self.d_model:
            raise invalid("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(
            src,
            mask=src_mask,
            src_key_padding_mask=src_key_padding_mask,
            is_causal=src_is_causal,
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Any:
        """Return what hides from each place those behind it."""
        return _causal_mask(sz, device, dtype)
