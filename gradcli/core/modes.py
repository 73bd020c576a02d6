"""The state that an operation runs under: the grad mode, defaults, and where the program stands.

Nothing else in gradcli is global and changes. The state belongs to its thread, as in PyTorch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import Any

import numpy as np

from gradcli.core import dtypes
from gradcli.core.format import PrintOptions
from gradcli.core.random import Generator
from gradcli.errors import OpError, op_error


class State(threading.local):
    """What operations look up when they run.

    ``source`` is the piece of program under evaluation; a graph node keeps it, so that reports and
    messages can point at the text. Direct Python use leaves it None.
    """

    def __init__(self) -> None:
        self.grad_enabled = True
        self.source: object | None = None
        self.default_dtype: dtypes.DType = dtypes.float32
        # Infinities and NaN are results, not events: operators run where NumPy does not warn of
        # them. A context of its own costs a tenth of np.errstate around every operation.
        context = copy_context()
        context.run(np.seterr, all="ignore")
        self.quietly = context.run
        self.generator = Generator()
        self.print_options = PrintOptions()


STATE = State()


class set_grad_enabled:
    """Switch recording on or off: at once, and back again when used as a context."""

    __slots__ = ("mode", "previous")

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.previous = STATE.grad_enabled
        STATE.grad_enabled = mode

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def __enter__(self) -> None:
        STATE.grad_enabled = self.mode

    def __exit__(self, *exception: object) -> None:
        STATE.grad_enabled = self.previous


class _GradMode:
    """A context, or a decorator, inside which recording is on or off."""

    __slots__ = ("previous",)
    mode: bool

    def __init__(self) -> None:
        self.previous: list[bool] = []

    def __repr__(self) -> str:
        return f"<torch.autograd.grad_mode.{type(self).__name__} object>"

    def __enter__(self) -> None:
        self.previous.append(STATE.grad_enabled)
        STATE.grad_enabled = self.mode

    def __exit__(self, *exception: object) -> None:
        STATE.grad_enabled = self.previous.pop()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with type(self)():
                return function(*args, **kwargs)

        return inside


class no_grad(_GradMode):
    """Record nothing: results do not require grad."""

    __slots__ = ()
    mode = False


class enable_grad(_GradMode):
    """Record again inside ``no_grad``."""

    __slots__ = ()
    mode = True


def is_grad_enabled() -> bool:
    """Tell whether operations are recorded."""
    return STATE.grad_enabled


def manual_seed(seed: int) -> Generator:
    """Seed the generator of random numbers and return it."""
    try:
        return STATE.generator.manual_seed(int(seed))
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, OpError):
            raise
        raise op_error(type(error), str(error), operands=(0,)) from None
