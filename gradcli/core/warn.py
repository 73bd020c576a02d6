"""Warnings: what an operation has to say without failing.

This module hands a warning to whoever listens: the language, which knows the place in the program,
or Python's own ``warnings`` where there is no program. It prints nothing.
"""

from __future__ import annotations

import sys
import warnings

from gradcli.core.state import STATE

_PACKAGE = __name__.partition(".")[0]


def warn(
    message: str,
    kind: type[Warning] = UserWarning,
    *,
    code: str | None = None,
    once: bool | str = False,
) -> None:
    """Give a warning, in PyTorch's words where PyTorch gives it.

    ``code`` is the word that a diagnostic of the warning bears. A warning is shown once for each
    place that it comes from; ``once`` says that it is shown a single time, wherever it comes from,
    or of several messages that the first is, under a name that they share.
    """
    message = str.__str__(message)  # a program's class of texts has no say in it
    if once and not STATE.warn_always:
        said = once if isinstance(once, str) else message
        if said in STATE.said:
            return
        STATE.said.add(said)
    if STATE.listener is not None:
        STATE.listener(message, kind, code or _CODES.get(kind, "runtime"))
        return
    warnings.warn(message, kind, stacklevel=_stack_level())


_CODES: dict[type[Warning], str] = {
    DeprecationWarning: "deprecated",
    FutureWarning: "deprecated",
    UserWarning: "user",
}


def _stack_level() -> int:
    """Return how far up the stack the code stands that called into the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_ours(str(frame.f_globals.get("__name__"))):
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(module: str) -> bool:
    return module == _PACKAGE or module.startswith(_PACKAGE + ".")
