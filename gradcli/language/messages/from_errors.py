"""From an exception to a diagnostic: what the program did wrong, and where in its text.

This module decides which exceptions are a program's own errors. Everything else that is raised is
a defect of gradcli, and is passed on as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, Label, OpError, Span, is_final
from gradcli.language.limits import Limits, current, remedy
from gradcli.language.machine.code import LIBRARY, Frame, Globals, Site
from gradcli.language.machine.functions import Method, type_name
from gradcli.language.machine.unwind import trace_of
from gradcli.language.messages.calls import beside, calls_to, of_program, value_in
from gradcli.language.messages.owned_names import owned
from gradcli.language.names.builtins import LEFT_OUT
from gradcli.language.names.modules import help_with
from gradcli.syntax import nodes
from gradcli.syntax.walk import walk

_PROGRAM_ERRORS = (
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    NameError,
    AttributeError,
    ImportError,
    AssertionError,
    StopIteration,
    RuntimeError,
    BufferError,
    Warning,  # where Python was told to raise them
)

_MANY_ELEMENTS = 8

_ANYWHERE = (RecursionError, MemoryError)
"""What the host raises wherever it happens to be, though the program is the cause."""

_CODES: dict[type, str] = {
    NameError: "undefined-name",
    AttributeError: "attribute",
    ImportError: "import",
    RecursionError: "recursion",
    AssertionError: "assertion",
    ZeroDivisionError: "zero-division",
    IndexError: "index",
    KeyError: "key",
    MemoryError: "memory",
    TypeError: "type",
    ValueError: "value",
}


def located(error: BaseException, frame: Frame, site: Site) -> BaseException:
    """Return the error to raise for one that a step or an end raised."""
    if isinstance(error, GradcliError):
        return called_from(error, frame, site)
    if not isinstance(error, Exception) or is_hosts(error):
        return error
    found = diagnosed(error, frame, site, calls_to(frame))
    if not is_programs(error):
        help = "gradcli has no words of its own for this; --debug shows where it came up"
        found = found._replace(code="unforeseen", help=help)
    return GradcliError(found)


def diagnosed(
    error: BaseException, frame: Frame, site: Site, calls: Sequence[nodes.Node]
) -> Diagnostic:
    """Return what is to be said of an error, and of the calls that led there."""
    frame, site = of_program(frame, site)
    source, filename = frame.code.text
    labels, help = (beside(ask, error, frame, site) for ask in (_labels, _help))
    if isinstance(error, OpError) and error.code == "no-graph" and site.node is not None:
        from gradcli.language.messages import lost  # costs what only this mistake should cost

        found = lost.explain(frame, site.node, _element(error))
        if found is not None:
            help, place = found
            labels = (*(labels or ()), Label(place))
    return Diagnostic(
        code=_code(error),
        message=_message(error, frame, site),
        kind=_kind(error),
        labels=labels or (),
        help=help,
        calls=tuple(map(_called, calls)),
        source=source,
        filename=filename,
    )


def _element(error: BaseException) -> int:
    """Return which of several tensors a message counts out, as "element 1 of tensors"."""
    number = str(error).split()[1]
    return int(number) if number.isdecimal() else 0


def called_from(error: GradcliError, frame: Frame, site: Site) -> GradcliError:
    """Add the calls that lead to a nested run which ended with an error."""
    diagnostic = error.diagnostic
    frame, site = of_program(frame, site)
    from_clock = diagnostic.code == "limit" and not diagnostic.source
    if from_clock or diagnostic.filename == LIBRARY:
        source, filename = frame.code.text
        node = _place(frame, site)
        labels = () if node is None else (Label(primary_span(node, source)),)
        placed = diagnostic._replace(labels=labels, source=source, filename=filename)
        return GradcliError(placed._replace(calls=tuple(_call_sites(frame))))
    if diagnostic.source != frame.code.text[0]:
        return error
    calls = (*_call_sites(frame), *_entry(frame, site, diagnostic.span), *diagnostic.calls)
    return GradcliError(diagnostic._replace(calls=calls))


def _entry(frame: Frame, site: Site, place: Span) -> list[Span]:
    """Return what was called to begin a nested run; code inside that call needs no mention.

    Nor does the target of a comprehension, where that goes on to the next item.
    """
    goes_on = frame.code.inline and isinstance(site.node, (nodes.Name, nodes.Tuple))
    if site.node is None or goes_on:
        return []
    span = site.node.span
    return [] if span.start <= place.start and place.end <= span.end else [_called(site.node)]


def is_programs(error: Exception) -> bool:
    """Tell whether an exception is known to be the program's own error.

    Any other ends the program as well, with a code that says that nobody thought of it.
    """
    if isinstance(error, (OpError, *_ANYWHERE)):
        return True
    if not isinstance(error, _PROGRAM_ERRORS) or error.__traceback__ is None:
        return False
    return _raised_in(error.__traceback__).startswith(_OF_PROGRAMS)


_OF_PROGRAMS = (
    *("gradcli.language", "gradcli.distributions.", "gradcli.nn."),
    *("gradcli.optim.", "gradcli.transforms.checkpoint", "gradcli.utils."),
)
"""Where what a program gave is used as it is, so that the host's errors are about it."""


