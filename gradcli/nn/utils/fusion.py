"""Layers that are linear, made one with the normalization behind them, for evaluation."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from gradcli.nn.calls import torch
from gradcli.nn.parameter import Parameter
from gradcli.operators.refusals import invalid

__all__ = [
    "fuse_conv_bn_eval",
    "fuse_conv_bn_weights",
    "fuse_linear_bn_eval",
    "fuse_linear_bn_weights",
]


def _fused(weight: Any, bias: Any, moments: tuple[Any, Any], eps: float, by: Any, to: Any) -> Any:
    """Return a weight, whose first dimension is that of the results, and a bias; fused."""
    mean, variance = moments
    scale = torch.rsqrt(variance + eps) * (1 if by is None else by)
    moved = ((0 if bias is None else bias) - mean) * scale + (0 if to is None else to)
    parts = weight * scale.reshape([-1] + [1] * (weight.dim() - 1)), moved
    flags = weight.requires_grad, bias is not None and bias.requires_grad
    return tuple(
        [
            Parameter(part.detach().to(weight.dtype), flag)
            for part, flag in zip(parts, flags, strict=True)
        ]
    )


def fuse_conv_bn_weights(
    conv_w: Any,
    conv_b: Any,
    bn_rm: Any,
    bn_rv: Any,
    bn_eps: float,
    bn_w: Any,
    bn_b: Any,
    transpose: bool = False,
) -> Any:
    """Return the weight and the bias of a convolution and a batch normalization in one."""
    turned = conv_w.transpose(0, 1) if transpose else conv_w
    weight, bias = _fused(turned, conv_b, (bn_rm, bn_rv), bn_eps, bn_w, bn_b)
    if transpose:
        weight = Parameter(weight.detach().transpose(0, 1), weight.requires_grad)
    return weight, bias


def fuse_linear_bn_weights(
    linear_w: Any,
    linear_b: Any,
    bn_rm: Any,
    bn_rv: Any,
    bn_eps: float,
    bn_w: Any,
    bn_b: Any,
) -> Any:
    """Return the weight and the bias of a linear layer and a batch normalization in one."""
    return _fused(linear_w, linear_b, (bn_rm, bn_rv), bn_eps, bn_w, bn_b)


def _of(bn: Any) -> tuple[Any, ...]:
    return bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """Return one convolution for a convolution and the batch normalization behind it."""
    _check_mode(conv, bn)
    made = deepcopy(conv)
    weights = (made.weight, made.bias, *_of(bn), transpose)
    made.weight, made.bias = fuse_conv_bn_weights(*weights)
    return made


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """Return one linear layer for a linear layer and the batch normalization behind it."""
    _check_mode(linear, bn)
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise invalid(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}",
            AssertionError,
        )
    made = deepcopy(linear)
    made.weight, made.bias = fuse_linear_bn_weights(made.weight, made.bias, *_of(bn))
    return made


def _check_mode(layer: Any, bn: Any) -> None:
    if layer.training or bn.training:
        raise invalid("Fusion only for eval!", AssertionError)
