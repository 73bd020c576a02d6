"""The chain rule step by step: what each operation computed, and what its derivative passes on.

This module follows a program while it runs, and its backward pass. It does not know any format.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.evaluation import Question, diagnostic_of, weight_of
from gradcli.answers.gradients import FREED
from gradcli.answers.graph import Nodes, nodes_of
from gradcli.answers.inputs import Scope, define, targets_of
from gradcli.answers.report import Numbers, numbers_of
from gradcli.answers.rule_texts import derivatives_of
from gradcli.core.backward import grad
from gradcli.core.node import Node
from gradcli.core.observe import Observer
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.language.run import Session
from gradcli.symbolic.short_program import program
from gradcli.symbolic.trace import Trace
from gradcli.syntax.unparse import unparse

MOST_STEPS = 200
_LONGEST = 40  # characters of a source inside a formula
_CALL = re.compile(r"[\w.]+(\([^()]*\))?")
_ALIAS = re.compile(r"\b_k\d+\b")
_PRIVATE = re.compile(r"\b_\w+\(")
_CHANGES = frozenset({"CopySlices", "CopyBackwards"})
_COPIED = 10_000  # elements of an array that may be changed later


class Passed(NamedTuple):
    """What a step passes on: to whom, by which formula of the gradient ``g``, and how much."""

    to: str
    formula: str
    product: Numbers | None


class Step(NamedTuple):
    """One operation: its name here, its source, its value, and the gradient that reaches it."""

    name: str
    source: str
    node: str
    value: Numbers | None
    gradient: Numbers | None
    passes: tuple[Passed, ...]


class Explanation(NamedTuple):
    """The steps from the result back to the leaves, and the gradients that add up there.

    ``start`` is the gradient at the result. ``hint`` says why there are no steps.
    """

    result: str
    steps: tuple[Step, ...] = ()
    gradients: tuple[tuple[str, Numbers], ...] = ()
    omitted: int = 0
    hint: str | None = None


class Recorder(Observer):
    """Who is told of new nodes, and keeps what they were made of."""

    def __init__(self) -> None:
        self.made_of: dict[Node, tuple[Sequence[Any], dict[str, Any]]] = {}
        self.values: dict[Node, np.ndarray] = {}
        self.results: dict[Node, Tensor] = {}

    def recorded(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Take note of a new node, and of the values it was made of."""
        self.made_of[node] = (tuple(operands), attrs)
        for operand in operands:
            if isinstance(operand, Tensor) and operand.grad_fn is not None:
                self.results.setdefault(operand.grad_fn, operand)
                array = operand.array
                self.values.setdefault(
                    operand.grad_fn, array.copy() if array.size <= _COPIED else array
                )


def explain(question: Question, warn: Callable[[Diagnostic], object]) -> Explanation:
    """Run a program and explain how the derivatives of its result come about.

    What the program prints is left out; ``warn`` takes its warnings. Raises ``GradcliError`` where
    the program is wrong, ``QuestionError`` where the question is.
    """
    session = Session(
        dtype=question.dtype,
        seed=question.seed,
        limits=question.limits,
        write=lambda text: None,
        warn=warn,
    )
    with session, Recorder() as recorder:
        inputs, constants = define(question.inputs, session)
        run = session.evaluate(question.source, question.filename)
        weight = weight_of(question, session)
        scope = Scope(inputs, {**constants, **run.variables})
        try:
            return explain_result(run.value, run.source, recorder, scope, question.wrt, weight)
        except OpError as error:
            raise GradcliError(diagnostic_of(error, run, question.filename)) from error


def explain_result(
    result: object,
    source: str,
    recorder: Recorder,
    scope: Scope,
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
) -> Explanation:
    """Explain how the derivatives of a result come about, while its recorder still listens.

    Raises ``QuestionError`` for a name in ``wrt`` that is not there, and what core raises where
    it cannot differentiate.
    """
    nodes = nodes_of(result)
    scope.name_leaves(nodes)
    chosen = None if wrt is None else {name: scope.find(name) for name in wrt}
    if not isinstance(result, Tensor) or not result.requires_grad or not nodes:
        why = "does not depend on anything that requires grad"
        return Explanation(source, hint=f"nothing to explain: the result {why}")
    if gradient is None and result.array.size != 1:
        shape = tuple(result.array.shape)
        hint = f"the result has shape {shape}: reduce it with sum() or mean(), or give --gradient"
        return Explanation(source, hint=hint + " VECTOR")
    targets = targets_of(result, nodes, scope) if chosen is None else chosen
    try:
        visits, found = _followed(result, nodes, targets, gradient)
    except OpError as error:
        if error.code != "backward-twice":
            raise
        return Explanation(source, hint=FREED)
    root = next(iter(nodes))
    recorder.values[root], recorder.results[root] = result.array, result
    steps = _Steps(recorder, scope, source, [node for node, _, _ in visits])
    shown = visits[:MOST_STEPS]
    return Explanation(
        source,
        tuple(steps.step(*visit) for visit in shown),
        tuple(
            (name, numbers_of(g)) for name, g in zip(targets, found, strict=True) if g is not None
        ),
        len(visits) - len(shown),
    )


