"""How operators refuse their operands."""

from __future__ import annotations

from functools import partial

from gradcli.errors import OpError, op_error


def refuse(
    message: str,
    *operands: int,
    kind: type[Exception] = RuntimeError,
    code: str = "operands",
    help: str | None = None,
) -> OpError:
    """Make the error for operands that an operator does not take, for the caller to raise.

    ``operands`` are the positions of those that the message is about, the first where none is
    named.
    """
    return op_error(kind, message, code=code, operands=operands or (0,), help=help)


runtime_error = partial(refuse, code="runtime")
dtype_error = partial(refuse, code="dtype")
shape_error = partial(refuse, code="shape-mismatch")
index_error = partial(refuse, kind=IndexError, code="index")