def is_hosts(error: Exception) -> bool:
    """Tell whether an error comes from code of whoever runs the program, as what takes its text."""
    module, traceback = "gradcli", error.__traceback__
    while traceback is not None:
        module, traceback = traceback.tb_frame.f_globals.get("__name__", ""), traceback.tb_next
    innermost = str(module).partition(".")[0]
    if isinstance(error, OSError) and not isinstance(error, OpError):
        return True
    known = innermost in _LIBRARIES or innermost in sys.stdlib_module_names
    return not known and not isinstance(error, (OpError, *_ANYWHERE))


_LIBRARIES = ("gradcli", "numpy", "scipy", "ml_dtypes")


def _raised_in(traceback: TracebackType | None) -> str:
    """Return the module of gradcli that raised, or that called the library which did."""
    innermost = ""
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__"))
        innermost = module if f"{module}.".startswith("gradcli.") else innermost
        traceback = traceback.tb_next
    return innermost


def _kind(error: BaseException) -> str:
    if isinstance(error, OpError):
        return error.kind
    kinds = [kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"]
    return "RuntimeError" if kinds[0] == "Exception" else kinds[0]


def _code(error: BaseException) -> str:
    if isinstance(error, OpError) and error.code != OpError.code:
        return error.code
    return next((_CODES[kind] for kind in type(error).__mro__ if kind in _CODES), "runtime")


def _message(error: BaseException, frame: Frame, site: Site) -> str:
    if isinstance(error, RecursionError):
        return "maximum recursion depth exceeded"
    return worded(text_of(error), error, frame, site)


def worded(message: str, error: BaseException, frame: Frame, site: Site) -> str:
    """Put the names of the language in a message in the place of those in the host."""
    if isinstance(error, TypeError) and not isinstance(error, OpError):
        from gradcli.language.messages.wrong_calls import renamed  # for programs that go wrong

        message = renamed(message, frame, site)
    return owned(message, error, frame, site)


def text_of(error: BaseException) -> str:
    """Return the text of an exception, as Python does where it has none."""
    try:
        text = str.__str__(str(error))  # of the host, whatever a class of the program returns
    except BaseException as failed:  # of a huge integer, of a list in a list, or the program's own
        if is_final(failed) or (trace_of(failed) is None and not isinstance(failed, Exception)):
            raise
        return "<exception str() failed>"
    return text or ("not enough memory" if isinstance(error, MemoryError) else "")


def _call_sites(frame: Frame) -> Iterator[Span]:
    """Yield the calls that lead to a frame, outermost first."""
    return map(_called, calls_to(frame))


def _called(site: nodes.Node) -> Span:
    """Return what a call calls."""
    return site.func.span if isinstance(site, nodes.Call) else site.span


# Labels


def _labels(error: BaseException, frame: Frame, site: Site) -> tuple[Label, ...]:
    if (node := _place(frame, site)) is None:
        return ()
    if isinstance(error, NameError) and type(error.name) is str:
        node = _find_name(node, error.name)
    source = frame.code.text[0]
    if isinstance(node, nodes.Subscript) and isinstance(error, LookupError):
        node = node.index
    primary = Label(node.span if site.tested else primary_span(node, source))
    if not isinstance(error, OpError):
        return (primary,)
    # In a loop, what an error is about may have happened where it is now raised.
    said = next((text for piece, text in error.places if piece is site.node), "")
    operands = list(_operands(frame, site))
    wanted = [operands[i] for i in error.operands if i < len(operands)]
    if error.layers and isinstance(node, nodes.Call) and site.operands:
        from gradcli.language.messages.layers import failed_layer  # for programs with models

        failed = failed_layer(error, value_in(frame, site.operands[0]))
        if failed is not None:
            tensors = [o for o in operands if isinstance(o[1], Tensor)]
            wanted = [] if failed.path else wanted or tensors
            said = said or failed.text([describe(v, error.code) for v in failed.given])
    if not wanted and error.code == "shape-mismatch":
        wanted = _elements(operands)
    labels = [Label(n.span, describe(value, error.code)) for n, value in wanted]
    further = tuple(places(error, frame.code.module, source, node))
    if labels and labels[0].span == primary.span:
        return (*labels, *further)
    return (Label(primary.span, said or (_operator(node) if labels else "")), *labels, *further)


def _place(frame: Frame, site: Site) -> nodes.Node | None:
    """Return what a step is for; of one that only counts, what the program did last."""
    last, module = STATE.source, frame.code.module
    if site.node is not None or not isinstance(last, nodes.Node) or module is None:
        return site.node
    return last if any(node is last for node in walk(module)) else None


def _elements(operands: list[tuple[nodes.Node, Any]]) -> list[tuple[nodes.Node, Any]]:
    """Return the tensors of a list that is written out as the first argument, as of ``cat``."""
    node, values = operands[0] if operands else (None, None)
    if not isinstance(node, (nodes.List, nodes.Tuple)) or not isinstance(values, (list, tuple)):
        return []
    if len(node.elements) != len(values) or len(values) > _MANY_ELEMENTS:
        return []
    return list(zip(node.elements, values, strict=True))


def places(
    error: OpError, module: nodes.Module | None, source: str, here: nodes.Node | None
) -> Iterator[Label]:
    """Yield a label for each piece of a program that an error names beside its own place."""
    wanted = {id(piece): text for piece, text in error.places if piece is not here}
    for node in walk(module) if module is not None and wanted else ():
        if id(node) in wanted:
            yield Label(primary_span(node, source), wanted[id(node)])


def _operator(node: nodes.Node) -> str:
    """Return PyTorch's name for the operator that a node is written with."""
    if not isinstance(node, (nodes.BinOp, nodes.AugAssign, nodes.Compare)):
        return ""
    sign = node.ops[0] if isinstance(node, nodes.Compare) else node.op
    in_place = "_" * isinstance(node, nodes.AugAssign)
    return next((op.name + in_place for op in OPS.values() if op.infix == sign), "")


def _find_name(node: nodes.Node, name: str) -> nodes.Node:
    """Return where inside a node a name is read."""
    for inner in walk(node):
        if isinstance(inner, nodes.Name) and inner.id == name:
            return inner
    return node


def primary_span(node: nodes.Node, source: str) -> Span:
    """Return the part of a node that stands for what it does."""
    if isinstance(node, (nodes.BinOp, nodes.AugAssign)):
        return node.op_span
    if isinstance(node, nodes.UnaryOp):
        return Span(node.span.start, node.span.start + len(node.op))
    if isinstance(node, nodes.Compare):
        return _between(node.left.span.end, node.ops[0], node.comparators[0].span.start, source)
    if isinstance(node, nodes.Call):
        func = node.func
        return func.name_span if isinstance(func, nodes.Attribute) else func.span
    if isinstance(node, nodes.Attribute):
        return node.name_span
    return node.span


def _between(start: int, sign: str, end: int, source: str) -> Span:
    """Return where an operator stands between its operands, among brackets and blanks."""
    words = sign.split()
    first = source.find(words[0], start, end)
    last = source.rfind(words[-1], start, end)
    return Span(first, last + len(words[-1])) if 0 <= first <= last else Span(start, end)


def _operands(frame: Frame, site: Site) -> Iterator[tuple[nodes.Node, Any]]:
    """Yield the nodes and values that an operator was given, the receiver of a method first."""
    node = site.node
    values = [value_in(frame, register) for register in site.operands]
    if site.tested and node is not None:
        yield node, values[0]
    elif isinstance(node, nodes.Call):
        if values and isinstance(values[0], Method) and isinstance(node.func, nodes.Attribute):
            yield node.func.value, values[0].value
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        yield from zip(arguments, values[1:], strict=False)
    else:
        yield from zip(_children(node), values, strict=False)


def _children(node: nodes.Node | None) -> list[nodes.Node]:
    if isinstance(node, nodes.BinOp):
        return [node.left, node.right]
    if isinstance(node, nodes.AugAssign):
        return [node.target, node.value]
    if isinstance(node, nodes.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, nodes.UnaryOp):
        return [node.operand]
    if isinstance(node, nodes.Subscript):
        return [node.value, node.index]
    if isinstance(node, nodes.Attribute):
        return [node.value]
    return []


def describe(value: Any, code: str = "") -> str:
    """Say what a value is, in a few words."""
    if not isinstance(value, Tensor) or not value.known:
        return type_name(value)
    shape = f"shape {tuple(value.shape)}"
    named = "dtype" in code or value.dtype is not STATE.default_dtype
    return f"{shape}, {value.dtype.name}" if named else shape


# Help


def _help(error: BaseException, frame: Frame, site: Site) -> str | None:
    for kind, limit in _SET.items():
        if isinstance(error, kind) and getattr(current(), limit) != getattr(Limits(), limit):
            return remedy(limit)
    if isinstance(error, OpError):
        return error.help or _advice(error, frame, site)
    if isinstance(error, NameError) and type(name := error.name) is str:
        if name in LEFT_OUT:
            return f"the language leaves out Python's `{name}`"
        return help_with(name, _visible(frame), f"torch.{name}")
    if isinstance(error, TypeError) and _is_power(site.node):
        return "`^` is exclusive or; the power operator is `**`"
    return _advice(error, frame, site)


def _advice(error: BaseException, frame: Frame, site: Site) -> str | None:
    from gradcli.language.messages.advice import advice, transposed  # for programs that go wrong

    node = site.node
    values = [value_in(frame, register) for register in site.operands]
    fits = isinstance(error, OpError) and error.code == "shape-mismatch"
    if fits and (said := transposed(node, values, frame.code.text[0])):
        return said
    source, start = frame.code.text[0], 0 if node is None else node.span.start
    line = source[source.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return advice(text_of(error), node, values, line)


_SET = {MemoryError: "max_memory", RecursionError: "max_depth"}
"""The limits that the host notices, by its error; what to set is said where they are set."""


def _is_power(node: nodes.Node | None) -> bool:
    return isinstance(node, (nodes.BinOp, nodes.AugAssign)) and node.op == "^"


def _visible(frame: Frame) -> Iterator[str]:
    """Yield every name that a frame can read."""
    scope: Frame | None = frame
    while scope is not None:
        yield from (name for name in scope if isinstance(name, str) and name.isidentifier())
        if isinstance(scope, Globals):
            yield from scope.builtins
        scope = scope.outer
