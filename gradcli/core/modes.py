"""PyTorch's modes: contexts and decorators inside which operations run in another way."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.core.state import STATE, Replaced
from gradcli.core.warn import warn
from gradcli.errors import OpError, op_error, wrong_type
from gradcli.numerics.random import Generator


class Mode:
    """A context, or a decorator, inside which operations run in another way.

    ``values`` says which parts of the state have which values in it.
    """

    __slots__ = ("inside",)
    module = "torch.autograd.grad_mode"

    def __init__(self) -> None:
        self.inside: Replaced | None = None

    def __repr__(self) -> str:
        return f"<{self.module}.{type(self).__name__} object>"

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        raise NotImplementedError

    def again(self) -> Mode:
        """Return a context for one call of a decorated function."""
        return type(self)()

    def __enter__(self) -> None:
        self.inside = STATE.replaced(**self.values())
        self.inside.__enter__()

    def __exit__(self, *exception: object) -> None:
        assert self.inside is not None
        self.inside.__exit__()

    def __call__(self, function: Any) -> Decorated:
        """Return a function that runs in the mode."""
        if isinstance(function, type):
            warn(_DECORATED_CLASS, FutureWarning)
        return Decorated(self, function)


class Decorated:
    """A function that runs in a mode; prints as the function itself."""

    __slots__ = ("__wrapped__", "mode")

    def __init__(self, mode: Mode, function: Any) -> None:
        self.mode = mode
        self.__wrapped__ = function

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    @property
    def __name__(self) -> str:
        """The name of the function."""
        name: str = getattr(
            self.__wrapped__, "__name__", "context_decorator.<locals>.decorate_context"
        )
        return name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Return the method of an instance of a class in Python."""
        return self if instance is None else partial(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function."""
        if not callable(self.__wrapped__):
            kind = type(self.__wrapped__).__name__
            raise op_error(TypeError, f"'{kind}' object is not callable")
        code = getattr(self.__wrapped__, "__code__", None)
        if getattr(code, "co_flags", 0) & _GENERATOR:
            return _steps(self.mode, self.__wrapped__(*args, **kwargs))
        with self.mode.again():
            result = self.__wrapped__(*args, **kwargs)
        if hasattr(type(result), "within"):  # a generator of the language
            return result.within(self.mode)
        return result


_GENERATOR = 0x20
"""The flag of Python's generator functions, which run when they are asked for a value."""

_DECORATED_CLASS = (
    "Decorating classes is deprecated and will be disabled in future versions. You should only "
    "decorate functions or methods. To preserve the current behavior of class decoration, you can "
    "directly decorate the `__init__` method and nothing else."
)


def _steps(mode: Mode, generator: Any) -> Any:
    """Run a generator, in the mode only while it runs."""
    step, given = generator.send, None
    while True:
        try:
            with mode.again():
                value = step(given)
        except StopIteration as end:
            return end.value
        try:
            step, given = generator.send, (yield value)
        except GeneratorExit:
            with mode.again():
                generator.close()
            raise
        except BaseException as error:
            step, given = generator.throw, error


for _name, _value in (("module", "builtins"), ("name", "function"), ("qualname", "function")):
    type.__setattr__(Decorated, f"__{_name}__", _value)


def _bool(function: str, argument: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(function, argument, 1, "bool", value, 0)
    return value


class no_grad(Mode):
    """Record nothing: results do not require grad."""

    __slots__ = ()

    def __new__(cls, orig_func: Any = None) -> Any:
        """Make the context, or decorate a function."""
        made: Mode = object.__new__(cls)
        if orig_func is None:
            return made
        Mode.__init__(made)
        return made(orig_func)

    def __init__(self, orig_func: Any = None) -> None:
        super().__init__()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"grad_enabled": False}


class enable_grad(no_grad):
    """Record again inside ``no_grad``."""

    __slots__ = ()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"grad_enabled": not STATE.inference}


class set_grad_enabled(Mode):
    """Switch recording on or off: at once, and back again when used as a context."""

    __slots__ = ("mode",)

    def __init__(self, mode: bool) -> None:
        super().__init__()
        self.mode = _bool("set_grad_enabled", "enabled", mode)
        super().__enter__()

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"grad_enabled": self.mode and not STATE.inference}

    def again(self) -> set_grad_enabled:
        """Return a context for one call of a decorated function."""
        return set_grad_enabled(self.mode)

    def __enter__(self) -> None:
        assert self.inside is not None
        self.inside.apply()

    def __call__(self, function: Any) -> Decorated:
        """Return a function that runs in the mode, and leave it here."""
        self.__exit__()
        return super().__call__(function)


