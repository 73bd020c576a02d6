"""Claims in programs: ``2 * x  # derivative of: sum(x**2)``, and ``…, by x`` of several inputs.

The comment speaks of the statement that ends on its line, or, alone on a line, of the one before.
Names that the program has tensors for have their shapes, the others shapes that fit. This module
knows what a comment says; whether a claim is right is known to ``answers.claims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from gradcli.answers.check_results import Failure
from gradcli.answers.source_lines import Lines
from gradcli.checks.expectations import with_statements
from gradcli.checks.failures import headline
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, Span
from gradcli.syntax import nodes

_COMMENT: Final = re.compile(
    r"#[ \t]*derivative[ \t]+of:(?P<text>[^\n]*?)(?:,[ \t]*by[ \t]+(?P<by>\w+)[ \t]*)?$",
    re.IGNORECASE | re.MULTILINE,
)


class Claim(NamedTuple):
    """What a comment says: of what a text is the derivative, and by which input, if it says that.

    ``text`` is None where the statement has no value that could be one.
    """

    source: str
    by: str | None
    text: str | None
    span: Span


def find(source: str, module: nodes.Module) -> list[Claim]:
    """Return the claims of a program, in the order of the text."""
    if "derivative" not in source.lower():
        return []
    return [
        Claim(found["text"].strip(), found["by"], _value(source, statement), Span(*found.span()))
        for found, statement in with_statements(source, module, _COMMENT)
    ]


def _value(source: str, statement: nodes.Stmt | None) -> str | None:
    if not isinstance(statement, (nodes.ExprStmt, nodes.Assign, nodes.Return)):
        return None
    value = statement.value
    return None if value is None else source[value.span.start : value.span.end]


def failures(
    claims: list[Claim], source: str, variables: Mapping[str, Any], line_offset: int
) -> Iterator[Failure]:
    """Yield what is wrong with the claims of a program, given what it defined."""
    lines = Lines(source)
    for claim in claims:
        said = _judged(claim, variables)
        if said is not None:
            (first, column), (last, end) = map(lines.place, claim.span)
            first, last = first + 1 + line_offset, last + 1 + line_offset
            yield Failure("derivative", said, first, column + 1, last, end + 1)


def _judged(claim: Claim, variables: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a claim; None if it is right."""
    if claim.text is None:
        return "the statement has no value that could be a derivative"
    from gradcli.answers.claims import judge
    from gradcli.answers.inputs import QuestionError
    from gradcli.answers.problem import problem_of
    from gradcli.answers.shapes import free_names

    try:
        free = free_names(claim.source)
        tensors = {n: variables[n] for n in free if isinstance(variables.get(n), Tensor)}
        given = {n: t.array for n, t in tensors.items() if t.array.dtype.kind == "f"}
        others = {n: variables[n] for n in free if n in variables and n not in given}
        inputs = [n for n in free if n not in others]
        if claim.by is None and len(inputs) > 1:
            return f"say by what: end the comment with `, by {inputs[0]}`"
        by = claim.by or next(iter(inputs), None)
        problem = problem_of(claim.source, given, {}, others, None if by is None else (by,))
        verdict = judge(problem, claim.text)
    except QuestionError as error:
        return str(error)
    except GradcliError as error:
        return f"no claim about a derivative: {headline(error.diagnostic)}"
    if verdict.holds:
        return None
    message = f"not the derivative of {claim.source} by {verdict.by}"
    if verdict.correction is not None:
        right = verdict.correction.text.replace("\n", "; ")
        message += f" ({verdict.correction.mistake}): it should be {right}"
    elif verdict.derivative is not None:
        message += f", which is {verdict.derivative}".replace("\n", "; ")
    return message
