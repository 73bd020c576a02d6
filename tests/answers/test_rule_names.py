"""What rules are called, and the derivatives of functions beside them."""

import pytest

from gradcli.answers.claims import judge
from gradcli.answers.problem import problem_of
from gradcli.answers.rule_names import OUTER, rule_of


@pytest.mark.parametrize("name", OUTER)
def test_derivatives_of_functions(name: str) -> None:
    """The derivative that stands beside the chain rule is the function's."""
    spelled = f"F.{name}" if name == "softplus" else name
    problem = problem_of(f"sum({spelled}(u))", {}, {"u": (9,)}, {})
    assert judge(problem, OUTER[name]).holds


@pytest.mark.parametrize(
    ("name", "reached", "words"),
    [
        ("mul", [0, 1], "product rule"),
        ("mul", [1], "constant multiple rule"),
        ("true_divide", [0, 1], "quotient rule"),
        ("true_divide", [1], "reciprocal rule"),
        ("_pow_tensor", [1], "exponential rule"),
        ("_pow_number", [0], "power rule"),
        ("sin", [0], "chain rule, sin'(u) = cos(u)"),
        ("log2", [0], "chain rule, log2'(u) = 1 / (u * log(2))"),
        ("linalg_inv_ex", [0], "matrix inverse rule"),
        ("linalg_svd", [0], "derivative of svd"),
        ("_some_private_thing", [0], "derivative of some_private_thing"),
    ],
)
def test_names(name: str, reached: list[int], words: str) -> None:
    """A rule is called what books call it, by what a gradient reaches."""
    assert rule_of(name, reached) == words
