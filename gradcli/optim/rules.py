"""The update rules: how each optimizer changes a parameter by its gradient, and its options.

A rule is written once, in the operators of ``arithmetic``, for arrays and for tensors; the loop
over groups and parameters stands in ``stepping``. ``options`` may be given by position,
``keywords`` not; a group holds them in this order, or in that of ``order``.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.optim.stepping import Group, Slots, _Stepping, check_betas, table

__all__ = [
    *("ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "RMSprop"),
    *("Rprop", "SGD", "SparseAdam"),
]

_BETAS = (0.9, 0.999)
_FLAGS = {"maximize": False, "foreach": None, "capturable": False, "differentiable": False}
_MOMENTS: Slots = {"step": 0.0, "exp_avg": 0.0, "exp_avg_sq": 0.0}


class SGD(_Stepping):
    """Stochastic gradient descent, with momentum."""

    options = table(lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False)
    keywords = table(maximize=False, foreach=None, differentiable=False, fused=None)
    _alone = _counts = False

    @staticmethod
    def _negative(value: Any) -> bool:
        return bool(value < 0.0)  # which lets NaN pass, as the others do not

    def _check(self, options: Group) -> None:
        super()._check(options)
        if options["nesterov"] and (options["momentum"] <= 0 or options["dampening"] != 0):
            message = "Nesterov momentum requires a momentum and zero dampening"
            raise op_error(ValueError, message)

    def _slots(self, group: Group) -> Slots:
        return {"momentum_buffer": None} if group["momentum"] != 0 else {}

    def _update(
        self, xp: Any, group: Group, param: Any, grad: Any, step: Any, momentum: Any = None
    ) -> Any:
        made, factor = None, group["momentum"]
        if factor != 0:
            if momentum is None:
                made = momentum = xp.copy(grad)
            else:
                momentum *= factor
                xp.add_(momentum, grad, 1 - group["dampening"])
            grad = xp.add(grad, momentum, factor) if group["nesterov"] else momentum
        xp.add_(param, grad, -group["lr"])
        return made


class Adam(_Stepping):
    """Adaptive moments: steps by the mean of gradients over the root of that of their squares."""

    options = table(lr=1e-3, betas=_BETAS, eps=1e-8, weight_decay=0, amsgrad=False)
    keywords = table(**_FLAGS, fused=None, decoupled_weight_decay=False)

    def _check(self, options: Group) -> None:
        if isinstance(options["lr"], Tensor) and options["foreach"] and not options["capturable"]:
            message = "lr as a Tensor is not supported for capturable=False and foreach=True"
            raise op_error(ValueError, message)
        super()._check(options)
        check_betas(options)

    def _slots(self, group: Group) -> Slots:
        return {**_MOMENTS, "max_exp_avg_sq": 0.0} if group["amsgrad"] else _MOMENTS

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        mean, square, *largest = state
        beta1, beta2 = group["betas"]
        _average(xp, group, grad, mean, square)
        if largest:
            (most,) = largest
            xp.maximum_(most, square)
            square = most
        root = xp.sqrt(square) / (1 - beta2**step) ** 0.5 + group["eps"]
        xp.addcdiv_(param, mean, root, -(group["lr"] / (1 - beta1**step)))


def _average(xp: Any, group: Group, grad: Any, mean: Any, square: Any) -> None:
    """Let the means of gradients and of their squares follow."""
    beta1, beta2 = group["betas"]
    xp.lerp_(mean, grad, 1 - beta1)
    square *= beta2
    xp.addcmul_(square, grad, grad, 1 - beta2)


class AdamW(Adam):
    """``Adam`` whose weight decay is a step of its own."""

    options = table(**(Adam.options | {"weight_decay": 1e-2}))
    keywords = table(**_FLAGS, fused=None)
    fixed = table(decoupled_weight_decay=True)

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take options and state over, also of an ``Adam``."""
        super().load_state_dict(state_dict)
        for group in self.param_groups:
            group.update(self.fixed)


class Adamax(_Stepping):
    """``Adam`` by the largest gradient in place of the mean of squares."""

    options = table(lr=2e-3, betas=_BETAS, eps=1e-8, weight_decay=0, foreach=None)
    keywords = table(maximize=False, differentiable=False, capturable=False)

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "exp_avg": 0.0, "exp_inf": 0.0}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        mean, largest = state
        beta1, beta2 = group["betas"]
        xp.lerp_(mean, grad, 1 - beta1)
        largest *= beta2
        xp.maximum_(largest, abs(grad) + group["eps"])
        xp.addcdiv_(param, mean, largest, -(group["lr"] / (1 - beta1**step)))


class NAdam(_Stepping):
    """``Adam`` with Nesterov's momentum."""

    options = table(
        lr=2e-3,
        betas=_BETAS,
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
    )
    keywords = _FLAGS
    _on_device = "params, mu_products and state_steps"
    _by_element = False

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "mu_product": 1.0, "exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        product, mean, square = state
        (beta1, beta2), lr, decay = group["betas"], group["lr"], group["momentum_decay"]
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * decay))
        following = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * decay))
        product *= mu
        so_far = product.item()
        _average(xp, group, grad, mean, square)
        root = xp.sqrt(square / (1 - beta2**step)) + group["eps"]
        xp.addcdiv_(param, grad, root, -lr * (1.0 - mu) / (1.0 - so_far))
        xp.addcdiv_(param, mean, root, -lr * following / (1.0 - so_far * following))


