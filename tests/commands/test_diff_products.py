"""Products with Jacobians, Hessians as one matrix, and Taylor polynomials, as formulas."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from gradcli.errors import ExitCode
from gradcli.language.run import run
from tests.symbolic.points import inputs, value

Invoke = Callable[..., Result]


@pytest.mark.parametrize(
    ("source", "asked", "text"),
    [
        ("A @ x", ["--jvp", "x=v"], "A @ v"),
        ("A @ B", ["--jvp", "A=U", "--jvp", "B=V"], "U @ B + A @ V"),
        ("sum(x**2)", ["--jvp", "x=v"], "2 * x @ v"),
        ("tanh(W @ x + b)", ["--vjp", "g", "--wrt", "b"], "g * (1 - tanh(W @ x + b)**2)"),
        ("A @ x", ["--vjp", "g", "--wrt", "x"], "A.T @ g"),
        ("inverse(A)", ["--jvp", "A=V"], "U = inverse(A)\n-U @ V @ U"),
    ],
)
def test_products(invoke: Invoke, source: str, asked: list[str], text: str) -> None:
    """A product is a formula of its own, in which no Jacobian stands."""
    found = invoke("diff", source, *asked)
    assert found.exit_code == ExitCode.OK
    written = [line for line in found.stdout.splitlines() if not line.startswith("#")]
    assert written == text.splitlines()
    assert "v is a" in found.stdout or "V is a" in found.stdout or "g is a" in found.stdout


def test_what_a_product_is_said(invoke: Invoke) -> None:
    """The notes say in words what was multiplied, in JSON too."""
    found = invoke("diff", "softmax(x, 0)", "--jvp", "x=v", "--format", "json")
    notes = json.loads(found.stdout)["notes"]
    assert notes[1] == "the derivative along v of x: the Jacobian times it"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("A @ A.T", "A @ dA.T + dA @ A.T"),
        ("softmax(A, 1)", "U = softmax(A, 1)\nU * (dA - sum(dA * U, 1, True))"),
        ("A.permute(2, 0, 1) * 2", "2 * dA.permute(2, 0, 1)"),
    ],
)
def test_jacobians_without_a_matrix_are_linear_maps(invoke: Invoke, source: str, text: str) -> None:
    """Where no short matrix is known, the change of the result along a change is written."""
    shape = ("--shape", "A=2,3,2") if "permute" in source else ()
    found = invoke("diff", source, *shape)
    assert found.stdout.splitlines()[1:] == [
        "# the derivative along dA of A: the Jacobian times it",
        *text.splitlines(),
    ]


@pytest.mark.parametrize(
    ("source", "shapes"),
    [
        ("s * sum(x**2)", "s= x=3"),
        ("sum((A @ x)**2)", "A=2,3 x=3"),
        ("s * sum(A**2)", "s= A=2,3"),
        ("a * b**3", "a= b="),
        ("x @ y * s", "x=3 y=3 s="),
    ],
)
def test_hessians_by_several_inputs_are_one_matrix(
    invoke: Invoke, source: str, shapes: str
) -> None:
    """The last statement puts the blocks together."""
    given = [part for shape in shapes.split() for part in ("--shape", shape)]
    text = invoke("diff", source, "--hessian", *given).stdout
    arrays = inputs(shapes)
    found = np.asarray(run(f"{text}\nH", arrays, dtype="float64").value.array)
    want = _hessian(source, arrays)
    np.testing.assert_allclose(found, want, atol=1e-5)


def _hessian(source: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Return second differences by all elements in order."""
    sizes = np.cumsum([array.size for array in arrays.values()])[:-1]

    def at(flat: np.ndarray) -> float:
        parts = np.split(flat, sizes)
        point = {n: p.reshape(a.shape) for (n, a), p in zip(arrays.items(), parts, strict=True)}
        return float(value(source, point))

    flat = np.concatenate([array.reshape(-1) for array in arrays.values()])
    step, units = 1e-3, np.eye(flat.size) * 1e-3

    def second(a: np.ndarray, b: np.ndarray) -> float:
        total = at(flat + a + b) - at(flat + a - b) - at(flat - a + b) + at(flat - a - b)
        return total / (4 * step**2)

    return np.array([[second(a, b) for b in units] for a in units])


