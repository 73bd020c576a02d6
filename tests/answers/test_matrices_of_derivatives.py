"""Jacobians of vectors and matrices, by vectors, matrices and numbers, and the shapes meant."""

import numpy as np
import pytest

import gradcli
from gradcli.answers.formula import derive
from gradcli.errors import GradcliError
from tests.symbolic.points import inputs, value

TEXTS = [
    ("A @ x", "x", "x=3 A=2,3", "A"),
    ("A @ x", "A", "x=3 A=2,3", "kron(eye(2), x)"),
    ("x @ A", "A", "x=2 A=2,3", "kron(x, eye(3))"),
    ("softmax(x, 0)", "x", "x=3", "u = softmax(x, 0)\ndiag(u) - outer(u, u)"),
    ("log_softmax(x, 0)", "x", "x=3", "eye(3) - softmax(x, 0)"),
    ("tanh(W @ x + b)", "x", "W=2,3 x=3 b=2", "diag(1 - tanh(W @ x + b)**2) @ W"),
    ("tanh(W @ x + b)", "b", "W=2,3 x=3 b=2", "diag(1 - tanh(W @ x + b)**2)"),
    ("relu(W @ x)", "x", "W=2,3 x=3", "diag(1.0 * (W @ x > 0)) @ W"),
    ("A @ B", "A", "A=2,3 B=3,4", "kron(eye(2), B.T)"),
    ("A @ B", "B", "A=2,3 B=3,4", "kron(A, eye(4))"),
    ("A @ X @ B", "X", "A=2,3 X=3,4 B=4,2", "kron(A, B.T)"),
    ("inverse(A)", "A", "A=3,3", "U = inverse(A)\n-kron(U, U.T)"),
    ("A * B", "A", "A=2,3 B=2,3", "diag(flatten(B))"),
    ("A.reshape(6)", "A", "A=2,3", "eye(6)"),
    ("sum(A**2, 0)", "A", "A=2,3", None),
    ("mean(A, 1)", "A", "A=2,3", None),
    ("sum(A * x, 1)", "A", "A=2,3 x=3", "kron(eye(2), x)"),
    ("outer(x, y)", "x", "x=3 y=2", "kron(eye(3), y[:, None])"),
    ("outer(x, y)", "y", "x=3 y=2", "kron(x[:, None], eye(2))"),
    ("x - mean(x)", "x", "x=4", "eye(4) - 0.25"),
    ("x / sum(x)", "x", "x=3", None),
    ("x / norm(x)", "x", "x=3", None),
    ("cumsum(x, 0)", "x", "x=3", "eye(3).cumsum(0)"),
    ("x * 2", "x", "x=3", "2 * eye(3)"),
    ("x * 2", "x", "x=1,3,2", "2 * eye(6)"),
    ("squeeze(x)", "x", "x=1,2,1", "eye(2)"),
    ("squeeze(x)", "x", "x=1,3", "eye(3)"),
    ("sin(x)", "x", "x=2,3,2", "diag(flatten(cos(x)))"),
    ("x**2 * y", "x", "x=3 y=3", "2 * diag(x * y)"),
    ("y", "x", "x=3 y=2", None),
    ("exp(s) * x", "s", "s= x=3", "x * exp(s)"),
    ("inverse(A + s * eye(2))", "s", "s= A=2,2", None),
    ("softmax(W @ x, 0)", "W", "W=2,3 x=3", None),
    ("where(x > 1, x**2, x)", "x", "x=3", "diag(where(x > 1, 2 * x, 1))"),
]


@pytest.mark.parametrize(("source", "by", "shapes", "text"), TEXTS)
def test_jacobians(source: str, by: str, shapes: str, text: str | None) -> None:
    """The text is the one a person writes, and agrees with differences of the results."""
    arrays = inputs(shapes)
    found = derive(source, arrays, {}, {}, (by,))
    if text is not None:
        assert found.text == text
    matrix, x, step = value(found.text, arrays), arrays[by], 1e-6
    rows = value(source, arrays).size
    for place, index in enumerate(np.ndindex(x.shape)):
        moved = np.zeros_like(x)
        moved[index] = step
        ends = [value(source, {**arrays, by: x + sign * moved}) for sign in (1, -1)]
        column = matrix.reshape(rows, -1)[:, place]
        np.testing.assert_allclose(column, (ends[0] - ends[1]).ravel() / (2 * step), atol=1e-7)


@pytest.mark.parametrize(
    ("source", "shapes"),
    [
        ("x - mean(x)", {"x": ["n"]}),
        ("x / sum(x)", {"x": ["n"]}),
        ("softmax(x, 0)", {"x": ["n"]}),
        ("cumsum(x, 0)", {"x": ["n"]}),
        ("X @ w", {"X": ["n", "m"], "w": ["m"]}),
        ("tanh(W @ x + b)", {"W": ["n", "m"], "x": ["m"], "b": ["n"]}),
        ("x**2 + sin(x)", {"x": []}),
        ("sum(x) * s", {"x": ["n"], "s": []}),
        ("sum(mean(x, 0))", {"x": ["n"]}),
        ("exp(-sum((x - y)**2) / s)", {"x": ["n"], "y": ["n"], "s": []}),
        ("inverse(S)", {"S": ["n", "n"]}),
        ("outer(x, y)", {"x": ["n"], "y": ["m"]}),
    ],
)
def test_shapes_that_are_meant(source: str, shapes: dict[str, list[str]]) -> None:
    """What is put together is a vector or a matrix, and what was assumed is said."""
    found = derive(source, {}, {}, {})
    assert found.problem.assumed_shapes() == shapes
    assert found.notes[0].startswith("assumed: ")


