"""L-BFGS: steps along a direction that the last gradients bend towards the minimum.

All parameters are one long vector here. What a search along the direction finds is known to
``line_search``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gradcli.core.modes import enable_grad
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.optim.line_search import strong_wolfe
from gradcli.optim.optimizer import Optimizer
from gradcli.optim.stepping import check_lr

__all__ = ["LBFGS"]

_MOST_WEIGHTS = 1000  # that are written down before there are any
_REMEMBERED = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


class LBFGS(Optimizer):
    """Quasi-Newton steps with limited memory; every step calls its closure several times."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float | Tensor = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        check_lr(lr)
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            message = "LBFGS doesn't support per-parameter options (parameter groups)"
            raise op_error(ValueError, message)

    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]
        """Minimise from where the parameters are; ``closure`` computes the loss and gradients."""
        with STATE.replaced(grad_enabled=False):
            first = self._loss(closure)
            gradient = self._gradient()
            group = self.param_groups[0]
            state = self.state[group["params"][0]]
            state.setdefault("func_evals", 0)
            state.setdefault("n_iter", 0)
            state["func_evals"] += 1
            if not abs(gradient).max() <= group["tolerance_grad"]:
                kept = {name: state.get(name) for name in _REMEMBERED}
                self._minimise(closure, group, state, kept, float(first), gradient)
                state.update(kept)
            return first

    def _minimise(
        self,
        closure: Callable[[], Any],
        group: dict[str, Any],
        state: dict[str, Any],
        kept: dict[str, Any],
        loss: float,
        gradient: Any,
    ) -> None:
        """Step along directions until one of the limits is reached."""
        lr, change = group["lr"], group["tolerance_change"]
        lr = lr.item() if isinstance(lr, Tensor) else lr
        evaluations = 1
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            _turn(state, kept, gradient, group["history_size"])
            direction = kept["d"]
            if kept["prev_flat_grad"] is None:
                kept["prev_flat_grad"] = OPS["clone"](gradient)
            else:
                kept["prev_flat_grad"].copy_(gradient)
            kept["prev_loss"] = loss
            beginning = state["n_iter"] == 1
            step = min(1.0, 1.0 / abs(gradient).sum()) * lr if beginning else lr
            kept["t"] = step
            slope = gradient.dot(direction)
            if slope > -change:
                break
            last, count = iteration == group["max_iter"], 0
            if group["line_search_fn"] is not None:
                rest = group["max_eval"] - evaluations
                loss, gradient, step, count = self._search(
                    closure, group, step, direction, loss, gradient, slope, rest
                )
                kept["t"] = step
                self._move(step, direction)
            else:
                self._move(step, direction)
                if not last:
                    loss, gradient, count = float(self._loss(closure)), self._gradient(), 1
            evaluations += count
            state["func_evals"] += count
            if (
                last
                or evaluations >= group["max_eval"]
                or abs(gradient).max() <= group["tolerance_grad"]
                or abs(direction * step).max() <= change
                or abs(loss - kept["prev_loss"]) < change
            ):
                break

    def _search(
        self,
        closure: Callable[[], Any],
        group: dict[str, Any],
        step: Any,
        direction: Any,
        loss: float,
        gradient: Any,
        slope: Any,
        most: int,
    ) -> tuple[float, Any, Any, int]:
        if group["line_search_fn"] != "strong_wolfe":
            raise op_error(RuntimeError, "only 'strong_wolfe' is supported")
        params = group["params"]
        start = [OPS["clone"](param) for param in params]

        def evaluate(step: Any) -> tuple[float, Any]:
            self._move(step, direction)
            found = float(self._loss(closure)), self._gradient()
            for param, before in zip(params, start, strict=True):
                param.copy_(before)
            return found

        return strong_wolfe(evaluate, step, direction, loss, gradient, slope, most)

    def _loss(self, closure: Callable[[], Any]) -> Any:
        with enable_grad():
            return closure()

    def _gradient(self) -> Any:
        """Return the gradients of all parameters as one vector."""
        parts = []
        for param in self.param_groups[0]["params"]:
            grad = OPS["zeros_like"](param) if param.grad is None else param.grad
            parts.append(_real(grad).reshape(-1))
        return OPS["cat"](parts, dim=0)

    def _move(self, step: Any, direction: Any) -> None:
        """Add a multiple of a direction to the parameters."""
        start, step = 0, step.item() if isinstance(step, Tensor) else step
        for param in self.param_groups[0]["params"]:
            real = _real(param)
            end = start + real.array.size
            real.add_(direction[start:end].view(real.shape), alpha=step)
            start = end


def _real(tensor: Any) -> Any:
    return OPS["view_as_real"](tensor) if tensor.array.dtype.kind == "c" else tensor


def _turn(state: dict[str, Any], kept: dict[str, Any], gradient: Any, size: int) -> None:
    """Find the next direction: the inverse Hessian, as the last steps show it, on the gradient."""
    if state["n_iter"] == 1:
        kept.update(d=-gradient, old_dirs=[], old_stps=[], ro=[], H_diag=1)
        return
    changes, steps, ratios = kept["old_dirs"], kept["old_stps"], kept["ro"]
    change, step = gradient - kept["prev_flat_grad"], kept["d"] * kept["t"]
    product = change.dot(step)
    if product > 1e-10:
        for values, value in zip(
            (changes, steps, ratios), (change, step, 1.0 / product), strict=True
        ):
            if len(values) == size:
                values.pop(0)
            values.append(value)
        kept["H_diag"] = product / change.dot(change)
    weights = state.setdefault("al", [None] * min(size, _MOST_WEIGHTS))
    weights += [None] * (len(changes) - len(weights))
    rest = -gradient
    for i in reversed(range(len(changes))):
        weights[i] = steps[i].dot(rest) * ratios[i]
        rest.add_(changes[i], alpha=-weights[i].item())
    kept["d"] = direction = rest * kept["H_diag"]
    for i in range(len(changes)):
        again = changes[i].dot(direction) * ratios[i]
        direction.add_(steps[i], alpha=(weights[i] - again).item())
