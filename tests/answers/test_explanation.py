"""Explanations: the steps, their formulas and products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcli.answers.evaluation import Question
from gradcli.answers.explanation import Explanation, Whole, explain
from gradcli.answers.inputs import QuestionError
from gradcli.errors import GradcliError
from gradcli.language.run import run
from tests.answers.asking import explained


def passes(found: Explanation) -> list[tuple[str, str, str, Any]]:
    """Return who passes what to whom."""
    return [
        (
            step.name.text,
            given.to,
            "" if given.formula is None else given.formula.code,
            given.product.data.tolist(),
        )
        for step in found.steps
        for given in step.passes
        if given.product is not None
    ]


def number(whole: Whole) -> float:
    """Return a derivative that is one number."""
    assert whole.numbers is not None
    return float(whole.numbers.data)


def test_the_chain_rule() -> None:
    """Steps go from the result to the inputs, under the program's names where it has any."""
    found = explained("y = sin(x * w)\ny * exp(x)", x=2.0, w=3.0)
    e, s, c = np.exp(2.0), np.sin(6.0), np.cos(6.0)
    expected = [
        ("L", "y", "v2", e),
        ("L", "v2", "y", s),
        ("v2", "x", "dv2 * v2", s * e),
        ("y", "v1", "dy * cos(v1)", e * c),
        ("v1", "x", "dv1 * w", 3 * e * c),
        ("v1", "w", "dv1 * x", 2 * e * c),
    ]
    for row, wanted in zip(passes(found), expected, strict=True):
        assert row[:3] == wanted[:3]
        assert row[3] == pytest.approx(wanted[3])
    assert [step.source for step in found.steps] == ["y * exp(x)", "exp(x)", "sin(x * w)", "x * w"]
    assert [
        float(step.value.data) for step in found.steps if step.value is not None
    ] == pytest.approx([s * e, e, s, 6.0])
    assert {whole.name: number(whole) for whole in found.gradients} == pytest.approx(
        {"x": 3 * e * c + s * e, "w": 2 * e * c}
    )


def test_products_add_up_to_the_gradients() -> None:
    """What is passed to an input, summed, is its gradient."""
    found = explained("h = x * b\n(h**2).mean() + (x / b).sum()", x=[[1.0, 2.0]], b=[3.0, 4.0])
    for whole in found.gradients:
        given = [product for _, to, _, product in passes(found) if to == whole.name]
        assert whole.numbers is not None and len(whole.terms) == len(given)
        np.testing.assert_allclose(np.sum(given, 0), whole.numbers.data)


@pytest.mark.parametrize(
    ("source", "formula"),
    [
        ("x.sum()", "ones_like(x)"),
        ("x.sum() * 3", "dv1.expand(2)"),
        ("(x**3)[0]", "3 * dv1 * x**2"),
        ("tanh(x)[0]", "dv1 * (1 - v1**2)"),
        ("(A @ x)[0]", "A.T @ dv1"),
        ("relu(x)[0]", "dv1 * (v1 > 0)"),
        ("(x * A).sum()", "sum(dv1 * A, 0)"),
        ("sum(x[0] * A)", "sum(dv2 * A)"),
        ("exp(x[0]) * exp(c)", "exp(c)"),
    ],
)
def test_formulas(source: str, formula: str) -> None:
    """Local derivatives are written in the names of the program."""
    wrt = ("x",) if "c" in source else None
    found = explained(f"A = tensor([[2.0, 1.0], [5.0, 3.0]])\n{source}", wrt, x=[0.5, 2.0], c=1.0)
    assert formula in [row[2] for row in passes(found)]


def test_operators_without_words_show_their_declaration() -> None:
    """Where no formula can be traced, that of the declaration stands; products are there."""
    found = explained("x.sort()[0].cumsum(0)[1] * F.conv1d(x.view(1, 1, 2), y).sum()",
                      x=[2.0, 1.0], y=[[[1.0]]])  # fmt: skip
    assert all(row[3] is not None for row in passes(found))
    assert {"SortBackward0", "ConvolutionBackward0"} <= {step.node for step in found.steps}


def test_values_are_those_before_a_change() -> None:
    """What is overwritten later is shown as it was."""
    found = explained("y = x * 2\nz = y + 1\ny.add_(5)\nz * y", x=1.0)
    values = {s.source: float(s.value.data) for s in found.steps if s.value is not None}
    assert values == {
        "z * y": 21.0,
        "y + 1": 3.0,
        "y.add_(5)": 7.0,
        "x * 2": 2.0,
    }


