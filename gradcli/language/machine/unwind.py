"""Exceptions on the machine: which frame handles one, and what is known of where it came from.

An exception of a program is an exception of the host, of a class that programs know. What belongs
to it besides is in a ``Trace``, so that nothing of the host's own records is ever shown or kept.
What must end a program whatever it says (limits, interruptions, defects) is handled by no frame.
"""

from __future__ import annotations

from typing import Any, NoReturn

from gradcli.errors import GradcliError, OpError, is_final
from gradcli.language.machine.code import Block, Frame, Next, Region, Site, later
from gradcli.language.machine.functions import NATIVES, Object, host_callable
from gradcli.language.machine.objects import Class, class_of
from gradcli.syntax import nodes

_TRACE = "gradcli_trace"
_LONGEST = 100  # a chain of causes is followed so far


class Trace:
    """What is known of an exception.

    ``error`` is what was raised first, at ``site`` of ``frame``, with the values of its operands
    and the calls that led there; ``hops`` are the places in outer runs that it passed.
    ``attributes`` are those that the program gave it. ``fresh`` tells that it was just raised, and
    ``crossing`` that it is on its way from one run to the one outside.
    """

    __slots__ = (
        "attributes",
        "calls",
        "cause",
        "context",
        "crossing",
        "error",
        "frame",
        "fresh",
        "hops",
        "notes",
        "site",
        "suppress",
        "values",
    )

    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}
        self.calls: tuple[nodes.Node, ...] | None = None
        self.cause: BaseException | None = None
        self.context: BaseException | None = None
        self.suppress = False
        self.crossing = False
        self.fresh = True
        self.error: BaseException | None = None
        self.frame: Frame | None = None
        self.site = Site(None)
        self.values: dict[Any, Any] = {}
        self.hops: list[tuple[Frame, Site]] = []
        self.notes: list[str] | None = None

    def __deepcopy__(self, memo: object) -> Trace:
        return Trace()  # a copy was never raised


def trace_of(error: BaseException) -> Trace | None:
    """Return what is known of an exception, if it is a program's."""
    found: Trace | None = vars(error).get(_TRACE)
    return found


def own(error: BaseException) -> BaseException:
    """Make an exception the program's own."""
    if trace_of(error) is None:
        vars(error)[_TRACE] = Trace()
    return error


def known(error: BaseException) -> Trace:
    """Return what is known of an exception of a program."""
    trace: Trace = vars(own(error))[_TRACE]
    return trace


def _messages() -> Any:
    """Return what knows the words for errors, which programs that fail load."""
    return later("from_errors")


# Which frame goes on


def unwind(machine: Any, error: BaseException, frame: Frame, block: Block, site: Site) -> Next:
    """Return where the program goes on after an error, or raise what ends it."""
    if machine.ended is not None:  # which something has swallowed
        error = machine.ended
    value = _value(error, frame, site)
    if value is None:
        machine.reserve = None
        machine.ended = error  # from here on, nothing of the program runs any more
        machine.pause = 0
        raised = _ended(error, frame, site)
        machine.ended = raised if is_final(raised) else None  # a checkpoint goes on after its own
        if raised is error:
            raise error
        foreseen = getattr(raised, "code", "") != "unforeseen"
        raise raised from None if foreseen else error
    trace = known(value)
    if trace.fresh:
        trace.fresh = False
        _chain(trace, value, _handled(frame, block.region))
    inner: Frame | None = frame
    around: Block | None = block
    while inner is not None:
        region = around.region if around is not None else None
        while region is not None and region.handler is None:
            region = region.outer
        if region is not None:
            inner[region.register] = value
            return inner, region.handler
        around = inner.block
        leave = getattr(inner, "rest", None)
        if leave is None:
            inner = inner.caller
        else:
            calls_of(known(value))
            value = past_generator(value)
            inner = leave(None)
    if machine.runs > 1:
        known(value).crossing = True
        raise value
    machine.reserve = None
    ending: GradcliError = later("uncaught").uncaught(value)
    raise ending from None


def _ended(error: BaseException, frame: Frame, site: Site) -> BaseException:
    """Leave the frames of a run for an error that no program handles; return what to raise."""
    raised: BaseException = _messages().located(error, frame, site)
    inner: Frame | None = frame
    while inner is not None:
        while inner.contexts:
            context = inner.contexts.pop()
            if not hasattr(context, "leave_with"):
                context.__exit__(None, None, None)
        inner = inner.caller
    return raised


def past_generator(value: BaseException) -> BaseException:
    """Return what a generator raises that was left by an exception."""
    if not isinstance(value, StopIteration):
        return value
    error = own(RuntimeError("generator raised StopIteration"))
    before, after = known(value), known(error)
    after.error, after.frame, after.site = error, before.frame, before.site
    after.calls, after.values, after.fresh = before.calls, before.values, False
    after.cause = after.context = value
    after.suppress = True
    return error


