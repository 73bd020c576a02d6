"""What the steps of an explanation are called: by the program's names, by numbers otherwise.

Operations that one call of the program is made of are one step. What a loop does again has a number
of its own each time. This module knows nodes and the program's text; it does not differentiate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gradcli.answers.recorder import DERIVED
from gradcli.core.node import Node
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

_MOST_PARTS: Final = 40
_SIGNS: Final = {"/": "reciprocal", "@": "matmul", "**": "pow_tensor"}
_REPEATED: Final = (nodes.For, nodes.While, nodes.Comprehension, nodes.FunctionDef, nodes.Lambda)
_LETTERS: Final = ("L", "f", "out", "value", "result")


class Named(NamedTuple):
    """A step: its last node, all of its nodes, its name, its source, and which round of a loop."""

    head: Node
    parts: tuple[Node, ...]
    name: str
    source: str
    round: int | None
    function: str | None  # the function that its parts belong to, where there are several


class Names:
    """The steps of a program, oldest first, and an identifier for each of its tensors' names."""

    def __init__(
        self,
        visited: Iterable[Node],
        source: str,
        known: Mapping[Node, str],
        times: Mapping[Node, int],
        taken: Iterable[str],
        inputs: Iterable[str],
        letter: bool,
    ) -> None:
        self.source, self.times = source, times
        self.targets, self.stores, self.loops = _targets_and_loops(source)
        self.taken, self.inputs = set(taken), set(inputs)
        groups = self._grouped(sorted(visited, key=_age))
        self.steps = list(self._named(groups, known, letter))
        self.places = {step.head: place for place, step in enumerate(self.steps)}
        self.spans = {span for step in self.steps if (span := _span(step.head)) is not None}
        self.step_of = {part: step for step in self.steps for part in step.parts}

    def by_steps(self, step: Named) -> str:
        """Return the text of a step, with the names of other steps in the places of their texts."""
        whole = _span(step.head)
        if whole is None:
            return step.source
        base, whole = self.stores.get(whole, ("", whole))
        before = self.steps[: self.places[step.head]]
        inner = {span: other.name for other in before if _inside(span := _span(other.head), whole)}
        text, end = "", whole[0]
        for start, stop in sorted(span for span in inner if span is not None):
            if start >= end and not any(_inside((start, stop), span) for span in inner):
                text += self.source[end:start] + inner[start, stop]
                end = stop
        return base + " ".join((text + self.source[end : whole[1]]).split())

    def is_alone(self, step: Named) -> bool:
        """Tell whether no other step stands inside the text of one."""
        span = _span(step.head)
        if span is None:
            return False
        return not any(span[0] <= a and b <= span[1] and (a, b) != span for a, b in self.spans)

    def _named(
        self, groups: Sequence[tuple[Node, ...]], known: Mapping[Node, str], letter: bool
    ) -> Iterable[Named]:
        """Yield a step for each group of nodes; ``letter``: the last is called L if by nothing."""
        wanted = [known.get(g[-1]) or self._target(g[-1]) for g in groups]
        self.taken = {name for name in self.taken if name not in wanted} | self.inputs
        often = Counter(wanted)
        rounds: dict[Any, dict[int, int]] = {}
        for group in groups:
            own = rounds.setdefault(_span(group[-1]), {})
            own.setdefault(self._time(group[-1]), len(own) + 1)
        seen: Counter[Any] = Counter()
        numbers: dict[Any, int] = {}
        for group, name in zip(groups, wanted, strict=True):
            head, span, time = group[-1], _span(group[-1]), self._time(group[-1])
            seen[span, time] += 1
            seen[name] += 1
            again = rounds[span][time] if len(rounds[span]) > 1 and self._in_loop(span) else None
            if name is not None:
                text = f"{name}_{seen[name]}" if often[name] > 1 or name in self.inputs else name
            elif group is groups[-1] and letter:
                text = next((a for a in _LETTERS if a not in self.taken), "L_")
            else:
                place = (span, seen[span, time]) if again else head
                number = numbers.setdefault(place, len(numbers) + 1)
                text = f"v{number}" + (f"_{again}" if again else "")
            yield Named(
                head,
                group,
                self._free(text),
                _text(self.source, span),
                again,
                self._function(head) if len(group) > 1 else None,
            )

    def _time(self, node: Node) -> int:
        return self.times.get(node, 0)

    def _target(self, node: Node) -> str | None:
        """Return the name that the program gives what a node made; none to parts of derivatives."""
        return None if self._time(node) == DERIVED else self.targets.get(_span(node))

    def _function(self, node: Node) -> str | None:
        return None if self._time(node) == DERIVED else _function(node)

    def _grouped(self, aged: Sequence[Node]) -> list[tuple[Node, ...]]:
        """Return nodes in steps: together are those that one operation of the program recorded."""
        groups: list[tuple[Node, ...]] = []
        for node in aged:
            last = groups[-1] if groups else ()
            same = last and last[0].source is node.source and self._function(node) is not None
            again = last and self._time(last[0]) != self._time(node)
            if same and not again and len(last) < _MOST_PARTS:
                groups[-1] = (*last, node)
            else:
                groups.append((node,))
        return groups

    def _free(self, text: str) -> str:
        text = identifier(text)
        while text in self.taken:
            text += "_"
        self.taken.add(text)
        return text

    def _in_loop(self, span: Any) -> bool:
        return span is not None and any(a <= span[0] and span[1] <= b for a, b in self.loops)


