"""A derivative explained: forward, then back by the chain rule, each step with its rule's name.

Where inputs have values the steps have numbers; where they have none, shapes that fit are found and
the steps are formulas. This module knows the order of things. It does not know any format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, NamedTuple

import numpy as np

from gradcli.answers.domain import inside
from gradcli.answers.evaluation import Question, diagnostic_of, weight_of
from gradcli.answers.followed import define as define_problem
from gradcli.answers.followed import error_of, program_errors, session_of
from gradcli.answers.formula import Defect, differentiate
from gradcli.answers.gradients import FREED
from gradcli.answers.graph import nodes_of
from gradcli.answers.inputs import QuestionError, Scope, arrays_of, define, targets_of
from gradcli.answers.problem import Problem, check_shapes, problem_of
from gradcli.answers.recorder import Recorder
from gradcli.answers.report import Numbers, numbers_of
from gradcli.answers.shapes import Shape, free_names
from gradcli.answers.step_words import Variant, Words, Writer
from gradcli.answers.steps import Derivation, RawStep, derivation
from gradcli.core.engine import Pass
from gradcli.core.node import Node
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.language.limited import limited
from gradcli.symbolic.branches import Branches

_NOTHING: Final = "nothing to explain: the result does not depend on anything that requires grad"
_MOST_SIMPLIFIED: Final = 40  # steps of a program whose whole derivative is written down as well


class Passed(NamedTuple):
    """What a step passes on: to whom, by which formula, and how much; ``alone``: all that it gets.

    ``whole`` is the formula with what reaches the step put in, where that is another one.
    """

    to: str
    derivative: Words
    formula: Words | None
    whole: Words | None
    product: Numbers | None
    alone: bool


class Step(NamedTuple):
    """One step: its name, what it computes by which rule, and the derivative that reaches it.

    ``round`` counts the rounds of a loop, ``terms`` from how many places the derivative came.
    """

    name: Words
    source: str
    node: str
    rule: str
    round: int | None
    computes: Words | None
    value: Numbers | None
    derivative: Words
    terms: tuple[str, ...]
    whole: Words | None
    gradient: Numbers | None
    passes: tuple[Passed, ...]


class Whole(NamedTuple):
    """The derivative by an input: the contributions, their sum, and that sum simplified."""

    name: str
    derivative: Words
    terms: tuple[str, ...]
    whole: Words | None
    simplified: Words | None
    numbers: Numbers | None


class Explanation(NamedTuple):
    """The steps from the result back to the inputs, and the derivatives that come of them.

    ``letter`` is what the result is called; ``weighed`` tells that a vector weighs its elements.
    ``hint`` says why there are no steps, ``notes`` what was assumed.
    """

    result: str
    letter: str = "L"
    weighed: bool = False
    steps: tuple[Step, ...] = ()
    gradients: tuple[Whole, ...] = ()
    notes: tuple[str, ...] = ()
    omitted: int = 0
    hint: str | None = None


def explain(
    question: Question,
    warn: Callable[[Diagnostic], object],
    shapes: Mapping[str, Shape] | None = None,
) -> Explanation:
    """Run a program and explain how the derivatives of its result come about.

    What the program prints is left out; ``warn`` takes its warnings. Raises ``GradcliError`` where
    the program is wrong, ``QuestionError`` where the question is.
    """
    known = {name for _, name, _ in question.inputs}
    free = [n for n in free_names(question.source, question.filename) if n not in known]
    if free:
        return _without_numbers(question, shapes or {})
    found, passes = _with_numbers(question, warn, shapes or {})
    if found.hint is None or not passes or question.gradient is not None:
        return found
    return _with_numbers(question, lambda warning: None, {}, passes)[0]


def _with_numbers(
    question: Question,
    warn: Callable[[Diagnostic], object],
    shapes: Mapping[str, Shape],
    wanted: int = 0,
) -> tuple[Explanation, int]:
    """Explain the result of a program, and tell how often it differentiates by itself.

    With ``wanted``, explain the tensor that it differentiates the so manyth time, as that happens.
    """
    session = question.session(lambda text: None, warn)
    own: list[Explanation] = []
    with session:
        inputs, constants = define(question.inputs, session)
        given = {**constants, **inputs}
        arrays = {name: v.array for name, v in given.items() if isinstance(v, Tensor)}
        check_shapes(shapes, arrays)

        def meet(recorder: Recorder, run: Pass) -> None:
            if recorder.passes == wanted:
                scope = Scope(inputs, session.variables)
                own.append(_of_pass(run, question, recorder, scope))

        with Recorder(meet=meet if wanted else None) as recorder:
            for name, value in given.items():
                if isinstance(value, Tensor):
                    recorder.name(value, name)
            run = session.evaluate(question.source, question.filename)
        if wanted:
            return (*own, Explanation(question.source, hint=_NOTHING))[0], wanted
        weight = weight_of(question, session)
        scope = Scope(inputs, {**constants, **run.variables})
        try:
            found = explain_result(run.value, run.source, recorder, scope, question.wrt, weight)
        except OpError as error:
            raise GradcliError(diagnostic_of(error, run, question.filename)) from error
    if weight is None:
        with _within(question):
            found = _simplified(found, question, inputs, constants)
    return found, recorder.passes


def _of_pass(run: Pass, question: Question, recorder: Recorder, scope: Scope) -> Explanation:
    """Explain the tensor from which a backward pass starts that is about to walk."""
    starts = list(run.arrived())
    if len(starts) != 1:
        return Explanation(question.source, hint=_NOTHING)
    ((target, output_nr), gradient) = starts[0]
    results = recorder.results.get(target, ()) if isinstance(target, Node) else ()
    if output_nr >= len(results):
        return Explanation(question.source, hint=_NOTHING)
    result, start = results[output_nr], getattr(gradient, "array", gradient)
    weight = None if result.array.size == 1 and start.item() == 1 else Tensor(start)
    found = explain_result(result, question.source, recorder, scope, question.wrt, weight)
    last = f", the last of {recorder.passes}" if recorder.passes > 1 else ""
    return found._replace(notes=(f"the derivative that the program takes itself{last}",))


def _within(question: Question) -> AbstractContextManager[object]:
    """Return a context in which programs are kept to the limits that were asked for."""
    return nullcontext() if question.limits is None else limited(question.limits)


def explain_result(
    result: object,
    source: str,
    recorder: Recorder,
    scope: Scope,
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
) -> Explanation:
    """Explain how the derivatives of a result come about, given who listened to its program.

    Raises ``QuestionError`` for a name in ``wrt`` that is not there, and what core raises where
    it cannot differentiate.
    """
    try:
        found = _derived(result, source, recorder, scope, wrt, gradient)
    except OpError as error:
        if error.code != "backward-twice":
            raise
        return Explanation(source, hint=FREED)
    if isinstance(found, str):
        return Explanation(source, hint=found)
    return _written(source, [Variant({}, found)], gradient is not None, True)


def _derived(
    result: object,
    source: str,
    recorder: Recorder,
    scope: Scope,
    wrt: tuple[str, ...] | None,
    gradient: Tensor | None,
) -> Derivation | str:
    """Return the steps of a result, or a hint at why there are none."""
    nodes = nodes_of(result)
    scope.name_leaves(nodes)
    chosen = None if wrt is None else {name: scope.find(name) for name in wrt}
    if not isinstance(result, Tensor) or not result.requires_grad or not nodes:
        return _NOTHING
    if gradient is None and result.array.size != 1:
        shape = tuple(result.array.shape)
        hint = f"the result has shape {shape}: reduce it with sum() or mean(), or give --gradient"
        return hint + " VECTOR"
    targets = targets_of(result, nodes, scope) if chosen is None else chosen
    found = derivation(result, source, nodes, recorder, scope, targets, gradient)
    return found or f"nothing to explain: the result does not depend on {', '.join(targets)}"


# Without numbers


def _without_numbers(question: Question, shapes: Mapping[str, Shape]) -> Explanation:
    """Explain a program whose inputs have no values, by shapes that fit it."""
    if question.gradient is not None:
        raise QuestionError("--gradient weighs numbers: give every input a value, as -D x=2")
    with _within(question):
        defined, constants = arrays_of(question.inputs)
        problem = inside(
            problem_of(
                question.source,
                defined,
                shapes,
                constants,
                question.wrt,
                filename=question.filename,
            )
        )
        variants: list[Variant] = []
        for sizes, arrays in _points(problem):
            found = _along(problem, arrays)
            if isinstance(found, str):
                hint = _without_values(found, problem.sizes)
                return Explanation(question.source, notes=_notes(problem), hint=hint)
            variants.append(Variant(sizes, found))
        forms = {(len(v.derivation.steps), tuple(v.derivation.values)) for v in variants}
        if len(forms) > 1:
            raise error_of("the steps depend on the sizes", "no-expression", "give --shape x=3")
        with session_of():
            explained = _written(question.source, variants, False, False)
        return _with_formulas(explained, problem)._replace(notes=_notes(problem))


def _without_values(hint: str, sizes: Mapping[str, int]) -> str:
    """Return a hint with the names of sizes, and without what only numbers can be given."""
    names = {str(size): name for name, size in sizes.items()}
    told = re.sub(r"\d+", lambda found: names.get(found[0], found[0]), hint)
    return told.replace(", or give --gradient VECTOR", "")


def _notes(problem: Problem) -> tuple[str, ...]:
    return tuple(problem.assumptions())


def _points(problem: Problem) -> list[tuple[Mapping[str, int] | None, Mapping[str, np.ndarray]]]:
    """Return inputs to follow a program with: under several sizes, and at another point."""
    generator = np.random.default_rng(5)
    other = problem.moved(1, generator)
    sized = [(problem.sizes, problem.arrays), *problem.others] if problem.sizes else []
    return [*(sized or [({}, problem.arrays)]), (None, other)]


def _along(problem: Problem, arrays: Mapping[str, np.ndarray]) -> Derivation | str:
    branches = Branches(set(problem.arrays) - problem.fixed)
    with session_of() as session, program_errors():
        leaves = define_problem(session, problem, arrays, problem.wrt)
        with Recorder(branches) as recorder:
            for name, leaf in leaves.items():
                recorder.name(leaf, name)
            run = session.evaluate(problem.source, problem.filename)
        if branches.taken:
            raise error_of(
                "the program goes another way for other values, and so do the steps",
                "no-expression",
                "give values, as in -D x=2: the steps are those of the way that they take",
            )
        recorder.branches = None
        inputs = {name: leaves[name] for name in problem.wrt}
        scope = Scope(inputs, {**leaves, **run.variables})
        return _derived(run.value, run.source, recorder, scope, problem.wrt, None)


# In words


def _written(source: str, variants: Sequence[Variant], weighed: bool, numbers: bool) -> Explanation:
    """Return an explanation of steps that several derivations have in common."""
    first = variants[0].derivation
    letter = "L" if weighed else first.steps[0].named.name
    with Writer(variants, letter) as writer:
        telling = _Telling(variants, writer, numbers)
        steps = tuple(telling.step(place) for place in range(len(first.steps)))
        gradients = tuple(telling.whole(place) for place in range(len(first.inputs)))
    return Explanation(source, letter, weighed, steps, gradients, (), first.omitted)


class _Telling:
    """Puts steps into words."""

    def __init__(self, variants: Sequence[Variant], writer: Writer, numbers: bool) -> None:
        self.variants, self.writer, self.numbers = variants, writer, numbers
        derivations = [variant.derivation for variant in variants]
        self.steps: Sequence[RawStep] = derivations[0].steps
        self.senders: dict[str, list[str]] = {}
        for step in self.steps:
            for part in step.parts:
                self.senders.setdefault(part.to, []).append(step.named.name)
        self.wholes: dict[str, Words | None] = {}
        for place, step in enumerate(self.steps):
            self.wholes[step.named.name] = writer.words([d.steps[place].whole for d in derivations])
        for place, (name, _) in enumerate(variants[0].derivation.inputs):
            self.wholes.setdefault(name, writer.words([d.inputs[place][1] for d in derivations]))

    def _numbers(self, array: np.ndarray | None) -> Numbers | None:
        return numbers_of(array) if self.numbers and array is not None else None

    def step(self, place: int) -> Step:
        """Return a step in words."""
        same = [variant.derivation.steps[place] for variant in self.variants]
        raw, name = same[0], same[0].named.name
        passes = []
        for number, (to, piece) in enumerate(raw.parts):
            formula = self.writer.words([s.parts[number].formula for s in same])
            alone = len(self.senders[to]) == 1
            whole = self.wholes.get(to) if alone else None
            derivative = self.writer.derivative(to)
            passes.append(
                Passed(to, derivative, formula, whole, self._numbers(piece.numbers), alone)
            )
        computes = self.writer.computed(raw, [step.computes for step in same])
        return Step(
            self.writer.name(name),
            raw.source if computes is None else raw.named.source,
            raw.named.head.label,
            raw.rule,
            raw.named.round,
            computes,
            self._numbers(raw.computes.numbers),
            self.writer.derivative(name),
            tuple(self.senders.get(name, ())),
            self.wholes[name],
            self._numbers(raw.whole.numbers),
            tuple(passes),
        )

    def whole(self, place: int) -> Whole:
        """Return the derivative by an input in words."""
        name, piece = self.variants[0].derivation.inputs[place]
        terms = tuple(self.senders.get(name, ()))
        derivative = self.writer.derivative(name)
        return Whole(name, derivative, terms, self.wholes[name], None, self._numbers(piece.numbers))


def _simplified(
    found: Explanation,
    question: Question,
    inputs: Mapping[str, Tensor],
    constants: Mapping[str, object],
) -> Explanation:
    """Return an explanation that ends in the derivatives of the whole program."""
    names = [whole.name for whole in found.gradients]
    real = all(name in inputs and inputs[name].array.dtype.kind == "f" for name in names)
    if not 0 < len(found.steps) <= _MOST_SIMPLIFIED or found.omitted or not real:
        return found
    defined = {name: tensor.array for name, tensor in inputs.items()}
    others = {n: v.detach() if isinstance(v, Tensor) else v for n, v in constants.items()}
    problem = problem_of(question.source, defined, {}, others, names, filename=question.filename)
    return _with_formulas(found, problem)


def _with_formulas(found: Explanation, problem: Problem) -> Explanation:
    """Return an explanation with formulas in the inputs; those of several lines only in need."""
    wholes = []
    for whole in found.gradients:
        formula = _formula(problem._replace(wrt=(whole.name,)))
        short = formula is not None and ("\n" not in formula.text or whole.whole is None)
        wholes.append(whole._replace(simplified=formula if short else None))
    return found._replace(gradients=tuple(wholes))


def _formula(problem: Problem) -> Words | None:
    try:
        formula = differentiate(problem, in_line=True)
        body = formula.text.splitlines()
        text = "\n".join(line for line in body if line.partition(" = ")[0] not in problem.sizes)
        return Words(text, formula.text, formula.latex)
    except (GradcliError, OpError, Defect):
        return None
