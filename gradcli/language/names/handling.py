"""``contextlib``, ``warnings``, ``traceback`` and what ``sys`` has for them, for programs.

Warnings go where the program's others go, unless a filter says otherwise. There are no tracebacks:
what prints one prints nothing, and what returns one returns its last line.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import gradcli.language.names.exceptions  # noqa: F401  (the classes that programs know)
from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.language.machine.code import Block, Frame, Next, Register
from gradcli.language.machine.descriptors import BINDERS, readers_of
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    ENTER,
    Builtin,
    Method,
    builtins_of,
    host_callable,
    named_like,
    type_name,
)
from gradcli.language.machine.generators import Generator
from gradcli.language.machine.objects import class_of, is_class
from gradcli.language.machine.streams import put, standing
from gradcli.language.machine.unwind import handled_at, is_exception_class, known, matches, own
from gradcli.language.names import attributes, contexts
from gradcli.language.names.written import find, written
from gradcli.syntax import nodes

Table = dict[str, Any]


def _no_generator(value: Any) -> Exception:
    return op_error(AttributeError, f"'{type_name(value)}' object has no attribute '__next__'")


# Contexts


class Managed(Shown):
    """A context whose generator yields once; ``again`` makes another one like it."""

    __slots__ = ("again", "generator")

    def __init__(self, generator: Any, again: Builtin) -> None:
        if not isinstance(generator, Generator):
            raise _no_generator(generator)
        self.generator, self.again = generator, again

    def __call__(self, function: Any, /) -> Any:
        """Return a function that runs in such a context, a new one each time."""
        return find("contextlib", "decorated")(self.again, function)

    def __enter__(self) -> Any:
        try:
            return next(self.generator)
        except StopIteration as stop:
            error = own(RuntimeError("generator didn't yield"))
            trace = known(error)
            trace.context, trace.suppress, trace.fresh = own(stop), True, False
            raise error from None

    def __exit__(self, *exception: object) -> None:
        with suppress(StopIteration):
            next(self.generator)
            raise self._not_stopped("generator didn't stop")

    def _not_stopped(self, message: str) -> Exception:
        self.generator.close()
        return op_error(RuntimeError, message)

    def leave_with(self, error: BaseException) -> bool:
        """Raise an exception at the yield; tell whether the generator takes it."""
        try:
            self.generator.raise_inside(error)
        except StopIteration as stop:
            return stop is not error
        except RuntimeError as raised:
            if raised is error:
                return False
            if isinstance(error, StopIteration) and known(raised).cause is error:
                return False
            raise
        except BaseException as raised:
            if raised is error:
                return False
            raise
        raise self._not_stopped("generator didn't stop after throw()")


class ContextFunction:
    """A generator function that makes contexts."""

    __slots__ = ("function",)

    def __init__(self, function: Any, /) -> None:
        self.function = host_callable(function)

    @property
    def __name__(self) -> str:
        return str(self.function.__name__)

    def __repr__(self) -> str:
        return repr(self.function)

    def __call__(self, *args: Any, **kwargs: Any) -> Managed:
        """Make a context."""
        again = Builtin("_recreate_cm", lambda: self(*args, **kwargs))
        return Managed(self.function(*args, **kwargs), again)


class Suppressed(Shown):
    """A context that takes exceptions of some classes."""

    __slots__ = ("kinds",)

    def __init__(self, *kinds: Any) -> None:
        self.kinds = kinds

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exception: object) -> None:
        return None

    def leave_with(self, error: BaseException) -> bool:
        """Tell whether an exception is of the classes, which may be tuples of them."""
        kinds = list(self.kinds)
        for kind in kinds:
            if isinstance(kind, tuple):
                kinds.extend(kind)
            elif not is_class(kind):
                what = "issubclass() arg 2 must be a class, a tuple of classes, or a union"
                raise op_error(TypeError, what)
        return matches(error, tuple([kind for kind in kinds if is_exception_class(kind)]))


class Null(Shown):
    """A context that does nothing."""

    __slots__ = ("value",)

    def __init__(self, enter_result: Any = None) -> None:
        self.value = enter_result

    def __enter__(self) -> Any:
        return self.value

    def __exit__(self, *exception: object) -> None:
        return None


class Redirected(Shown):
    """A context in which what is printed goes to another stream."""

    __slots__ = ("before", "target")
    stream = "stdout"

    def __init__(self, new_target: Any) -> None:
        self.target = new_target
        self.before: list[Any] = []

    def __enter__(self) -> Any:
        self.before.append(standing(self.stream))
        put(self.stream, self.target)
        return self.target

    def __exit__(self, *exception: object) -> None:
        put(self.stream, self.before.pop())

    def leave_with(self, error: BaseException) -> bool:
        """Put back the stream; take no exception."""
        self.__exit__()
        return False


class RedirectedErrors(Redirected):
    """A context in which what is written to standard error goes to another stream."""

    __slots__ = ()
    stream = "stderr"


# Warnings


class Said:
    """A warning that was kept."""

    __slots__ = ("category", "message")

    def __repr__(self) -> str:
        return "<warnings.WarningMessage object>"

    def __init__(self, message: BaseException, category: Any) -> None:
        self.message, self.category = message, category


class Filters:
    """The listener of a program that has said what is to become of warnings."""

    __slots__ = ("inner", "kept", "rules")

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.rules: list[tuple[str, str, Any]] = []
        self.kept: list[Said] | None = None

    def __call__(self, message: str, kind: Any, code: str) -> None:
        """Take a warning."""
        action = next((a for a, text, k in self.rules if _fits(message, kind, text, k)), "default")
        if action == "ignore":
            return
        if action == "error":
            raise own(host_callable(kind)(message))
        if self.kept is not None:
            self.kept.append(Said(host_callable(kind)(message), kind))
        elif self.inner is not None:
            self.inner(message, kind, code)
            if STATE.listener is not self:  # the first warning of a session brings its listener
                self.inner, STATE.listener = STATE.listener, self


def _fits(message: str, kind: Any, text: str, wanted: Any) -> bool:
    if not issubclass(kind, wanted):
        return False
    at = 0
    for part in text.lower().split(".*"):
        found = message.lower().find(part, at)
        if found < 0 or (at == 0 and found > 0 and not text.startswith(".*")):
            return False
        at = found + len(part)
    return True


def _filters() -> Filters:
    """Return what decides on warnings from now on."""
    if not isinstance(STATE.listener, Filters):
        STATE.listener = Filters(STATE.listener)
    return STATE.listener


_ACTIONS = ("default", "error", "ignore", "always", "module", "once")


def _filter(
    action: Any,
    message: Any = "",
    category: Any = Warning,
    module: Any = "",
    lineno: Any = 0,
    append: Any = False,
) -> None:
    if action not in _ACTIONS:
        raise own(AssertionError(f"invalid action: {action!r}"))
    _check_category(category)
    if not isinstance(message, str):
        raise own(AssertionError("message must be a string"))
    rules = _filters().rules
    rules.insert(len(rules) if append else 0, (action, message, category))


def _simple_filter(
    action: Any, category: Any = Warning, lineno: Any = 0, append: Any = False
) -> None:
    _filter(action, "", category, "", lineno, append)


def _check_category(category: Any) -> None:
    if not (is_exception_class(category) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type_name(category)}'")


def _warn(message: Any, category: Any = None, stacklevel: Any = 1, source: Any = None) -> None:
    if isinstance(message, Warning):
        category, message = class_of(message), str(message)
    category = UserWarning if category is None else category
    _check_category(category)
    warn(str(message), category)


class Caught(Shown):
    """What restores the filters of warnings, and keeps the warnings meanwhile if asked to."""

    __slots__ = ("before", "record")

    def __init__(self, *, record: Any = False, module: Any = None, **rule: Any) -> None:
        self.record = record
        if rule:
            raise op_error(TypeError, "catch_warnings() takes record alone")

    def __enter__(self) -> list[Said] | None:
        filters = _filters()
        self.before = (list(filters.rules), filters.kept)
        if self.record:
            filters.kept = []
            return filters.kept
        return None

    def __exit__(self, *exception: object) -> None:
        filters = _filters()
        filters.rules, filters.kept = self.before


# What is being handled


class OfHandling:
    """A function that asks what is being handled where it is called."""

    __slots__ = ("answer", "name")

    def __init__(self, name: str, answer: Callable[[BaseException | None], Any]) -> None:
        self.name, self.answer = name, answer

    def __repr__(self) -> str:
        return f"<function {self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Answer where nothing is being handled: the host calls."""
        return self.answer(None)


