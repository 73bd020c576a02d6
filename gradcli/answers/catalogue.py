"""The operator table as plain data for a reader: what each operator is called, is and gives.

This module knows the table. It does not know how any format shows it.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import NamedTuple

import gradcli.ops  # noqa: F401  (fills the table)
from gradcli.answers.differing import DIFFERING
from gradcli.answers.formulas import formulas_of, is_readable
from gradcli.answers.rule_texts import Derivative
from gradcli.core.node import Node
from gradcli.core.table import NAMESPACES, OPS
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.messages.suggest import meant, nearest
from gradcli.language.names.absent import ABSENT
from gradcli.language.run import Session
from gradcli.operators.op import Op

_PREFIXES = {"Tensor": "x", "attribute": "x", "in-place": "x", "F": "F", "torch": "torch"}


class Entry(NamedTuple):
    """One operator; ``node`` is None where the graph shows none of its own, ``op`` of a node alone.

    ``example`` is a program and its inputs, as ``NAME=VALUE``; it is empty where there is none.
    ``family`` is what the operators that it is declared with have in common, ``differs`` says what
    is not as in PyTorch.
    """

    name: str
    signature: str
    description: str
    kind: str
    spellings: tuple[str, ...]
    node: str | None
    op: Op | None
    example: tuple[str, ...]
    family: str = ""
    differs: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """Return the first line of the description."""
        return self.description.partition("\n")[0]

    @property
    def derivatives(self) -> tuple[Derivative, ...]:
        """Return how gradients pass the operator, which takes a look at its source."""
        return () if self.op is None else formulas_of(self.op)


def entries() -> list[Entry]:
    """Return an entry for every operator that a program can call, by name."""
    public = [op for op in OPS.load_all().values() if op.where]
    return sorted(map(_entry, public), key=lambda entry: (entry.name.lower(), entry.signature))


class Part(NamedTuple):
    """A node that a composite makes, and how gradients pass it."""

    node: str
    derivatives: tuple[Derivative, ...]


def part_of(node: Node) -> Part:
    """Return what a node of a graph is; formulas in names of a declaration's own are left out."""
    rows = formulas_of(OPS[node.op.name]) if node.op is not None else ()
    return Part(node.label, tuple(row for row in rows if is_readable(row.formula)))


class Selection(NamedTuple):
    """The entries that words stand for, and the words that stand for none.

    ``named`` tells that words were names; else they were looked for in the descriptions.
    """

    found: list[Entry]
    missing: list[str]
    named: bool


def select(words: tuple[str, ...], warn: Callable[[Diagnostic], object]) -> Selection:
    """Return the entries that words name or, where they name none, describe; all without any.

    A word is an operator's name, any of its spellings, the name of a node, or one of those with
    ``*`` and ``?``. ``warn`` takes warnings of plug-ins that are loaded.
    """
    with Session(warn=warn):
        known = entries()
    if not words:
        return Selection(known, [], False)
    named = {word: _named(word, known) for word in words}
    missing = [word for word, found in named.items() if not found]
    if not missing:
        wanted = {entry for found in named.values() for entry in found}
        others = sorted(wanted.difference(known))  # nodes that are no operator's own
        return Selection([entry for entry in known if entry in wanted] + others, [], True)
    if any(map(_reason, words)) or not all(map(str.strip, words)):
        return Selection([], missing, True)
    text = " ".join(words).lower().split()
    found = [entry for entry in known if all(map(entry.description.lower().__contains__, text))]
    return Selection(found, [] if found else missing, False)


def _named(word: str, known: list[Entry]) -> list[Entry]:
    word = _shortened(word)
    found = [entry for entry in known if word in _names(entry)]  # as ``*``, which is a sign as well
    found = found or [e for e in known if any(fnmatchcase(name, word) for name in _names(e))]
    if not found and (_NODE.fullmatch(word) or word in _NODES):
        return _of_node(word, known)
    low = word.lower()
    return found or [entry for entry in known if low in map(str.lower, _names(entry))]


_ARGUMENTS = re.compile(r"(?<=\w)\([\w, =]*\)$")
_LONGER = {"nn.functional.": "F.", "Tensor.": "x."}
"""Modules and classes as programs write them, and as spellings do."""


def _shortened(word: str) -> str:
    """Return a spelling without what a program may write around it: ``torch.Tensor.sum(x)``."""
    word = _ARGUMENTS.sub("", word.strip())
    rest = word.removeprefix("torch.")
    for longer, short in _LONGER.items():
        if rest.startswith(longer):
            return short + rest.removeprefix(longer)
    return word


# Nodes