@pytest.mark.parametrize(
    ("source", "node"),
    [
        ("y = x * 2\ny[0] = 5\ny.sum()", "CopySlices"),
        ("(x * (1 + 2j)).abs().sum()", "MulBackward0"),
    ],
)
def test_no_formula_is_better_than_a_wrong_one(source: str, node: str) -> None:
    """Changes in place and complex numbers have products, and only formulas that give those."""
    found = explained(source, x=[1.0, 2.0])
    formulas = [given.formula for s in found.steps if s.node == node for given in s.passes]
    assert formulas and not any(formulas)


def test_wrt_and_gradient() -> None:
    """Only what leads to the inputs named is explained; a vector weighs the elements."""
    found = explained("x**2 * y", ("y",), [1.0, 10.0], x=[1.0, 2.0], y=3.0)
    assert [row[:3] for row in passes(found)] == [("v1", "y", "sum(dv1 * x**2)")]
    assert [(whole.name, number(whole)) for whole in found.gradients] == [("y", 41.0)]
    with pytest.raises(QuestionError, match="no tensor 'z'"):
        explained("x", ("z",), x=1.0)


# Without numbers


@pytest.mark.parametrize(
    ("source", "rules", "derivative"),
    [
        ("x**2 * sin(x)", ["product", "sin", "power"], "x * (x * cos(x) + 2 * sin(x))"),
        ("sin(x) / x", ["quotient", "sin"], None),
        ("exp(-x**2 / 2)", ["exp", "constant", "constant", "power"], "-x * exp(-x**2 / 2)"),
        ("log(1 + x**2)", ["log", "sum", "power"], "2 * x / (x**2 + 1)"),
        ("x**x", ["power and exponential"], "x**x * (log(x) + 1)"),
        ("2 / x", ["reciprocal"], "-2 / x**2"),
        ("x @ A @ x", ["dot product", "matrix product"], "(A + A.T) @ x"),
        ("sum((A @ x - y)**2)", ["sum over", "power", "difference", "matrix-vector"], None),
        ("mean((A @ x - y)**2)", ["mean of", "power", "difference", "matrix-vector"], None),
        ("log(sum(exp(x)))", ["log", "sum over", "exp"], "softmax(x, 0)"),
        ("x @ inverse(A) @ x", ["dot product", "matrix product"], None),
        ("prod(x)", ["product of elements"], "prod(x) / x"),
        ("norm(A @ x)", ["norm", "matrix-vector"], None),
        ("F.cross_entropy(A @ x, tensor(1))", ["cross entropy", "matrix-vector"], None),
        ("sum(relu(A @ x))", ["sum over", "case by case", "matrix-vector"], None),
        ("z = A @ x\np = softmax(z, 0)\n-log(p[0])", None, None),
        ("h = tanh(A @ x)\no = B @ h\nsum((o - t)**2)", None, None),
    ],
)
def test_formulas_without_numbers(
    source: str, rules: list[str] | None, derivative: str | None
) -> None:
    """What a teacher writes: every step has a rule and a formula, and the result is simplified."""
    found = explain(Question(source, wrt=("x",)), lambda warning: None)
    assert all(step.computes and step.value is None for step in found.steps)
    assert all(given.formula for step in found.steps for given in step.passes)
    if rules is not None:
        assert len(rules) == len(found.steps)
        assert all(rule in s.rule for rule, s in zip(rules, found.steps, strict=True))
    (whole,) = found.gradients
    assert whole.whole is not None and whole.simplified is not None
    if derivative is not None:
        assert whole.simplified.text == derivative
    texts = [given.formula.text for s in found.steps for given in s.passes if given.formula]
    assert not any("Backward" in text or "tensor(True" in text for text in texts)
    (assumed,) = found.notes
    assert assumed.startswith("assumed: ")


def test_the_code_of_steps_computes_the_derivative() -> None:
    """Formulas are programs: run in their order they give the derivatives."""
    source = "h = tanh(w * x)\nh * exp(h) / x"
    found = explain(Question(source, wrt=("x",)), lambda warning: None)
    lines = [f"{s.name.code} = {s.computes.code}" for s in reversed(found.steps) if s.computes]
    sums: dict[str, list[str]] = {}
    (whole,) = found.gradients
    for step in found.steps:
        own = sums.get(step.name.code)
        lines += [f"{step.derivative.code} = {' + '.join(own)}"] if own else []
        for given in step.passes:
            assert given.formula is not None
            sums.setdefault(given.to, []).append(f"({given.formula.code})")
    lines += [" + ".join(sums["x"])]
    point = {"x": np.array(0.7), "w": np.array(0.4)}
    got = run("\n".join(lines), point, dtype="float64").value
    assert whole.simplified is not None
    want = run(whole.simplified.code, point, dtype="float64").value
    assert float(got) == pytest.approx(float(want), rel=1e-12)


