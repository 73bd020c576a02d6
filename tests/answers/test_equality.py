"""Two texts that compute the same, and two that do not."""

import pytest

import gradcli


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("sin(2 * x)", "2 * sin(x) * cos(x)", True),
        ("x @ A @ x", "x @ A.T @ x", True),
        ("x @ A @ y", "x @ A.T @ y", False),
        ("A @ B", "B @ A", False),
        ("trace(A @ B)", "trace(B @ A)", True),
        ("sum(x)", "x", False),
        ("log(x**2)", "2 * log(x)", False),
        ("log(x**2)", "2 * log(abs(x))", True),
        ("abs(x)", "x", False),
        ("relu(x)", "where(x > 0, x, 0)", True),
        ("y = x\nfor i in range(3):\n    y = y * x\ny", "x**4", True),
        ("3", "1 + 2", True),
    ],
)
def test_programs(a: str, b: str, same: bool) -> None:
    """Programs are compared by what they compute."""
    assert gradcli.equal(a, b) is same
    assert gradcli.equal(b, a) is same


@pytest.mark.parametrize(
    ("a", "b", "shape"),
    [("x * ones(2, 3)", "x * ones(3)", (3,)), ("x * ones(1)", "x", ()), ("x[None]", "x", (3,))],
)
def test_results_of_other_shapes_differ(a: str, b: str, shape: tuple[int, ...]) -> None:
    """Equal numbers in another shape are another result, also where one spreads to the other."""
    assert not gradcli.equal(a, b, {"x": shape})
    assert not gradcli.equal(b, a, {"x": shape})


def test_what_is_given() -> None:
    """Shapes, values and constants say what inputs are."""
    assert not gradcli.equal("sum(x) * x", "x * x")
    assert gradcli.equal("sum(x) * x", "x * x", {"x": ()})
    assert gradcli.equal("k * x", "2 * x", constants={"k": 2})
    assert not gradcli.equal("k * x", "2 * x")
    assert gradcli.equal("x @ x", "sum(x**2)", values={"x": [1.0, 2.0]})


def test_tensors_are_compared_as_in_pytorch() -> None:
    """The name is PyTorch's for tensors."""
    assert gradcli.equal(gradcli.ones(2), gradcli.ones(2)) is True
    assert gradcli.equal(gradcli.ones(2), gradcli.ones(3)) is False


@pytest.mark.parametrize(("a", "b"), [("x +", "x"), ("x", "'text'"), ("nan * x", "nan * x")])
def test_what_cannot_be_compared(a: str, b: str) -> None:
    """A program that is wrong, or never finite, is an error."""
    with pytest.raises(gradcli.GradcliError):
        gradcli.equal(a, b)
