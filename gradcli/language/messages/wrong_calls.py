"""What Python and PyTorch say of a call with the wrong arguments.

Python's functions are called in the same way, with placeholders and on an empty value: what does
not fit is refused before anything is done. Nothing of the program is passed.
"""

from __future__ import annotations

import builtins
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import MethodDescriptorType, WrapperDescriptorType
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.language.machine.code import Frame, Site
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, Method
from gradcli.language.messages.calls import value_in
from gradcli.language.messages.methods import OWN_BASES, of_tensor, owner
from gradcli.language.names.builtins import BUILTINS, OF_PYTHON
from gradcli.syntax import nodes

_EMPTY: dict[type, Callable[[], Any]] = {
    kind: kind
    for kind in (
        *(bool, bytes, complex, dict, float, frozenset, int, list, set, str, tuple),
        *(Counter, OrderedDict, defaultdict, deque),
    )
} | {range: partial(range, 0)}
"""What makes empty values, a new one for each call, as some calls do fit and put something in."""

_ACTING = frozenset({"breakpoint", "exit", "help", "input", "print", "quit"})
"""The functions that do something, which nothing but the program's own call may begin."""

_COUNTED = re.compile(
    "takes|expected|missing|needs an|exactly|at least|keyword|multiple positional"
)
"""What tells messages about how many arguments there are, and of which names, from others."""


class _Placeholder:
    """Stands for an argument."""


def renamed(message: str, frame: Frame, site: Site) -> str:
    """Put a function's name in the language in the place of its name in the host."""
    if not (site.operands and isinstance(site.node, nodes.Call)):  # none by the library
        return message
    callee = value_in(frame, site.operands[0])
    if (said := _python_says(callee, site.node)) is not None:
        return said
    name, function = "", None
    if isinstance(callee, type):
        if callee.__module__.startswith(OWN_BASES):
            _, init, rest = message.partition(".__init__()")
            return f"{callee.__qualname__}{init}{rest}" if init else message
        name, function = callee.__name__, CONSTRUCTORS.get(callee)
    elif isinstance(callee, Builtin):
        name, function = callee.name, callee.function
    elif isinstance(callee, Method):
        name, function = f"{owner(callee)}.{callee.name}", callee.function
    hosts = (getattr(function, "__qualname__", ""), f"_{name}", f"Guards.{name}")
    in_host = next((f"{host}()" for host in hosts if message.startswith(f"{host}()")), "")
    if not (in_host and name):
        return message
    if isinstance(callee, Method) and isinstance(callee.value, Tensor):
        return of_tensor(callee.name, message.removeprefix(in_host))
    return f"{name}()" + message.removeprefix(in_host)


def _python_says(callee: Any, call: nodes.Call) -> str | None:
    """Return Python's message for a call whose arguments do not fit; None where it has none."""
    function = _of_python(callee)
    starred = any(isinstance(arg, nodes.Starred) for arg in call.args)
    names = [keyword.name for keyword in call.keywords]
    if function is None or starred or None in names:
        return None
    filler = _Placeholder()
    given: list[Any] = [filler] * len(call.args)
    if given and isinstance(callee, Builtin) and callee.kind is not None:
        given[0] = _EMPTY[callee.kind]()
    try:
        function(*given, **dict.fromkeys(map(str, names), filler))
    except TypeError as refused:
        text = str(refused)
        of_values = _Placeholder.__name__ in text or _COUNTED.search(text) is None
        return None if of_values else text
    except Exception:  # of what the placeholder is
        return None
    return None


def _of_python(callee: Any) -> Callable[..., Any] | None:
    """Return the function of the host that a value of the language stands for."""
    if isinstance(callee, type):
        return callee if callee in _EMPTY else None
    if isinstance(callee, Method):
        kind = next((kind for kind in type(callee.value).__mro__ if kind in _EMPTY), None)
        return None if kind is None else _member(kind, callee.name, _EMPTY[kind]())
    if not isinstance(callee, Builtin):
        return None
    if callee.kind is not None:
        return _member(callee.kind, callee.name, None) if callee.kind in _EMPTY else None
    name = callee.name
    own = callee is BUILTINS.get(name) or callee is OF_PYTHON.get(name)
    return vars(builtins)[name] if own and name not in _ACTING else None


def _member(kind: type, name: str, receiver: Any) -> Callable[..., Any] | None:
    raw = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    if isinstance(raw, MethodDescriptorType | WrapperDescriptorType):
        return raw if receiver is None else partial(raw, receiver)  # it names its class
    found: Callable[..., Any] | None = None if raw is None else raw.__get__(receiver, kind)
    return found
