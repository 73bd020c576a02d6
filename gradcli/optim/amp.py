"""PyTorch's ``torch.amp``, as far as mixed precision goes without another device.

For a device that is not there it is off, as in PyTorch. On the CPU, every operation computes in the
type of its operands: there the scale of gradients works, and contexts that are on are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.shown import Shown
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.nn.calls import torch
from gradcli.numerics.device import make_device
from gradcli.numerics.dtypes import DType, bfloat16, float16
from gradcli.optim.optimizer import Optimizer

__all__ = ["GradScaler", "autocast"]

_HALF = (bfloat16, float16)


class autocast(Shown):
    """A context that computes in half precision where it is on, which it is on no device here."""

    __module__ = "torch.amp.autocast_mode"

    def __init__(
        self,
        device_type: str,
        dtype: DType | None = None,
        enabled: bool = True,
        cache_enabled: bool | None = None,
    ) -> None:
        if not isinstance(device_type, str):
            kind = f"Expected `device_type` of type `str`, got: `{type(device_type)}`"
            raise op_error(ValueError, kind, operands=(0,))
        self.device = make_device(device_type).type
        self.fast_dtype = dtype or (float16 if self.device == "cuda" else bfloat16)
        if enabled and self.device == "cuda":
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.")
        elif enabled and self.device == "cpu" and self.fast_dtype not in _HALF:
            warn(
                "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                "CPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently."
            )
        self._enabled = enabled and self.device == "cpu" and self.fast_dtype in _HALF

    def __enter__(self) -> autocast:
        if self._enabled:
            raise op_error(
                RuntimeError,
                "autocast on the CPU is left out: every operation computes in the type of its "
                "operands",
                help=f"enabled=False turns it off; x.to({self.fast_dtype!r}) computes in that type",
            )
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave; nothing was changed."""

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that runs in this context, which changes nothing."""
        with self:
            return func


class GradScaler(Shown):
    """A factor of losses that keeps gradients from vanishing in half precision; it adapts itself.

    It grows after ``growth_interval`` steps without an infinite gradient, and shrinks at each
    with one, which is left out.
    """

    __module__ = "torch.amp.grad_scaler"

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        if enabled and device == "cuda":
            message = "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling."
            warn(message)
        self._enabled = enabled and device != "cuda"
        if self._enabled and not growth_factor > 1.0:
            raise op_error(AssertionError, "The growth factor must be > 1.0.")
        if self._enabled and not backoff_factor < 1.0:
            raise op_error(AssertionError, "The backoff factor must be < 1.0.")
        self._state: dict[str, Any] = {
            "scale": init_scale,
            "growth_factor": growth_factor,
            "backoff_factor": backoff_factor,
            "growth_interval": growth_interval,
            "_growth_tracker": 0,
        }
        self._scale: Any = None  # there is none before the first call of scale()
        self._found: dict[Optimizer, bool] = {}  # of optimizers, whether a gradient is not finite
        self._stepped: set[Optimizer] = set()

    def scale(self, outputs: Any) -> Any:
        """Return a tensor, or several, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                self._scale = torch.full((), float(self._state["scale"]))
            return outputs * self._scale
        if not isinstance(outputs, (list, tuple)):
            raise op_error(ValueError, "outputs must be a Tensor or an iterable of Tensors")
        return type(outputs)([self.scale(output) for output in outputs])

    def unscale_(self, optimizer: Optimizer) -> None:
        """Divide the gradients of an optimizer's parameters by the scale."""
        if not self._enabled:
            return
        scale = self._begun("unscale_")
        if optimizer in self._stepped:
            raise op_error(RuntimeError, "unscale_() is being called after step().")
        if optimizer in self._found:
            raise op_error(
                RuntimeError,
                "unscale_() has already been called on this optimizer since the last update().",
            )
        inverse = scale.double().reciprocal().float()
        parameters = [p for group in optimizer.param_groups for p in group["params"]]
        gradients = [p.grad for p in parameters if p.grad is not None]
        if any(gradient.dtype is float16 for gradient in gradients):
            raise op_error(ValueError, "Attempting to unscale FP16 gradients.")
        if not gradients:
            raise op_error(AssertionError, "No inf checks were recorded for this optimizer.")
        with no_grad():
            finite = [bool(gradient.isfinite().all()) for gradient in gradients]
            for gradient in gradients:
                gradient.mul_(inverse)
        self._found[optimizer] = not all(finite)

    def step(self, optimizer: Optimizer, *args: Any, **kwargs: Any) -> Any:
        """Let an optimizer make a step, unless a gradient is infinite or NaN."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            message = "Closure use is not currently supported if GradScaler is enabled."
            raise op_error(RuntimeError, message)
        self._begun("step")
        if optimizer in self._stepped:
            raise op_error(RuntimeError, "step() has already been called since the last update().")
        if optimizer not in self._found:
            self.unscale_(optimizer)
        self._stepped.add(optimizer)
        return None if self._found[optimizer] else optimizer.step(*args, **kwargs)

    def update(self, new_scale: Any = None) -> None:
        """Adapt the scale to what was found since the last call, or set it."""
        if not self._enabled:
            return
        scale = self._begun("update")
        with no_grad():
            if new_scale is not None:
                scale.fill_(new_scale)
            elif not self._found:
                raise op_error(AssertionError, "No inf checks were recorded prior to update.")
            else:
                self._adapt(scale, any(self._found.values()))
        self._found.clear()
        self._stepped.clear()

    def _adapt(self, scale: Any, found: bool) -> None:
        state = self._state
        steps = 0 if found else state["_growth_tracker"] + 1
        if found:
            scale.mul_(state["backoff_factor"])
        elif steps == state["growth_interval"]:
            steps, grown = 0, scale * state["growth_factor"]
            if grown.isfinite():
                scale.copy_(grown)
        state["_growth_tracker"] = steps

    def _begun(self, name: str) -> Any:
        if self._scale is None:
            raise op_error(
                AssertionError,
                f"Attempted {name} but _scale is None.  This may indicate your script did not use "
                "scaler.scale(loss or outputs) earlier in the iteration.",
            )
        return self._scale

    def get_scale(self) -> float:
        """Return the scale; 1 where this is off."""
        if not self._enabled:
            return 1.0
        return float(self._state["scale"]) if self._scale is None else self._scale.item()

    def get_growth_factor(self) -> float:
        """Return by what the scale grows."""
        return self._state["growth_factor"]  # type: ignore[no-any-return]

    def set_growth_factor(self, new_factor: float) -> None:
        """Set by what the scale grows."""
        self._state["growth_factor"] = new_factor

    def get_backoff_factor(self) -> float:
        """Return by what the scale shrinks."""
        return self._state["backoff_factor"]  # type: ignore[no-any-return]

    def set_backoff_factor(self, new_factor: float) -> None:
        """Set by what the scale shrinks."""
        self._state["backoff_factor"] = new_factor

    def get_growth_interval(self) -> int:
        """Return after how many steps the scale grows."""
        return self._state["growth_interval"]  # type: ignore[no-any-return]

    def set_growth_interval(self, new_interval: int) -> None:
        """Set after how many steps the scale grows."""
        self._state["growth_interval"] = new_interval

    def is_enabled(self) -> bool:
        """Tell whether this is on."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return the state; nothing where this is off."""
        return self._state | {"scale": self.get_scale()} if self._enabled else {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state of another."""
        if not self._enabled:
            return
        if not state_dict:
            raise op_error(
                RuntimeError,
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler.",
            )
        self._state |= {key: state_dict[key] for key in self._state}
        if self._scale is not None:
            self._scale.fill_(self._state["scale"])


def deprecated(device: str, name: str) -> Callable[..., Any]:
    """Return what ``torch.cuda.amp`` and ``torch.cpu.amp`` have under a name."""
    made = GradScaler if name == "GradScaler" else autocast

    def make(*args: Any, **kwargs: Any) -> Any:
        warn(
            f"`torch.{device}.amp.{name}(args...)` is deprecated. Please use "
            f"`torch.amp.{name}('{device}', args...)` instead.",
            FutureWarning,
        )
        return made(device, *args, **kwargs)

    return make