_NODE = re.compile(r"([A-Z]\w*?)Backward\d*(_copy)?")
_NODES = {
    "AccumulateGrad": "The end of a path: adds the gradient that arrives to the grad of a leaf.",
    "CopySlices": "A part of a tensor was overwritten: the gradient of that part goes to what was "
    "written, that of the rest to the tensor as it was before.",
    "BackwardHookFunctionBackward": "The place of a module's backward hooks in the graph.",
    "Error": "An operator whose derivative cannot be differentiated once more.",
    "SliceBackward0": "A slice, as x[1:3]: its gradient is zeros with g at the slice.",
    "NotImplemented": "An operator that PyTorch records but cannot differentiate.",
}
_MADE_BY = {
    "MaxPool2DWithIndices": "max_pool2d",
    "MaxPool3DWithIndices": "max_pool3d",
    "ReflectionPad": "pad",
    "ReplicationPad": "pad",
    "Upsample": "interpolate",
    "ToCopy": "to",
    "Trilinear": "bilinear",
    "Split": "split",
    "RreluWithNoise": "rrelu",
}
"""Operators whose nodes have names of their own, by what those begin with."""


def _of_node(word: str, known: list[Entry]) -> list[Entry]:
    """Return what makes a node: an operator under another overload, its composite, or a part."""
    if word in _NODES:
        return [_node_entry(word, _NODES[word])]
    match = _NODE.fullmatch(word)
    stem = match[1] if match else word
    maker = next((name for start, name in _MADE_BY.items() if stem.startswith(start)), None)
    same = [entry for entry in known if entry.name == maker or stem in _stems(entry)]
    if same:
        return same
    for op in OPS.load_all().values():
        if stem in map(_stem, _labels(op)) and not op.where:
            made_by = _spelled_in(stem, known)
            return made_by or [_entry(op)._replace(name=word, signature=word, spellings=())]
    return _spelled_in(stem, known)


def _spelled_in(stem: str, known: list[Entry]) -> list[Entry]:
    """Return the operators with the longest name that a node's name begins or ends with."""
    found: dict[str, list[Entry]] = {}
    for entry in known:
        name = entry.name.replace("_", "").lower()
        if stem.lower().startswith(name) or stem.lower().endswith(name):
            found.setdefault(name, []).append(entry)
    longest = max(found, key=len, default="")
    return found[longest] if len(longest) > len(stem) // 2 else []


def _node_entry(name: str, description: str) -> Entry:
    return Entry(name, name, description, "node", (), name, None, ())


def _stems(entry: Entry) -> set[str]:
    return set(map(_stem, (entry.node or "").split(", ")))


def _stem(label: str) -> str:
    match = _NODE.fullmatch(label)
    return match[1] if match else label


def _names(entry: Entry) -> set[str]:
    names = {entry.name, *entry.spellings}
    names |= {spelling.removeprefix("torch.") for spelling in entry.spellings}
    return (names | set(map(_last, names)) | set((entry.node or "").split(", "))) - {""}


def _entry(op: Op) -> Entry:
    return Entry(
        op.parameters.name,  # without the underscore of a second operator of the name
        str(op.parameters),
        " ".join(op.doc.split()).replace("``", "`"),
        _kind(op),
        _spellings(op),
        _node(op),
        op,
        op.example,
        _family(op),
        tuple([text for text, names in DIFFERING if op.parameters.name in names.split()]),
    )


def _family(op: Op) -> str:
    """Return the first sentence about the module that declares an operator."""
    text = inspect.getdoc(sys.modules[op.module]) or op.family
    return re.split(r"[;:.](?:\s|$)|\n\n", text)[0].replace("`", "").replace("\n", " ")


def _node(op: Op) -> str | None:
    """Return the name of the operator's node, or its names where it has several forms."""
    return ", ".join(_labels(op)) if op.differentiable else None


def _labels(op: Op) -> list[str]:
    forms = op.label if isinstance(op.label, tuple) else (op.label,)
    return list(dict.fromkeys(form if isinstance(form, str) else _chosen(form) for form in forms))


def _chosen(form: Callable[..., str]) -> str:
    """Return the label of a call without attributes; empty where it takes some."""
    try:
        return form()
    except TypeError:
        return ""


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
    if not pattern.strip():
        return "an operator has a name; without any, all are listed"
    reason = _reason(pattern)
    if reason is not None:
        return f"{pattern} is left out: {reason}"
    known, last = entries(), _last(_shortened(pattern))
    if _is_known(pattern):
        said = f"{pattern} is a name of the language, but no operator"
        near = meant(next((entry.name for entry in _spelled_in(last, known)), None))
    else:
        said = f"there is no operator {pattern!r}"
        names = {_last(name) for entry in known for name in _names(entry)}
        if not pattern[:1].isupper():  # nodes begin so, and functions do not
            names = {name for name in names if not _NODE.fullmatch(name)}
        near = meant(last) if last in names else nearest(last, names)
    return said + (f"; {near}" if near else "")


def _is_known(name: str) -> bool:
    """Tell whether a program may use a name, of torch or of a module of it."""
    if not all(map(str.isidentifier, name.split("."))):
        return False
    for text in (name, f"torch.{name}"):
        with suppress(GradcliError), Session() as session:
            session.evaluate(text)
            return True
    return False


def _reason(pattern: str) -> str | None:
    return next((why for name, why in ABSENT.items() if pattern in (name, _last(name))), None)


def _last(name: str) -> str:
    return name.rpartition(".")[2]
