"""Where parameters start: functions that fill a tensor and return it, as PyTorch draws them."""

from __future__ import annotations

import math
from functools import partial
from itertools import count
from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.warn import warn
from gradcli.nn.calls import check_count, linalg, torch, without_underscore
from gradcli.operators.refusals import invalid

_NAMES = (
    "calculate_gain constant constant_ dirac dirac_ eye eye_ kaiming_normal kaiming_normal_ "
    "kaiming_uniform kaiming_uniform_ normal normal_ ones_ orthogonal orthogonal_ sparse sparse_ "
    "trunc_normal_ uniform uniform_ xavier_normal xavier_normal_ xavier_uniform xavier_uniform_ "
    "zeros_"
)
__all__ = _NAMES.split()

_LINEAR = "linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d sigmoid"
_GAINS = {
    **dict.fromkeys(_LINEAR.split(), 1),
    "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0),
    "selu": 0.75,
}


def calculate_gain(nonlinearity: Any, param: Any = None) -> Any:
    """Return what an activation shrinks values by."""
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise invalid(f"Unsupported nonlinearity {nonlinearity}", ValueError)
    if param is None:
        param = 0.01
    elif isinstance(param, bool) or not isinstance(param, (int, float)):
        raise invalid(f"negative_slope {param} not a valid number", ValueError)
    return math.sqrt(2.0 / (1 + param**2))


def uniform_(tensor: Any, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Any:
    """Fill with numbers spread evenly from ``a`` to ``b``."""
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Any, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Any:
    """Fill with normally distributed numbers."""
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor: Any, val: float) -> Any:
    """Fill with one number."""
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Any) -> Any:
    """Fill with ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Any) -> Any:
    """Fill with zeros."""
    with no_grad():
        return tensor.zero_()


def trunc_normal_(
    tensor: Any,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Any = None,
) -> Any:
    """Fill with normally distributed numbers from ``a`` to ``b``."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of "
            "values may be incorrect."
        )
    with no_grad():
        inside = _share_below((b - mean) / std) - _share_below((a - mean) / std)
        if inside > 0.3:
            return _drawn_again(tensor, mean, std, a, b, generator)
        return _drawn_by_density(tensor, mean, std, a, b, generator)


def _share_below(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _drawn_again(tensor: Any, mean: float, std: float, a: float, b: float, generator: Any) -> Any:
    """Draw from the whole distribution until nothing lies outside."""
    low, high = (tensor.new_tensor(bound).item() for bound in (a, b))
    drawn = tensor.normal_(mean, std, generator=generator)
    for turn in count(1):
        outside = (drawn < low) | (drawn > high)
        if not outside.any():
            break
        check_count(turn, "attempts to draw from an interval")
        drawn = torch.where(
            outside, torch.empty_like(drawn).normal_(mean, std, generator=generator), drawn
        )
    return tensor if drawn is tensor else tensor.copy_(drawn)


def _drawn_by_density(
    tensor: Any, mean: float, std: float, a: float, b: float, generator: Any
) -> Any:
    """Draw evenly and keep each number as often as the density there says."""
    mode = max(a, min(mean, b))
    peak = -0.5 * ((mode - mean) / std) ** 2

    def rejected(candidates: Any) -> Any:
        density = candidates.clone().sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        chance = torch.empty_like(tensor).uniform_(generator=generator)
        return chance.log_().gt(density)

    drawn = tensor.uniform_(a, b, generator=generator)
    pending = rejected(drawn)
    for turn in count(1):
        if not pending.any():
            break
        check_count(turn, "attempts to draw from an interval")
        candidates = torch.empty_like(tensor).uniform_(a, b, generator=generator)
        drawn = torch.where(pending, candidates, drawn)
        pending = torch.where(pending, rejected(candidates), pending)
    return tensor if drawn is tensor else tensor.copy_(drawn)


def eye_(tensor: Any) -> Any:
    """Fill with the identity matrix."""
    if tensor.ndimension() != 2:
        raise invalid("Only tensors with 2 dimensions are supported", ValueError)
    with no_grad():
        return tensor.copy_(torch.eye(*tensor.shape))


def dirac_(tensor: Any, groups: int = 1) -> Any:
    """Fill a convolution's weight with what leaves its input as it is."""
    if tensor.ndimension() not in (3, 4, 5):
        raise invalid("Only tensors with 3, 4, or 5 dimensions are supported", ValueError)
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise invalid("dim 0 must be divisible by groups", ValueError)
    each = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    with no_grad():
        tensor.zero_()
        width = min(each, sizes[1])
        numbers = torch.arange(groups * width)
        channels = numbers % max(width, 1)
        first = (numbers - channels) // max(width, 1) * each
        tensor[(first + channels, channels, *middle)] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor: Any) -> tuple[int, int]:
    """Return how many inputs an output of a weight has, and how many outputs an input has."""
    if tensor.dim() < 2:
        raise invalid(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions",
            ValueError,
        )
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _calculate_correct_fan(tensor: Any, mode: str) -> int:
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        message = f"Mode {mode.lower()} not supported, please use one of {modes}"
        raise invalid(message, ValueError)
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]