def test_given_shapes_are_not_assumed() -> None:
    """Nothing is said of shapes that somebody gave."""
    assert derive("sum(x**2)", {}, {"x": (3,)}, {}).notes == []


@pytest.mark.parametrize(
    ("source", "text"), [("A.T @ B", "dA.T @ B"), ("A @ A.T", "A @ dA.T + dA @ A.T")]
)
def test_linear_maps(source: str, text: str) -> None:
    """What has no matrix that is written here is written as what it makes of a change."""
    shapes = {"A": (2, 3), "B": (2, 3)}
    found = gradcli.diff(source, "A", shapes, notes=False)
    assert found == text
    arrays = inputs("A=2,3 B=2,3 dA=2,3")
    step = 1e-6 * arrays["dA"]
    above, below = (value(source, {**arrays, "A": arrays["A"] + s}) for s in (step, -step))
    np.testing.assert_allclose(value(found, arrays), (above - below) / 2e-6, rtol=1e-6)


@pytest.mark.parametrize(
    ("source", "hessian"),
    [("einsum('ij,kj->ik', A, B)[:, 0]", False), ("sum((A.T @ B)**2 @ A.T)", True)],
)
def test_refused(source: str, hessian: bool) -> None:
    """What has no expression at all is refused by name."""
    with pytest.raises(GradcliError) as caught:
        gradcli.diff(source, "A", {"A": (2, 3), "B": (2, 3)}, hessian=hessian)
    assert caught.value.diagnostic.code == "no-expression"


@pytest.mark.parametrize(
    ("source", "order", "text"),
    [
        ("sum(norm(x @ A) * (w @ (x * A.T)))", 2, None),
        ("w @ (x * A.T)", 1, "diag(A @ w)"),
        ("(A.T * x) @ x", 1, "2 * A.T @ diag(x)"),
        ("norm(mean(outer(x, x), 1))", 1, None),
        ("(y / (y**2 + 1)) @ (x * y)", 1, None),
        ("stack([x[0] * cos(x[1]), 5 * x[0] + x[1]])", 1,
         "stack((stack((cos(x[1]), -sin(x[1]) * x[0])), stack((tensor(5.0), tensor(1.0)))))"),
        ("(1 - x[0])**2 + 100 * (x[1] - x[0]**2)**2", 2, None),
    ],
)  # fmt: skip
def test_vectors_beside_matrices(source: str, order: int, text: str | None) -> None:
    """A vector that multiplies rows or columns goes out of a product; elements stand in rows."""
    shapes = {"x": 2, "y": 2, "A": (2, 3), "w": 3}
    found = gradcli.diff(source, "x", shapes, order=order, notes=False)
    assert text is None or found == text


def test_results_without_derivative() -> None:
    """A vector of truths has no Jacobian."""
    with pytest.raises(GradcliError, match="a derivative is of one number"):
        gradcli.diff("x > 2", "x", {"x": 3})


@pytest.mark.parametrize(
    ("source", "shapes", "text"),
    [
        ("x @ A @ y", "x=3 y=2", "dxdx = zeros(3, 3)\ndxdy = A\ndydx = A.T\ndydy = zeros(2, 2)"),
        ("s * sum(x**2)", "x=3 s=", "dxdx = 2 * s * eye(3)\ndxds = 2 * x\ndsdx = 2 * x\ndsds = 0"),
        ("sum((A @ y - x)**2)", "x=3 y=2", None),
        ("sin(s * t)", "s= t=", None),
        ("sum(B @ y)", "B=3,2 y=2", None),
        ("sum(B**2)", "B=3,2", "2 * eye(6)"),
        ("trace(B.T @ A @ B.T @ A)", "B=3,2", None),
        ("x[0] * x[1]", "x=3", "stack((eye(3)[1], eye(3)[0], zeros_like(x)))"),
        ("sum(x[1:] * x[:-1])", "x=3", None),
        ("x[2]**3 + x[0] * s", "x=3 s=", None),
    ],
)
def test_second_derivatives(source: str, shapes: str, text: str | None) -> None:
    """Second derivatives by each pair of inputs are differences of first ones."""
    arrays = inputs(shapes)
    constant = inputs("A=3,2", 5)
    names = tuple(arrays)
    found = derive(source, arrays, {}, {n: gradcli.tensor(a) for n, a in constant.items()}, names,
                   hessian=True)  # fmt: skip
    if text is not None:
        assert found.text.removesuffix(f"\n{found.block}") == text
    everything, step = {**arrays, **constant}, 1e-6
    for a in names:
        first = derive(source, everything, {}, {}, (a,)).text
        for b in names:
            wanted = f"{found.text}\nd{a}d{b}" if len(names) > 1 else found.text
            block = value(wanted, everything)
            for place, index in enumerate(np.ndindex(arrays[b].shape)):
                moved = np.zeros_like(arrays[b])
                moved[index] = step
                ends = [value(first, {**everything, b: arrays[b] + s * moved}) for s in (1, -1)]
                slope = (ends[0] - ends[1]).ravel() / (2 * step)
                column = block.reshape(arrays[a].size, -1)[:, place]
                np.testing.assert_allclose(column, slope, atol=1e-7)


def test_one_element_repeated_over_a_matrix_is_turned() -> None:
    """The text of a derivative by it computes, which ``diff`` has checked."""
    found = gradcli.diff("sum(torch.linalg.householder_product(a, t))", "t", {"a": (3, 2), "t": 2})
    assert "tril(a, -1)" in found