class RAdam(_Stepping):
    """``Adam`` that waits with adapting until there are squares enough."""

    options = table(lr=1e-3, betas=_BETAS, eps=1e-8, weight_decay=0, decoupled_weight_decay=False)
    keywords = _FLAGS
    order = ("lr", "betas", "eps", "weight_decay", "maximize", "foreach", "capturable")

    def _slots(self, group: Group) -> Slots:
        return _MOMENTS

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        mean, square = state
        beta1, beta2 = group["betas"]
        _average(xp, group, grad, mean, square)
        correction = 1 - beta2**step
        change = mean / (1 - beta1**step) * group["lr"]
        most = 2 / (1 - beta2) - 1
        length = most - 2 * step * beta2**step / correction
        if length > 5.0:
            rest = (length - 4) * (length - 2) * most
            change = change * (correction**0.5 / (xp.sqrt(square) + group["eps"]))
            change = change * (rest / ((most - 4) * (most - 2) * length)) ** 0.5
        param -= change


class Adagrad(_Stepping):
    """Steps over the root of the sum of all squares so far."""

    options = table(
        lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None
    )
    keywords = table(maximize=False, differentiable=False, fused=None)
    order = ("lr", "lr_decay", "eps")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for group in self.param_groups:
            for param in group["params"]:
                self._remember(group, param)

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "sum": self.defaults["initial_accumulator_value"]}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, total: Any) -> None:
        xp.addcmul_(total, grad, grad, 1)
        lr = group["lr"] / (1 + (step - 1) * group["lr_decay"])
        xp.addcdiv_(param, grad, xp.sqrt(total) + group["eps"], -lr)


class Adadelta(_Stepping):
    """Steps as long as those before, by the ratio of the roots of mean squares."""

    options = table(lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None)
    keywords = table(capturable=False, maximize=False, differentiable=False)
    _xla = ()
    order = ("lr", "rho", "eps", "weight_decay", "maximize", "capturable", "foreach")

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "square_avg": 0.0, "acc_delta": 0.0}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        square, moved = state
        rho, eps = group["rho"], group["eps"]
        square *= rho
        xp.addcmul_(square, grad, grad, 1 - rho)
        delta = xp.sqrt(moved + eps) / xp.sqrt(square + eps) * grad
        moved *= rho
        xp.addcmul_(moved, delta, delta, 1 - rho)
        xp.add_(param, delta, -group["lr"])


class RMSprop(_Stepping):
    """Steps over the root of the mean of squares."""

    options = table(
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    )
    order = ("lr", "momentum", "alpha", "eps", "centered")
    _xla = (False, True)

    def _slots(self, group: Group) -> Slots:
        slots: Slots = {"step": 0.0, "square_avg": 0.0}
        if group["momentum"] > 0:
            slots["momentum_buffer"] = 0.0
        if group["centered"]:
            slots["grad_avg"] = 0.0
        return slots

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        square, rest = state[0], 1 - group["alpha"]
        square *= group["alpha"]
        xp.addcmul_(square, grad, grad, rest)
        if group["centered"]:
            mean = state[-1]
            xp.lerp_(mean, grad, rest)
            square = xp.copy(square)
            xp.addcmul_(square, mean, mean, -1)
        root = xp.sqrt(square) + group["eps"]
        if group["momentum"] > 0:
            momentum = state[1]
            momentum *= group["momentum"]
            xp.addcdiv_(momentum, grad, root, 1)
            xp.add_(param, momentum, -group["lr"])
        else:
            xp.addcdiv_(param, grad, root, -group["lr"])


class Rprop(_Stepping):
    """Steps by the signs of gradients alone, longer while the sign stays."""

    options = table(lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50))
    keywords = _FLAGS
    order = ("lr", "etas", "step_sizes", "foreach", "maximize", "differentiable")
    _xla = (False, True)

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "prev": 0.0, "step_size": float(group["lr"])}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        before, size = state
        less, more = group["etas"]
        sign = xp.sign(grad * before)
        factor = xp.copy(sign)
        factor[sign > 0], factor[sign < 0], factor[sign == 0] = more, less, 1
        size *= factor
        xp.clamp_(size, *group["step_sizes"])
        grad = xp.copy(grad)
        grad[sign < 0] = 0
        xp.addcmul_(param, xp.sign(grad), size, -1)
        before[...] = grad


class ASGD(_Stepping):
    """Stochastic gradient descent whose state holds the average of where it was."""

    options = table(
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    )
    _on_device = "params, mus, etas, and state_steps"
    _by_element = False

    def _slots(self, group: Group) -> Slots:
        return {"step": 0.0, "eta": float(group["lr"]), "mu": 1.0, "ax": 0.0}

    def _update(self, xp: Any, group: Group, param: Any, grad: Any, step: Any, *state: Any) -> None:
        eta, mu, average = state
        lr, lambd = group["lr"], group["lambd"]
        now, weight = eta.item(), mu.item()
        param *= 1 - lambd * now
        xp.add_(param, grad, -now)
        if weight != 1:
            average += (param - average) * weight
        else:
            average[...] = param
        eta[...] = lr / (1 + lambd * lr * step) ** group["alpha"]
        mu[...] = 1 / max(1, step - group["t0"])


class SparseAdam(_Stepping):
    """``Adam`` for sparse gradients, which there are none of."""

    options = table(lr=1e-3, betas=_BETAS, eps=1e-8, maximize=False)
    _counts = False

    def _slots(self, group: Group) -> Slots:
        return {}

    def _update(self, *operands: Any) -> None:
        message = "SparseAdam does not support dense gradients, please consider Adam instead"
        raise op_error(RuntimeError, message)