class inference_mode(Mode):
    """Record nothing, and make tensors that can never take part in what is recorded."""

    __slots__ = ("mode",)

    def __new__(cls, mode: Any = True) -> Any:
        """Make the context, or decorate a function."""
        made: inference_mode = object.__new__(cls)
        if isinstance(mode, bool):
            return made
        inference_mode.__init__(made)
        return made(mode)

    def __init__(self, mode: Any = True) -> None:
        super().__init__()
        self.mode = mode is True

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"inference": self.mode, "grad_enabled": not self.mode}

    def again(self) -> inference_mode:
        """Return a context for one call of a decorated function."""
        made: inference_mode = inference_mode(self.mode)
        return made


class set_multithreading_enabled(Mode):
    """Take the place of PyTorch's switch, at once and as a context; the engine has one thread."""

    __slots__ = ("mode",)

    def __init__(self, mode: bool) -> None:
        super().__init__()
        self.mode = mode
        super().__enter__()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"multithreading": self.mode}

    def again(self) -> set_multithreading_enabled:
        """Return a context for one call of a decorated function."""
        return set_multithreading_enabled(self.mode)

    def __enter__(self) -> None:
        pass


def _anomaly(mode: bool, check_nan: bool) -> dict[str, Any]:
    """Return what is different where anomalies are looked for."""
    from gradcli.core.anomaly import traced  # for those who look for mistakes

    return {"anomaly": mode, "check_nan": check_nan, "observers": traced(mode)}


class set_detect_anomaly(Mode):
    """Switch the search for NaN in derivatives on or off: at once, and as a context."""

    __slots__ = ("check_nan", "mode")
    module = "torch.autograd.anomaly_mode"

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        super().__init__()
        self.mode = _bool("set_anomaly_enabled", "enabled", mode)
        self.check_nan = check_nan
        super().__enter__()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return _anomaly(self.mode, self.check_nan)

    def __enter__(self) -> None:
        pass


class detect_anomaly(Mode):
    """Search derivatives for NaN."""

    __slots__ = ("check_nan",)
    module = "torch.autograd.anomaly_mode"

    def __init__(self, check_nan: bool = True) -> None:
        super().__init__()
        self.check_nan = check_nan
        warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should "
            "only be enabled for debugging.",
            code="anomaly",
        )

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return _anomaly(True, self.check_nan)


class record_function(Mode):
    """Take the place of PyTorch's label for its profiler; nothing is measured."""

    __slots__ = ("args", "name")
    module = "torch.autograd.profiler"

    def __init__(self, name: str, args: str | None = None) -> None:
        super().__init__()
        self.name = name
        self.args = args

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {}

    def again(self) -> record_function:
        """Return a context for one call of a decorated function."""
        return record_function(self.name, self.args)


class profile(Mode):
    """Take the place of PyTorch's profiler; nothing is measured."""

    __slots__ = ()
    module = "torch.autograd.profiler"

    def __init__(self, enabled: bool = True, **options: Any) -> None:
        super().__init__()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {}


MODES: tuple[type[Mode], ...] = (
    no_grad,
    enable_grad,
    set_grad_enabled,
    inference_mode,
    set_multithreading_enabled,
)

_ALL: tuple[type[Mode], ...] = (
    *MODES,
    set_detect_anomaly,
    detect_anomaly,
    record_function,
    profile,
)
for _kind in _ALL:
    _kind.__module__ = _kind.module


def is_grad_enabled() -> bool:
    """Tell whether operations are recorded."""
    return STATE.grad_enabled


def is_view_replay_enabled() -> bool:
    """Tell whether views are made anew after changes in place: they are followed otherwise."""
    return False


def is_multithreading_enabled() -> bool:
    """Tell what the switch of that name says."""
    return STATE.multithreading


def is_inference_mode_enabled() -> bool:
    """Tell whether new tensors are kept out of what is recorded for good."""
    return STATE.inference


def is_anomaly_enabled() -> bool:
    """Tell whether derivatives are searched for NaN."""
    return STATE.anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """Tell whether a NaN in a derivative is an error."""
    return STATE.check_nan


def manual_seed(seed: int) -> Generator:
    """Seed the generator of random numbers and return it."""
    try:
        generator: Generator = STATE.generator.manual_seed(int(seed))
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, OpError):
            raise
        raise op_error(type(error), str(error), operands=(0,)) from None
    return generator