def _enter_of_handling(
    function: OfHandling,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    frame[target] = function.answer(handled_at(frame, then))
    return frame, then


def _info(error: BaseException | None) -> tuple[Any, Any, None]:
    return (None, None, None) if error is None else (class_of(error), error, None)


def _last_line(error: BaseException | None) -> str:
    if error is None:
        return "NoneType: None\n"
    text = str(error)
    return f"{type_name(error)}: {text}\n" if text else f"{type_name(error)}\n"


def _format(*values: Any, **options: Any) -> list[str]:
    errors = [value for value in values if isinstance(value, BaseException)]
    return [_last_line(errors[0] if errors else None)]


def _exit(status: Any = None, /) -> None:
    raise own(SystemExit(status))


EXITS: Table = builtins_of({"exit": _exit, "quit": _exit})
"""The functions that end a program."""

SYS: Table = {"exc_info": OfHandling("exc_info", _info), "exit": EXITS["exit"]}


TABLES: dict[str, Callable[[], Table]] = {
    "contextlib": lambda: {
        "contextmanager": Builtin("contextmanager", ContextFunction),
        "suppress": Suppressed,
        "nullcontext": Null,
        "redirect_stderr": RedirectedErrors,
        "redirect_stdout": Redirected,
        **written("contextlib"),
    },
    "traceback": lambda: {
        "print_exc": OfHandling("print_exc", lambda error: None),
        "format_exc": OfHandling("format_exc", _last_line),
        **builtins_of(
            {
                "print_exception": lambda *values, **options: None,
                "format_exception": _format,
                "format_exception_only": _format,
            }
        ),
    },
    "warnings": lambda: {
        "catch_warnings": Caught,
        **builtins_of(
            {
                "filterwarnings": _filter,
                "resetwarnings": lambda: _filters().rules.clear(),
                "simplefilter": _simple_filter,
                "warn": _warn,
            }
        ),
    },
}


def _register() -> None:
    """Let the machine and the tables know these values."""
    made = (Suppressed, Null, Caught, RedirectedErrors, Redirected)
    contexts.CONTEXTS.update((Managed, *made))
    CONSTRUCTORS.update({kind: kind for kind in made})
    CALLABLE.update((ContextFunction, Managed, OfHandling))
    ENTER[OfHandling] = _enter_of_handling
    BINDERS[ContextFunction] = lambda value, instance, cls: (
        value if instance is None else Method(instance, value.__name__, value)
    )
    attributes.GETTERS[Said] = readers_of("category message")
    attributes.GETTERS[ContextFunction] = readers_of("__name__")
    named_like("_GeneratorContextManager", Managed)
    named_like("suppress", Suppressed)
    named_like("nullcontext", Null)
    named_like("redirect_stderr", RedirectedErrors)
    named_like("redirect_stdout", Redirected)
    named_like("WarningMessage", Said)
    named_like("catch_warnings", Caught)
    named_like("function", ContextFunction, OfHandling)


_register()