@pytest.mark.parametrize(
    ("source", "asked", "text"),
    [
        ("log(1 + x)", ["4", "--at", "x=0"], "x - x**2 / 2 + x**3 / 3 - x**4 / 4"),
        ("sin(x)", ["5"], "x - x**3 / 6 + x**5 / 120"),
        ("exp(a * x)", ["2", "--at", "x=0"], "1 + a * x + a**2 * x**2 / 2"),
        ("sqrt(x)", ["2", "--at", "x=4"], "2 + (x - 4) / 4 - (x - 4)**2 / 64"),
        ("x**3", ["5", "--at", "x=1"], "1 + 3 * (x - 1) + 3 * (x - 1)**2 + (x - 1)**3"),
        ("1 / (1 - x)", ["3", "--at", "x=1/2"], None),
        ("sigmoid(x)", ["4"], None),
        ("atan(x)", ["3", "--at", "x=-1.5"], None),
    ],
)
def test_taylor_polynomials(invoke: Invoke, source: str, asked: list[str], text: str) -> None:
    """A polynomial is in powers of the distance, the lowest first."""
    found = invoke("diff", source, "--taylor", *asked)
    assert found.exit_code == ExitCode.OK, found.stderr
    if text is not None:
        assert found.stdout.splitlines()[-1] == text


def test_taylor_formats(invoke: Invoke) -> None:
    """Every format has polynomials."""
    call = ("diff", "cos(x)", "--taylor", "2", "--format")
    assert invoke(*call, "python").stdout.endswith("return 1 - x**2 / 2\n")
    assert invoke(*call, "latex").stdout.endswith("1 - \\frac{x^{2}}{2}\n")
    data: dict[str, Any] = json.loads(invoke(*call, "json").stdout)
    assert data["text"] == "1 - x**2 / 2"
    assert data["notes"][1] == "Taylor polynomial of order 2 at x = 0"


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["log(x)", "--taylor", "2"], ExitCode.PROGRAM, "not finite at x = 0"),
        (["sin(x) / x", "--taylor", "2"], ExitCode.PROGRAM, "not finite at x = 0"),
        (["relu(x)", "--taylor", "1"], ExitCode.PROGRAM, "no derivatives"),
        (["sum(x)", "--taylor", "1"], ExitCode.USAGE, "is by a number"),
        (["x * y", "--taylor", "1"], ExitCode.USAGE, "say which, as --at x=0"),
        (["x**2", "--taylor", "1", "--at", "x=y"], ExitCode.USAGE, "'y' is not a number"),
        (["x**2", "--taylor", "1", "--at", "x"], ExitCode.USAGE, "INPUT=NUMBER"),
        (["x**2", "--taylor", "1", "--hessian"], ExitCode.USAGE, "Give only one of"),
        (["x**2", "--jvp", "y=v"], ExitCode.USAGE, "there is no input 'y'"),
        (["A @ x", "--vjp", "x"], ExitCode.PROGRAM, "x has shape"),
        (["A @ x", "--jvp", "x=A"], ExitCode.PROGRAM, "A has shape"),
    ],
)
def test_what_cannot_be(invoke: Invoke, args: list[str], status: int, words: str) -> None:
    """What makes no sense is said in a line."""
    found = invoke("diff", *args)
    assert (found.exit_code, found.stdout) == (status, ""), found.stderr
    assert words in found.stderr


def test_a_linear_map_is_only_of_one_input(invoke: Invoke) -> None:
    """Several inputs whose Jacobians are no matrices have none."""
    found = invoke("diff", "softmax(A * s, 1)", "--shape", "A=2,3", "--shape", "s=")
    assert found.exit_code == ExitCode.PROGRAM
    assert "matrix of derivatives" in found.stderr