@pytest.mark.parametrize("source", ["x**2 if x > 5 else x", "x * x.item()"])
def test_what_depends_on_values_needs_them(source: str) -> None:
    """Without values there is no one way through such a program."""
    with pytest.raises(GradcliError) as caught:
        explain(Question(source), lambda warning: None)
    assert caught.value.diagnostic.code == "no-expression"
    question = Question(source, inputs=(("define", "x", "6"),))
    assert explain(question, lambda warning: None).steps


def test_missing_values_leave_formulas() -> None:
    """Where one input has no value there are no numbers, and the other keeps its shape."""
    found = explain(Question("sum(x * w)", inputs=(("define", "x", "ones(4)"),)), lambda w: None)
    assert found.gradients[0].numbers is None and found.gradients[0].name == "x"
    with pytest.raises(QuestionError, match="--gradient"):
        explain(Question("x * w", gradient="1"), lambda warning: None)
    found = explain(Question("A @ x"), lambda warning: None)
    assert found.hint is not None and "reduce it with sum()" in found.hint


LOOP = """
w = zeros(2, requires_grad=True)
for k in range(3):
    loss = ((w * x).sum() - 1) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
print(loss)
"""
LAYERS = """
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1), nn.Linear(1, 1))
for k in range(2):
    loss = model(x[None]).sum()
    loss.backward()
"""
SECOND = """
y = x ** 3
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
torch.autograd.grad(g.sum(), x)
"""


def told(source: str) -> Explanation:
    """Explain a program as the command does."""
    inputs = (("define", "x", "[1., 2.]"),)
    return explain(Question(source, inputs=inputs, dtype="float64"), lambda warning: None)


def test_what_a_program_differentiates_itself() -> None:
    """Its last pass is explained, with the values of that moment; later changes do not matter."""
    found = told(LOOP)
    assert found.letter == "loss" and found.notes == (
        "the derivative that the program takes itself, the last of 3",
    )
    (w,) = [whole for whole in found.gradients if whole.name == "w"]
    assert w.numbers is not None and w.numbers.data == pytest.approx([0, 0], abs=1e-7)
    assert told("(x * 2).sum().backward()").notes == (
        "the derivative that the program takes itself",
    )


def test_one_call_is_one_round_of_a_loop() -> None:
    """What one call of a program makes is no round of the loop around it."""
    assert {step.round for step in told(LAYERS).steps} == {None}
    rounds = [
        step.round for step in told("y = x\nfor k in range(2):\n    y = y * x\ny.sum()").steps
    ]
    assert rounds == [None, 2, 1]


def test_a_derivative_of_a_derivative_has_its_own_names() -> None:
    """The nodes of a recorded pass are not what the program's line computes."""
    found = told(SECOND)
    assert "y" not in {step.name.text for step in found.steps}
    assert found.gradients[0].numbers is not None
    assert found.gradients[0].numbers.data == pytest.approx([6, 12])


def test_a_gradient_that_backward_is_given() -> None:
    """It weighs the elements of what is differentiated."""
    found = told("y = x ** 3\ny.backward(tensor([1.0, 0.5]))")
    assert found.weighed and found.gradients[0].numbers is not None
    assert found.gradients[0].numbers.data == pytest.approx([3, 6])


def test_writing_into_a_part_is_shown_as_it_is_done() -> None:
    """A step that changes a part says which, by the names of the steps before."""
    found = told("y = zeros(2)\ny[0] = x[1]**2\ny[1:] = x[:1]\ny.sum()")
    sources = [step.source for step in found.steps if step.rule == "writing into a part"]
    assert sources == ["y with y[1:] = v4", "y with y[0] = v2"]


@pytest.mark.parametrize(
    ("source", "rule"),
    [("det(x.outer(x) + eye(2))**2", "v3 * inverse(v2)"), ("prod(x)**2", "v1 / x")],
)
def test_what_a_step_computed_has_its_name_in_its_rule(source: str, rule: str) -> None:
    """The result of an operation is not computed again to differentiate it."""
    formulas = [part[2] for part in passes(told(source))]
    assert any(rule in text for text in formulas), formulas


def test_a_hint_without_numbers_names_sizes() -> None:
    """What a user never wrote is in no message."""
    found = explain(Question("A @ x"), lambda warning: None)
    assert found.hint == "the result has shape (n,): reduce it with sum() or mean()"