Visit = tuple[Node, Sequence[Any], Sequence[Any]]


def _followed(
    result: Tensor, nodes: Nodes, targets: dict[str, Tensor], gradient: Tensor | None
) -> tuple[list[Visit], tuple[Tensor | None, ...]]:
    """Differentiate, and return what passed each node on the way."""
    visits: list[Visit] = []
    handles = [
        node.register_hook(lambda out, into, node=node: visits.append((node, out, into)))
        for node in nodes
    ]
    try:
        found = grad(result, list(targets.values()), gradient, True, allow_unused=True)
    finally:
        for handle in handles:
            handle.remove()
    return visits, tuple(found)


class _Steps:
    """Makes steps of visits, under names that count from the leaves to the result."""

    def __init__(self, recorder: Recorder, scope: Scope, source: str, visited: list[Node]) -> None:
        self.recorder, self.scope, self.source = recorder, scope, source
        self.aliases: dict[str, str] = {}
        taken = set(scope.by_name)
        names = (f"v{n}" for n in range(1, len(visited) + len(taken) + 1))
        free = (name for name in names if name not in taken)
        own = {tensor.grad_fn: name for name, tensor in scope.tensors() if tensor.grad_fn}
        self.names = {node: own.get(node) or next(free) for node in reversed(visited)}

    def step(self, node: Node, leaving: Sequence[Any], arriving: Sequence[Any]) -> Step:
        """Return the step of one node."""
        return Step(
            self.names[node],
            self._source(node),
            node.label,
            _known(self.recorder.values.get(node)),
            _known(next((g for g in arriving if g is not None), None)),
            tuple(self._passes(node, leaving, arriving)),
        )

    def _passes(self, node: Node, leaving: Sequence[Any], into: Sequence[Any]) -> Iterator[Passed]:
        arriving = next((g for g in into if g is not None), None)
        formulas = self._written(node, arriving, leaving) or self._formulas(node)
        for number, (edge, gradient) in enumerate(zip(node.edges, leaving, strict=False)):
            if edge is not None and gradient is not None:
                formula = self._spoken(formulas.get(number, ""))
                yield Passed(self._name(edge), formula, numbers_of(gradient))

    def _written(self, node: Node, g: Tensor | None, leaving: Sequence[Any]) -> dict[int, str]:
        """Return formulas that a trace of the rules writes; none where it has no words for them.

        A formula that does not give the product when it is evaluated is as good as none.
        """
        if g is None or node.others:
            return {}
        values = {"g": Tensor(np.array(g.array)), **self._values(node)}
        found = {}
        with Trace() as trace:
            for word, tensor in values.items():
                trace.name(tensor, word)
            try:
                gradients = node.gradients(values["g"], True)
                for number, gradient in enumerate(gradients):
                    if isinstance(gradient, Tensor) and leaving[number] is not None:
                        shape = leaving[number].array.shape
                        found[number] = self._spelled(trace, gradient, shape)
            except (OpError, NotImplementedError, KeyError):
                return {}
        checked = all(_gives(text, values, leaving[number]) for number, text in found.items())
        return found if checked else {}

    def _values(self, node: Node) -> dict[str, Tensor]:
        """Return what the formulas of a node may name: its operands and its result."""
        operands, _ = self.recorder.made_of.get(node, ((), {}))
        named = [(self._operand(operand), operand) for operand in operands]
        found = {word: value for word, value in named if word and isinstance(value, Tensor)}
        if node in self.recorder.results:
            found[self.names[node]] = self.recorder.results[node]
        return found

    def _spelled(self, trace: Trace, gradient: Tensor, shape: tuple[int, ...]) -> str:
        expr = trace.expression(gradient)
        text = unparse(program([expr], (), set(self.names.values()), (), {})).strip()
        if shape == gradient.array.shape:
            return "; ".join(text.splitlines())
        *before, last = text.splitlines()
        sizes = ", ".join(map(str, shape))
        whole = last if last.isidentifier() else f"({last})"
        summed = f"{whole}.sum_to_size({sizes})" if shape else f"sum({last})"
        return "; ".join([*before, summed])

    def _formulas(self, node: Node) -> dict[int, str]:
        """Return the declared formula for each edge, in the names of this explanation.

        A declaration is written for real numbers and for what an operator's own node does.
        """
        if node.op is None or type(node) is not Node or node.label in _CHANGES:
            return {}
        declared = [derivative.formula for derivative in derivatives_of(OPS[node.op.name])]
        if len(declared) == 1:
            declared *= len(node.edges)
        operands, attrs = self.recorder.made_of.get(node, ((), {}))
        words = self._words(node, operands, attrs)
        return {
            number: _renamed(formula, words)
            for number, formula in enumerate(declared)
            if not _PRIVATE.search(formula)
        }

    def _words(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> dict[str, str]:
        """Return what the names in an operator's formulas stand for."""
        assert node.op is not None
        words = {"y": self.names[node]}
        for parameter, operand in zip(node.op.parameters.positional, operands, strict=False):
            word = self._operand(operand)
            if word is not None:
                words[parameter.keyword] = word
        for name, value in attrs.items():
            if isinstance(value, (bool, int, float, type(None))):
                words[name] = repr(value)
        return words

    def _operand(self, operand: Any) -> str | None:
        if isinstance(operand, Tensor):
            if id(operand) in self.scope.names:
                return self.scope.names[id(operand)]
            return None if operand.grad_fn is None else self._known_as(operand.grad_fn)
        return repr(operand) if isinstance(operand, (bool, int, float)) else None

    def _known_as(self, node: Node) -> str | None:
        """Return the name of a node; one that no gradient passes stands for its source."""
        if node not in self.names:
            text = self._source(node)
            if not text or len(text) > _LONGEST:
                return None
            self.names[node] = f"_k{len(self.aliases)}"
            self.aliases[self.names[node]] = text if _CALL.fullmatch(text) else f"({text})"
        return self.names[node]

    def _spoken(self, formula: str) -> str:
        """Put sources in the places of what stands for them."""
        return _ALIAS.sub(lambda found: self.aliases.get(found[0], found[0]), formula)

    def _source(self, node: Node) -> str:
        span = getattr(node.source, "span", None)
        return "" if span is None else " ".join(self.source[span.start : span.end].split())

    def _name(self, edge: tuple[Any, int]) -> str:
        target = edge[0]
        if isinstance(target, Tensor):
            return self.scope.names.get(id(target), "a leaf")
        return self.names.get(target, "what came before")


class _Renaming(ast.NodeTransformer):
    """Puts the names of an explanation for those of an operator's formula."""

    def __init__(self, words: dict[str, str]) -> None:
        self.words = words

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Leave the names of functions alone."""
        arguments = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        function = self.visit(node.func) if isinstance(node.func, ast.Attribute) else node.func
        return ast.Call(function, arguments, keywords)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rename what the explanation has a name or a number for."""
        word = self.words.get(node.id)
        return node if word is None else ast.parse(word, mode="eval").body


def _gives(text: str, values: dict[str, Tensor], product: Tensor) -> bool:
    """Tell whether a formula, evaluated, gives what the derivative gave."""
    with Session() as session:
        for word, tensor in values.items():
            session.assign(word, tensor.detach())
        try:
            found = session.evaluate(text.replace("; ", "\n")).value
        except GradcliError:
            return False
    if not isinstance(found, Tensor) or found.array.shape != product.array.shape:
        return False
    close = 1e-2 if product.array.dtype.itemsize < 4 else 1e-4
    largest = np.abs(product.array).max(initial=0)
    return bool(np.allclose(found.array, product.array, close, close * largest, equal_nan=True))


def _renamed(formula: str, words: dict[str, str]) -> str:
    try:
        tree = ast.parse(formula, mode="eval")
        return ast.unparse(_Renaming(words).visit(tree))
    except SyntaxError:  # words, or a name that is none: params['w']
        return formula


def _known(value: Tensor | np.ndarray | None) -> Numbers | None:
    return None if value is None else numbers_of(value)
