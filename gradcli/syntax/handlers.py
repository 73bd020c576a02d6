"""The actions of the grammar that build ``try``, ``raise`` and declarations of names.

This module knows the nodes of these statements. It is loaded by programs that have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.errors import Span
from gradcli.syntax import nodes
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import mistake
from gradcli.syntax.production import Productions, bare

production = Productions()

_Body = Sequence[nodes.Stmt]


@production
def except_(span: Span, _except: Token, *parts: Any) -> nodes.ExceptHandler:
    """Build ``except type as name``."""
    name = next((part.value for part in parts if type(part) is Token and part.type == "NAME"), None)
    *kind, body = bare(parts)
    return nodes.ExceptHandler(span, kind[0] if kind else None, name, body)


@production
def finally_(span: Span, _finally: Token, _colon: Token, body: _Body) -> nodes.Try:
    """Read a ``finally``; until ``try_`` has it, it stands in a try of its own."""
    return nodes.Try(span, (), (), (), body)


@production
def try_(span: Span, *parts: Any) -> nodes.Try:
    """Build a ``try``."""
    body, *rest = bare(parts)
    handlers = [part for part in rest if isinstance(part, nodes.ExceptHandler)]
    for handler in handlers[:-1]:
        if handler.type is None:
            word = Span(handler.span.start, handler.span.start + len("except"))
            raise mistake(word, "default 'except:' must be last", "Move it to the end.")
    last = rest[-1].finalbody if isinstance(rest[-1], nodes.Try) else ()
    orelse = next((part for part in rest if isinstance(part, list | tuple)), ())
    return nodes.Try(span, body, handlers, orelse, last)


@production
def raise_(span: Span, _raise: Token, *parts: Any) -> nodes.Raise:
    """Build ``raise exc from cause``."""
    given = bare(parts)
    return nodes.Raise(span, *given, *[None] * (2 - len(given)))


@production
def global_(span: Span, _global: Token, *names: Token) -> nodes.Global:
    """Build ``global names``."""
    return nodes.Global(span, [name.value for name in names if name.type == "NAME"])


@production
def nonlocal_(span: Span, _nonlocal: Token, *names: Token) -> nodes.Nonlocal:
    """Build ``nonlocal names``."""
    return nodes.Nonlocal(span, [name.value for name in names if name.type == "NAME"])