# From what was raised to what a program handles


def _value(error: BaseException, frame: Frame, site: Site) -> BaseException | None:
    """Return the exception of the program that an error is, if it is one."""
    trace = trace_of(error)
    if trace is None:
        if not _is_programs(error):
            return None
        error = _plain(error, frame, site)
        trace = known(error)
    if trace.frame is None:
        trace.error = error if trace.error is None else trace.error
        trace.frame, trace.site = frame, site
        trace.values = {operand: dict.get(frame, operand) for operand in site.operands}
    elif trace.crossing:
        trace.hops.append((frame, site))
        trace.fresh = trace.context is None
    trace.crossing = False
    error.__traceback__ = error.__context__ = error.__cause__ = None
    return error


def _is_programs(error: BaseException) -> bool:
    if isinstance(error, OpError):
        return not is_final(error)
    if not isinstance(error, Exception) or isinstance(error, RecursionError) or is_final(error):
        return False
    messages = _messages()
    return bool(messages.is_programs(error) and not messages.is_hosts(error))


def _plain(error: BaseException, frame: Frame, site: Site) -> BaseException:
    """Return an exception of a class that programs know, with the message that they get."""
    later("exceptions")  # the classes that programs know
    assert isinstance(error, Exception)
    kind = type(error)
    args = error.args
    if len(args) == 1 and isinstance(args[0], str):
        args = (_messages().worded(args[0], error, frame, site),)
    if kind not in NATIVES or args != error.args:
        kind = next(base for base in kind.__mro__ if base in NATIVES)
        plain = kind(*args)
        if isinstance(error, (NameError, AttributeError, ImportError)):
            plain.name = error.name  # type: ignore[attr-defined]
        known(plain).error = error
        error.__traceback__ = error.__context__ = error.__cause__ = None
        return plain
    return own(error)


def calls_of(trace: Trace) -> tuple[nodes.Node, ...]:
    """Return the calls that led to where an exception was raised, outermost first.

    They are read off the frames once they are asked for, or a generator among them is left.
    """
    if trace.calls is None:
        trace.calls = tuple(later("calls").calls_to(trace.frame))
    return trace.calls


# What is being handled


def _handled(frame: Frame | None, region: Region | None) -> BaseException | None:
    """Return the exception that a frame, or one that called it, is handling."""
    while frame is not None:
        while region is not None:
            value = None if region.handled is None else dict.get(frame, region.handled)
            if isinstance(value, BaseException):
                return value
            region = region.outer
        region = frame.block.region if frame.block is not None else None
        frame = frame.caller
    return None


def _chain(trace: Trace, value: BaseException, context: BaseException | None) -> None:
    """Note which exception was being handled when another was raised."""
    if context is None or context is value:
        return
    trace.context = context
    link: BaseException | None = context
    for _ in range(_LONGEST):  # no exception is its own context
        inner = None if link is None else trace_of(link)
        if inner is None:
            return
        if inner.context is value:
            inner.context = None
        link = inner.context


def handled_at(frame: Frame, block: Block) -> BaseException | None:
    """Return the exception that a block is there to handle."""
    return _handled(frame, block.region)


def reraise(frame: Frame, block: Block) -> NoReturn:
    """Raise what is being handled once more."""
    value = _handled(frame, block.region)
    if value is None:
        raise own(RuntimeError("No active exception to reraise"))
    raise value


# Values that are exceptions, and classes of them


def is_exception_class(kind: Any) -> bool:
    """Tell whether a value is a class of exceptions."""
    if isinstance(kind, Class):
        return issubclass(kind.native, BaseException)
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        return False
    later("exceptions")  # which fills the table
    return kind in NATIVES


def exception_of(kind: Any, value: Any = None, what: str = "exceptions must") -> BaseException:
    """Return an exception, given one or its class, or raise what Python raises."""
    if isinstance(kind, BaseException):
        return own(kind)
    if not is_exception_class(kind):
        raise own(TypeError(f"{what} derive from BaseException"))
    made = host_callable(kind)(*([] if value is None else [value]))
    if not isinstance(made, BaseException):
        raise own(
            TypeError(
                f"calling {kind!r} should have returned an instance of BaseException, not "
                f"{class_of(made)!r}"
            )
        )
    return own(made)


def matches(error: BaseException, kinds: Any) -> bool:
    """Tell whether an ``except`` of some classes takes an exception."""
    if kinds.__class__ is type and kinds is error.__class__:
        return True
    wanted = kinds if isinstance(kinds, tuple) else (kinds,)
    for kind in wanted:
        if not is_exception_class(kind):
            message = "catching classes that do not inherit from BaseException is not allowed"
            raise own(TypeError(message))
    own_class = class_of(error)
    mro = own_class.mro if isinstance(error, Object) else own_class.__mro__
    return any(kind in mro for kind in wanted)