def xavier_uniform_(tensor: Any, gain: float = 1.0, generator: Any = None) -> Any:
    """Fill evenly so that neither values nor gradients grow."""
    bound = (
        math.sqrt(3.0) * gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))
    )
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Any, gain: float = 1.0, generator: Any = None) -> Any:
    """Fill normally so that neither values nor gradients grow."""
    std = gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))
    return normal_(tensor, 0.0, std, generator)


def _kaiming(tensor: Any, a: Any, mode: str, nonlinearity: str) -> float | None:
    """Return the deviation that keeps values from growing; None where there is nothing to fill."""
    if 0 in tensor.shape:
        warn("Initializing zero-element tensors is a no-op")
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return float(calculate_gain(nonlinearity, a) / math.sqrt(fan))


def kaiming_uniform_(
    tensor: Any,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Any:
    """Fill evenly so that an activation keeps the size of values."""
    std = _kaiming(tensor, a, mode, nonlinearity)
    if std is None:
        return tensor
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Any,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Any:
    """Fill normally so that an activation keeps the size of values."""
    std = _kaiming(tensor, a, mode, nonlinearity)
    return tensor if std is None else normal_(tensor, 0, std, generator)


def draw_affine(weight: Any, bias: Any) -> None:
    """Draw a weight and a bias as linear layers and convolutions start."""
    kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None:
        fan = _calculate_fan_in_and_fan_out(weight)[0]
        bound = 1 / math.sqrt(fan) if fan > 0 else 0
        uniform_(bias, -bound, bound)


def orthogonal_(tensor: Any, gain: float = 1, generator: Any = None) -> Any:
    """Fill with a matrix whose rows, or columns, are orthogonal."""
    if tensor.ndimension() < 2:
        raise invalid("Only tensors with 2 or more dimensions are supported", ValueError)
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    flat = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
    with no_grad():
        q, r = linalg.qr(flat.t() if rows < columns else flat)
        q = q * torch.diag(r, 0).sign()
        tensor.copy_((q.t() if rows < columns else q).reshape(tensor.shape))
        return tensor.mul_(gain)


def sparse_(tensor: Any, sparsity: float, std: float = 0.01, generator: Any = None) -> Any:
    """Fill normally, but for a share of zeros in each column."""
    if tensor.ndimension() != 2:
        raise invalid("Only tensors with 2 dimensions are supported", ValueError)
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


_old = partial(without_underscore, "nn.init")
uniform, normal, constant, eye = _old(uniform_), _old(normal_), _old(constant_), _old(eye_)
dirac, sparse, orthogonal = _old(dirac_), _old(sparse_), _old(orthogonal_)
xavier_uniform, xavier_normal = _old(xavier_uniform_), _old(xavier_normal_)
kaiming_uniform, kaiming_normal = _old(kaiming_uniform_), _old(kaiming_normal_)
