"""The operator table as plain data for a reader: what each operator is called, is and gives.

This module knows the table. It does not know how any format shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import NamedTuple

import gradcli.ops  # noqa: F401  (fills the table)
from gradcli.answers.rule_texts import Derivative, derivatives_of
from gradcli.core.table import NAMESPACES, OPS
from gradcli.errors import Diagnostic
from gradcli.language.messages.suggest import nearest
from gradcli.language.names.absent import ABSENT
from gradcli.language.run import Session
from gradcli.operators.op import Op

_PREFIXES = {"Tensor": "x", "attribute": "x", "in-place": "x", "F": "F", "torch": "torch"}


class Entry(NamedTuple):
    """One operator; ``node`` is None where the graph shows none of its own.

    ``example`` is a program and its inputs, as ``NAME=VALUE``; it is empty where there is none.
    """

    name: str
    signature: str
    description: str
    kind: str
    spellings: tuple[str, ...]
    node: str | None
    derivatives: tuple[Derivative, ...]
    example: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Return the first line of the description."""
        return self.description.partition("\n")[0]


def entries() -> list[Entry]:
    """Return an entry for every operator that a program can call, by name."""
    public = [op for op in OPS.load_all().values() if op.where]
    return sorted(map(_entry, public), key=lambda entry: (entry.name.lower(), entry.signature))


def select(
    patterns: tuple[str, ...], warn: Callable[[Diagnostic], object]
) -> tuple[list[Entry], list[str]]:
    """Return the entries that patterns name, all without any, and the patterns that name none.

    A pattern is an operator's name, any of its spellings, the name of its node, or one of those
    with ``*`` and ``?``. ``warn`` takes warnings of plug-ins that are loaded.
    """
    with Session(warn=warn):
        known = entries()
    if not patterns:
        return known, []
    found = [
        entry
        for entry in known
        if any(fnmatchcase(name, pattern) for pattern in patterns for name in _names(entry))
    ]
    missing = [
        pattern
        for pattern in patterns
        if not any(fnmatchcase(name, pattern) for entry in known for name in _names(entry))
    ]
    return found, missing


def _names(entry: Entry) -> set[str]:
    names = {entry.name, *entry.spellings}
    names |= {spelling.removeprefix("torch.") for spelling in entry.spellings}
    return names | set(map(_last, names)) | set((entry.node or "").split(", "))


def _entry(op: Op) -> Entry:
    return Entry(
        op.parameters.name,  # without the underscore of a second operator of the name
        op.signature,
        " ".join(op.doc.split()),
        _kind(op),
        _spellings(op),
        _node(op),
        derivatives_of(op),
        op.example,
    )


def _node(op: Op) -> str | None:
    """Return the name of the operator's node, or its names where it has several forms."""
    if not op.differentiable:
        return None
    forms = op.label if isinstance(op.label, tuple) else (op.label,)
    names = [form if isinstance(form, str) else form() for form in forms]
    return ", ".join(dict.fromkeys(names))


def _kind(op: Op) -> str:
    """Return what kind of operator it is, in a word that says where its derivative comes from."""
    if op.composite:
        return "composite"
    if op.creation:
        return "creation"
    if not op.differentiable:
        return "constant"
    if op.view:
        return "view"
    if op.linear:
        return "linear"
    return "elementwise" if op.broadcasts else "general"


def _spellings(op: Op) -> tuple[str, ...]:
    found: list[str] = []
    for namespace in NAMESPACES:
        prefix = _PREFIXES.get(namespace, f"torch.{namespace}")
        names = op.names_in(namespace)
        if namespace != "in-place":
            found += [f"{prefix}.{name}" for name in names]
        if op.inplace is not None and namespace in ("Tensor", "in-place"):
            found += [f"x.{name}_" for name in names]
    return tuple(found + ([op.infix] if op.infix and not op.infix.isalpha() else []))


def why_missing(pattern: str) -> str:
    """Say that no operator has a name, why that is if it is known, and which is nearest."""
    reason = next((why for name, why in ABSENT.items() if pattern in (name, _last(name))), None)
    if reason is not None:
        return f"{pattern} is left out: {reason}"
    near = nearest(pattern.rpartition(".")[2], {_last(n) for e in entries() for n in _names(e)})
    return f"there is no operator {pattern!r}" + (f"; {near}" if near else "")


def _last(name: str) -> str:
    return name.rpartition(".")[2]
