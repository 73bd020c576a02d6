"""What PyTorch's transforms refuse, in its words, recorded by ``record_transforms.py``."""

import json
from pathlib import Path

import pytest

import gradcli

DATA = Path(__file__).parents[1] / "data"
CALLS = (DATA / "transforms_errors.txt").read_text(encoding="utf-8").splitlines()
ERRORS: list[list[str]] = json.loads((DATA / "transforms_errors.json").read_text(encoding="utf-8"))

NAMES = """
from torch.func import grad, hessian, jacfwd, jacrev, jvp, linearize, vjp
import torch.autograd.functional as AF
x = torch.tensor([0.5, 1.0, 1.5])
s = torch.tensor(2.0)
"""


def test_every_call_is_recorded() -> None:
    """The recording has all calls and no other."""
    assert [call for call, _, _ in ERRORS] == CALLS
    assert len(CALLS) >= 100


@pytest.mark.parametrize(("call", "kind", "message"), ERRORS)
def test_refusal(call: str, kind: str, message: str) -> None:
    """A call that PyTorch refuses is refused with its class and its message."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(NAMES + call)
    assert (caught.value.kind, caught.value.message.partition("\n")[0]) == (kind, message)


@pytest.mark.parametrize(
    "call",
    [
        "AF.jacobian(3, x)",
        "AF.vjp(type(print), x, x)",
        "grad('sin')(s)",
        "jacrev(type(lambda: 1))(x)",
        "jvp(None, (x,), (x,))",
        "vjp([], x)",
        "def deep(x):\n    return grad(deep)(x)\ndeep(s)",
        "t = s\nfor i in range(3000):\n    t = [t]\ngrad(lambda t: s)(t)",
    ],
)
def test_hostile_call(call: str) -> None:
    """What cannot be called, or not that deeply, ends in a diagnostic."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(NAMES + call)
    assert caught.value.kind in {"TypeError", "RecursionError", "ValueError"}


def test_error_inside_the_function() -> None:
    """An error in the function that is differentiated is reported at its place."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run("def f(x):\n    return x.nothing\ntorch.func.grad(f)(ones(()))")
    diagnostic = caught.value.diagnostic
    span = diagnostic.span
    assert diagnostic.source[span.start : span.end] == "nothing"
    assert [c.start for c in diagnostic.calls]
