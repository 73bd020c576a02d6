"""Every gradient that a program takes is verified, and a wrong one is traced to its operator."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gradcli.answers.check_results import FAILED, PASSED
from gradcli.checks.options import Options
from gradcli.checks.programs import check_program
from gradcli.checks.verifier import Verifier, verifying
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.language.run import Session
from tests.ops import reference

X = "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"


def verify(program: str, **options: Any) -> Verifier:
    """Run a program and verify its gradients."""
    with Session(seed=0, **options) as session, verifying(session, "a.grad") as verifier:
        session.evaluate(program)
    return verifier


def verified(program: str, checks: int, **options: Any) -> None:
    """Check that all gradients of a program are found right, without a remark."""
    verifier = verify(program, **options)
    assert (verifier.failures, verifier.notes, verifier.checks) == ([], [], checks)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that makes the rule of an operator wrong by a tenth of a percent."""

    def spoil(name: str) -> None:
        rule = OPS[name].rules[0]
        right = rule.vjp
        monkeypatch.setattr(rule, "vjp", lambda g, *args: right(g, *args) * 1.001)

    return spoil


@pytest.mark.parametrize(
    ("program", "checks"),
    [
        ("(x.sin() * x ** 2).sum().backward()", 1),
        ("y = x * 3\ntorch.autograd.grad((y ** 2).sum(), [x, y])", 2),
        ("(x * x).backward(torch.tensor([1.0, -2.0]))", 1),
        ("g, = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)\ng.sum().backward()", 2),
        ("torch.autograd.functional.jacobian(lambda t: t.exp(), x)", 2),
        ("y = x * 1\ny[0] = y[1] * 3\ny.mul_(2)\ny.prod().backward()", 1),
        ("y = x.clone()\nv = y[:1]\nv.exp_()\n(y * y).sum().backward()", 1),
        ("a, b = x.split(1)\n(a * b.exp()).sum().backward()", 1),
        ("x.sort(descending=True).values[0].backward()", 1),
        ("x.half().double().sum().backward()", 1),
        ("z = torch.complex(x, x * 2)\n(z * z.conj()).real.sum().backward()", 1),
        ("(torch.stack([x, x ** 2]) @ x).norm().backward()", 1),
        ("(x.detach() * x).sum().backward()", 1),
        ("F.dropout(x, 0.5).exp().sum().backward()", 1),
        ("x.backward(torch.ones(2))", 1),
        ("torch.func.hessian(lambda t: t.pow(3).sum())(torch.ones(2))", 4),
        ("torch.copysign(x, torch.tensor([-1.0, -0.0])).sum().backward()", 1),
        ("(torch.ones(2, 3).mT.contiguous().mT.t() * x).view(6).sum().backward()", 1),
        ("torch.ones(0, requires_grad=True).sum().backward()", 1),
    ],
)
def test_right_gradients(program: str, checks: int) -> None:
    """What autograd can differentiate is found right, each gradient counted."""
    verified(X + program, checks)
    verified(X + program, checks, dtype="float64")


