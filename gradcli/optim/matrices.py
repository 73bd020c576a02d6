"""Rules that look at parameters as matrices: Muon, and Adafactor.

They are written in operators, a parameter at a time.
"""

from __future__ import annotations

import math
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.nn.calls import torch
from gradcli.numerics import dtypes
from gradcli.optim.stepping import Group, _Stepping, below_zero, table

__all__ = ["Adafactor", "Muon"]


def _invalid(message: str, kind: type[Exception] = ValueError) -> Exception:
    return op_error(kind, message)


class _ByMatrix(_Stepping):
    """An optimizer that changes one parameter after the other as a whole."""

    def _check_lr(self, lr: Any) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise _invalid("Tensor lr must be 1-element")
        if below_zero(lr):
            raise _invalid(f"Learning rate should be >= 0 but is: {lr}")

    def _step_group(self, group: Group, differentiable: bool) -> None:
        given = group["lr"]
        lr = given.item() if isinstance(given, Tensor) else given
        with STATE.replaced(grad_enabled=False):
            for param in group["params"]:
                if param.grad is None:
                    continue
                if param.is_complex():
                    name = type(self).__name__
                    raise _invalid(f"{name} does not support complex parameters", RuntimeError)
                self._change(group, lr, param, param.grad, self.state[param])

    def _change(self, group: Group, lr: float, param: Any, grad: Any, state: Any) -> None:
        """Change a parameter, and its state."""
        raise NotImplementedError


class Muon(_ByMatrix):
    """Steps by the momentum of matrices, whose singular values are brought near to 1."""

    options = table(
        lr=1e-3,
        weight_decay=0.1,
        momentum=0.95,
        nesterov=True,
        ns_coefficients=(3.4445, -4.7750, 2.0315),
        eps=1e-7,
        ns_steps=5,
        adjust_lr_fn=None,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for group in self.param_groups:
            for param in group["params"]:
                if param.ndim != 2:
                    only = "Muon only supports 2D parameters whereas we found a parameter with size"
                    raise _invalid(f"{only}: {param.size()}")

    def _check(self, options: Group) -> None:
        self._check_lr(options["lr"])
        for name, shown in (("momentum", "momentum"), ("weight_decay", "weight decay")):
            if below_zero(options[name]):
                raise _invalid(f"{shown} should be >= 0 but is: {options[name]}")
        adjust = options["adjust_lr_fn"]
        if adjust not in (None, "original", "match_rms_adamw"):
            raise _invalid(f"Adjust learning rate function {adjust} is not supported")

    def _change(self, group: Group, lr: float, param: Any, grad: Any, state: Any) -> None:
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(grad)
        momentum, factor = state["momentum_buffer"], group["momentum"]
        momentum.lerp_(grad, 1 - factor)
        update = grad.lerp(momentum, factor) if group["nesterov"] else momentum
        update = _orthogonal(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        rows, columns = param.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            ratio = 0.2 * math.sqrt(max(rows, columns))
        else:
            ratio = math.sqrt(max(1, rows / columns))
        param.mul_(1 - lr * group["weight_decay"])
        param.add_(update, alpha=-lr * ratio)


def _orthogonal(matrix: Any, coefficients: Any, steps: int, eps: float) -> Any:
    """Bring singular values near to 1, by the iteration of Newton and Schulz in bfloat16."""
    if steps >= 100:
        raise _invalid("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise _invalid("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.bfloat16()
    x = x.T if tall else x
    x = x / torch.norm(x).clamp(min=eps)
    for _ in range(steps):
        gram = torch.matmul(x, x.T)
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


class Adafactor(_ByMatrix):
    """Adaptive steps whose state of a matrix is a row and a column (Shazeer and Stern, 2018)."""

    options = table(lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0)
    keywords = table(foreach=None, maximize=False)

    def _check(self, options: Group) -> None:
        self._check_lr(options["lr"])
        first, second = options["eps"]
        decay, d, weight = options["beta2_decay"], options["d"], options["weight_decay"]
        if not decay <= 0.0:
            raise _invalid(f"beta2_decay should be <= 0 but is: {decay}")
        if first is not None and below_zero(first):
            raise _invalid(f"epsilon1 should be >= 0 but is: {first}")
        if below_zero(second):
            raise _invalid(f"epsilon2 should be >= 0 but is: {second}")
        if not d >= 1.0:
            raise _invalid(f"Clipping threshold d should be >= 1 but is: {d}")
        if below_zero(weight):
            raise _invalid(f"weight_decay should be >= 0 but is: {weight}")

    def _change(self, group: Group, lr: float, param: Any, grad: Any, state: Any) -> None:
        if not state:
            state.update(_factors(grad))
        first, second = group["eps"]
        least = dtypes.finfo(param.array.dtype).eps if first is None else first
        grad = -grad if group["maximize"] else grad
        state["step"] += 1
        step = state["step"].item()
        size = math.sqrt(param.numel())
        alpha = max(second, torch.norm(param).item() / size) * min(lr, 1 / step**0.5)
        if group["weight_decay"] != 0:
            param.mul_(1 - lr * group["weight_decay"])
        squares = _squares(grad, state, step ** group["beta2_decay"], float(least))
        update = squares.clamp(min=float(least) ** 2).rsqrt() * grad
        denominator = max(1.0, torch.norm(update).item() / (size * group["d"]))
        param.add_(update, alpha=-alpha / denominator)


def _factors(grad: Any) -> Group:
    """Return the first state of a parameter."""
    kind = STATE.default_dtype if STATE.default_dtype is dtypes.float64 else dtypes.float32
    step = torch.tensor(0.0, dtype=kind)
    if grad.dim() < 2:
        return {"step": step, "variance": torch.zeros_like(grad)}
    shape = tuple(grad.shape)
    row, column = (*shape[:-1], 1), (*shape[:-2], 1, shape[-1])
    made = [torch.zeros(size, dtype=grad.dtype) for size in (row, column)]
    return {"step": step, "row_var": made[0], "col_var": made[1]}


def _squares(grad: Any, state: Group, weight: float, least: float) -> Any:
    """Take squares of gradients into the state, and return what it makes of them."""
    if "variance" in state:
        state["variance"].lerp_(grad * grad, weight)
        return state["variance"]
    row, column = state["row_var"], state["col_var"]
    for kept, dim in ((row, -1), (column, -2)):
        mean = torch.norm(grad, dim=dim, keepdim=True).square() / grad.size(dim)
        kept.lerp_(mean, weight)
    return torch.matmul(row, column) / row.mean(dim=-2, keepdim=True).clamp(min=least)
