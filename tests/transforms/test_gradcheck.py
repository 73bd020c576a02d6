"""``gradcheck`` says what PyTorch's says, and adds at which rate Taylor's remainder falls."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import gradcli
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.transforms.taylor import remainder_rate, verdict

RECORDED = json.loads(
    (Path(__file__).parents[1] / "data" / "gradcheck.json").read_text(encoding="utf-8")
)["programs"]


def failure(program: str) -> GradcliError:
    """Return the error that a program ends in."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(program, warn=lambda warning: None)
    return caught.value


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda one: one["program"].split("\n")[-1])
def test_says_what_pytorch_says(recorded: dict[str, Any]) -> None:
    """A program prints the same, or ends in an error with the same whole message."""
    if recorded["error"] is None:
        assert gradcli.run(recorded["program"]).stdout == recorded["stdout"]
        return
    error = failure(recorded["program"])
    assert [error.kind, error.message] == recorded["error"]


def test_inputs_are_as_they_were() -> None:
    """The inputs are moved while the function runs and are as before even if it fails."""
    run = gradcli.run(
        "x = torch.tensor([0.1, 0.7], dtype=torch.double, requires_grad=True)\n"
        "before, version = x.tolist(), x._version\n"
        "torch.autograd.gradcheck(lambda t: x * t.exp(), x)\n"
        "x.tolist() == before and x._version == version and x.grad is None"
    )
    assert run.value is True


@pytest.mark.parametrize(
    ("dtype", "function", "says"),
    [
        ("float64", "x.detach() * x", "(2 is right, 1 is wrong): the gradient is wrong"),
        ("float64", "(x * x.detach()).sin()", "the gradient is wrong"),
        ("float32", "x.exp()", "as it is for a right gradient"),
        ("float32", "x.exp() * x.detach()", "the gradient is wrong"),
    ],
)
def test_rate_tells_a_wrong_gradient_from_a_coarse_difference(
    dtype: str, function: str, says: str
) -> None:
    """Differences fail for both; the help says whether the gradient or the step is to blame."""
    error = failure(
        f"x = torch.tensor([1.0, 2.0], dtype=torch.{dtype}, requires_grad=True)\n"
        f"torch.autograd.gradcheck(lambda x: {function}, x, atol=1e-9, rtol=1e-9)\n"
    )
    assert error.kind == "GradcheckError"
    assert says in str(error.diagnostic.help)


def test_wrong_rule_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of an operator that is wrong by one percent fails."""
    rule = OPS["tanh"].rules[0]
    right = rule.vjp
    monkeypatch.setattr(rule, "vjp", lambda g, *args: right(g, *args) * 1.01)
    error = failure(
        "x = torch.tensor([0.5], dtype=torch.double, requires_grad=True)\n"
        "torch.autograd.gradcheck(torch.tanh, x)\n"
    )
    assert error.message.startswith("Jacobian mismatch for output 0 with respect to input 0,\n")


def test_rates() -> None:
    """The remainder falls with the square of the step exactly where the slope is right."""
    assert remainder_rate(math.exp, 1.0) == pytest.approx(2, abs=0.1)
    assert remainder_rate(math.exp, 1.001) == pytest.approx(1, abs=0.1)
    assert remainder_rate(lambda t: 3 * t, 3.0) == math.inf
    assert math.isnan(remainder_rate(lambda t: math.nan, 1.0))


@pytest.mark.parametrize(("rate", "word"), [(2.0, "right"), (1.0, "wrong"), (math.inf, "right")])
def test_verdicts(rate: float, word: str) -> None:
    """A rate is put into words."""
    assert word in verdict(rate).rpartition(":")[2]