def test_training() -> None:
    """Leaves that change between passes are verified as they were in each."""
    verified(
        "w = torch.randn(4, 5, requires_grad=True)\n"
        "b = torch.zeros(5, requires_grad=True)\n"
        "data = torch.randn(3, 4)\n"
        "for step in range(6):\n"
        "    loss = torch.tanh(data @ w + b).pow(2).mean()\n"
        "    loss.backward()\n"
        "    with torch.no_grad():\n"
        "        for p in [w, b]:\n"
        "            p -= 0.1 * p.grad\n"
        "            p.grad = None\n",
        12,
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_wrong_rule_is_named(wrong: Callable[[str], None], dtype: str) -> None:
    """A rule wrong by a tenth of a percent is found in either precision, and named."""
    wrong("sin")
    verifier = verify(X + "y = x.sin() * x ** 2\ny.sum().backward()\n", dtype=dtype)
    (failure,) = verifier.failures
    assert failure.kind == "gradient"
    assert "the gradient by x[0] is" in failure.message
    assert failure.message.endswith("most likely wrong: SinBackward0")
    assert (failure.line, failure.column) == (3, 9)
    assert failure.difference is not None and failure.difference.position == (0,)
    assert float(failure.expected or 0) == pytest.approx(2.22324, abs=1e-4)
    assert float(failure.got or 0) == pytest.approx(2.22378, abs=1e-4)
    assert "the derivative of SinBackward0 (line 2) alone is wrong" in str(failure.details)
    assert "the gradient is wrong" in str(failure.details)


def test_wrong_element_of_a_large_input_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mismatch along a direction is narrowed down to an element."""
    rule = OPS["exp"].rules[0]
    right = rule.vjp

    def spoiled(g: Any, *args: Any) -> Any:
        found = np.array(right(g, *args))
        found[123] *= 1.5
        return found

    monkeypatch.setattr(rule, "vjp", spoiled)
    verifier = verify("x = torch.randn(500, requires_grad=True)\nx.exp().sum().backward()\n")
    (failure,) = verifier.failures
    assert "the gradient by x[123] is" in failure.message


def test_wrong_gradient_is_said_once_for_a_place(wrong: Callable[[str], None]) -> None:
    """A loop does not repeat itself."""
    wrong("exp")
    verifier = verify(X + "for i in range(9):\n    x.exp().sum().backward()\n")
    assert len(verifier.failures) == 1
    assert verifier.checks == 9


def test_second_derivatives(wrong: Callable[[str], None]) -> None:
    """A rule that is used in a gradient's own graph is verified there."""
    wrong("cos")
    verifier = verify(
        X + "g, = torch.autograd.grad(x.sin().sum(), x, create_graph=True)\ng.sum().backward()"
    )
    (failure,) = verifier.failures
    assert "most likely wrong: CosBackward0" in failure.message


@pytest.mark.parametrize(
    ("program", "remark"),
    [
        ("x.relu()", "a kink of ReluBackward0, with slopes 0 and 1 on its sides"),
        ("x.sign()", "a jump of SignBackward0"),
        ("x.floor()", "a jump of FloorBackward0"),
        ("x.sqrt()", "the edge of where the function is defined of SqrtBackward0"),
        ("x.relu() - (-x).relu()", "a kink of ReluBackward0"),
    ],
)
def test_kinks_are_notes(program: str, remark: str) -> None:
    """A point without a gradient is noted with its place and fails nothing."""
    source = "x = torch.tensor([0.0, 2.0], requires_grad=True)\n"
    verifier = verify(f"{source}y = {program}\ny.sum().backward()\n")
    assert verifier.failures == []
    (note,) = verifier.notes
    assert note.message.startswith("the gradient by x[0]: ")
    assert remark in note.message
    assert (note.kind, note.line) == ("kink", 3)


def test_kink_does_not_hide_a_wrong_gradient(wrong: Callable[[str], None]) -> None:
    """Elements behind one at a kink are still looked at."""
    wrong("exp")
    verifier = verify(
        "x = torch.tensor([0.0, 2.0], requires_grad=True)\n(x.relu() + x.exp()).sum().backward()\n"
    )
    (failure,) = verifier.failures
    assert "most likely wrong: ExpBackward0" in failure.message


@pytest.mark.parametrize(
    "program",
    [
        "a = torch.eye(2, requires_grad=True)\ntorch.linalg.cholesky(a * 4).sum().backward()",
        "x = torch.tensor([1e-12, 1e-4], requires_grad=True)\nx.log().relu().sum().backward()",
        "x = torch.tensor([1e-12, 1e-4], requires_grad=True)\nx.sqrt().sum().backward()",
        "x = torch.tensor([-1.0, 1.0], requires_grad=True)\nx.log().sum().backward()",
        "x = torch.tensor([1e6, 1.0], requires_grad=True)\n(x ** 2).sum().backward()",
    ],
)
def test_hard_points(program: str) -> None:
    """Symmetric matrices, tiny and huge numbers, and results that are no numbers fail nothing."""
    assert verify(program).failures == []


def test_intended_gradients_are_notes() -> None:
    """An operator that leaves out a gradient on purpose is not called wrong."""
    verifier = verify(
        "w = torch.ones(3, 2, requires_grad=True)\n"
        "F.embedding(torch.tensor([0, 1]), w, padding_idx=1).sum().backward()\n"
    )
    assert verifier.failures == []
    assert "leaves out the gradient of the row for padding" in verifier.notes[0].message


def test_hooks_and_random_numbers() -> None:
    """A gradient that a hook changes is the program's will; random numbers are not drawn again."""
    verified(X + "x.register_hook(lambda g: g * 2)\n(x * x).sum().backward()", 1)
    verifier = verify(X + "y = x * 1\ny.uniform_()\n(x + y).sum().backward()")
    assert verifier.failures == []
    assert verifier.notes[0].kind == "unverified"
    assert "it draws random numbers" in verifier.notes[0].message


def test_rounding_is_a_note() -> None:
    """A gradient that cancels in single precision is told with what it would be."""
    verifier = verify(
        "x = torch.tensor([1.0], requires_grad=True)\n"
        "(((x * 1e4) + 1e8) ** 2 - ((x * 1e4) + 1e8 + 3) ** 2).sum().backward()\n"
    )
    assert verifier.failures == []
    assert [note.kind for note in verifier.notes] == ["rounding"]


def test_program_does_not_notice() -> None:
    """Values, gradients, warnings, random numbers and saved-tensor hooks are as without."""
    program = (
        X + "seen = []\n"
        "def pack(t):\n    seen.append(1)\n    return t\n"
        "with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):\n"
        "    y = (F.dropout(x, 0.5) * x).exp()\n"
        "y.sum().backward()\n"
        "print(x.grad, torch.rand(2), len(seen), x._version)\n"
    )
    plain = Session(seed=0)
    with plain:
        expected = plain.evaluate(program)
    with Session(seed=0) as session, verifying(session, "a.grad") as verifier:
        run = session.evaluate(program)
    assert run.stdout == expected.stdout and run.warnings == expected.warnings
    assert verifier.checks == 1


def test_state_is_put_back() -> None:
    """Whatever happens, nothing is recorded afterwards."""
    with pytest.raises(GradcliError):
        verify(X + "x.backward()")
    assert STATE.observers == ()


def test_names_of_inputs() -> None:
    """Inputs are called what the program calls them."""
    program = (
        "p = [torch.zeros(1, requires_grad=True)]\nq = {'w': torch.zeros(1, requires_grad=True)}\n"
        "(p[0].relu() + q['w'].relu()).backward()\n"
    )
    notes = [note.message.partition(":")[0] for note in verify(program).notes]
    assert sorted(notes) == ["the gradient by p[0][0]", "the gradient by q['w'][0]"]


def test_checked_programs(wrong: Callable[[str], None]) -> None:
    """Gradients count as checks of a program where that is asked for."""
    program = X + "x.exp().sum().backward()\n"
    result = check_program(program, "a.grad", Options(gradients=True))
    assert (result.outcome, result.checks) == (PASSED, 1)
    wrong("exp")
    assert check_program(program, "a.grad", Options(gradients=True)).outcome == FAILED


SAMPLED = ("logsumexp", "matmul", "index_put", "cumprod", "conv2d", "linalg_solve", "softmax")


@pytest.mark.parametrize(
    ("name", "index"), [sample for sample in reference.SAMPLES if sample[0] in SAMPLED]
)
def test_operators(name: str, index: int) -> None:
    """The samples of operators, hard points included, fail nothing."""
    recorded = reference.entry(name, index)
    with Session(seed=0, dtype="float64") as session, verifying(session, "a.grad") as verifier:
        for variable, tensor in reference.inputs_of(recorded).items():
            session.assign(variable, tensor)
        value = session.evaluate(reference.PROOFS[name].samples[index].expr).value
        if getattr(value, "requires_grad", False):
            value.backward(reference.weights(value))
    assert verifier.failures == []


def test_kinks_of_a_large_input_do_not_hide_a_wrong_element(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a direction meets kinks, the other elements are still looked at."""
    program = (
        "x = torch.randn(300, requires_grad=True)\n"
        "with torch.no_grad():\n    x[:5] = 0\n"
        "x.relu().sum().backward()\n"
    )
    verifier = verify(program)
    assert verifier.failures == [] and len(verifier.notes) == 1
    rule = OPS["relu"].rules[0]
    right = rule.vjp

    def spoiled(g: Any, *args: Any) -> Any:
        found = np.array(right(g, *args))
        found[200] += 0.5
        return found

    monkeypatch.setattr(rule, "vjp", spoiled)
    (failure,) = verify(program).failures
    assert "the gradient by x[200] is" in failure.message
    assert "most likely wrong: ReluBackward0" in failure.message