def identifier(text: str) -> str:
    """Return a name as an identifier, as ``layers_0`` for ``layers[0]``."""
    return re.sub(r"\W+", "_", text).strip("_") or "_"


def _age(node: Node) -> int:
    return -node.order


def _span(node: Node) -> tuple[int, int] | None:
    span = getattr(node.source, "span", None)
    return None if span is None else (span.start, span.end)


def _inside(span: tuple[int, int] | None, whole: tuple[int, int] | None) -> bool:
    """Tell whether a piece of text is a part of another, and not all of it."""
    return (
        span is not None
        and whole is not None
        and span != whole
        and (whole[0] <= span[0] and span[1] <= whole[1])
    )


def _text(source: str, span: tuple[int, int] | None) -> str:
    return "" if span is None else " ".join(source[span[0] : span[1]].split())


def _function(node: Node) -> str | None:
    """Return the name of the operator that the program asks for where a node was recorded."""
    asked = node.source
    if isinstance(asked, nodes.BinOp):
        return _SIGNS.get(asked.op, asked.op)
    if isinstance(asked, nodes.Subscript):
        return "index"
    if not isinstance(asked, nodes.Call):
        return None
    name = asked.func
    text = name.id if isinstance(name, nodes.Name) else getattr(name, "name", None)
    try:
        return text if isinstance(text, str) and OPS[text] is not None else None
    except KeyError:
        return None


Targets = dict[Any, str]


Stores = dict[Any, tuple[str, tuple[int, int]]]


def _targets_and_loops(source: str) -> tuple[Targets, Stores, list[tuple[int, int]]]:
    """Return which names values are given, by the values' spans, and what may run again.

    Between them is what writes into a part of a tensor: by the part's span, the tensor and the
    statement.
    """
    targets: Targets = {}
    stores: Stores = {}
    loops: list[tuple[int, int]] = []
    try:
        module = parse(source)
    except GradcliError:  # of several texts, or none
        return targets, stores, loops
    for node in walk(module):
        if isinstance(node, nodes.Assign) and isinstance(node.targets[0], nodes.Name):
            targets[node.value.span.start, node.value.span.end] = node.targets[0].id
        elif isinstance(node, nodes.Assign) and isinstance(node.targets[0], nodes.Subscript):
            part = node.targets[0]
            text = _text(source, (part.value.span.start, part.value.span.end))
            whole = (part.span.start, node.value.span.end)
            stores[part.span.start, part.span.end] = f"{text} with ", whole
        elif isinstance(node, _REPEATED):
            loops.append((node.span.start, node.span.end))
    return targets, stores, loops
