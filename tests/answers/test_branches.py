"""What a formula must not leave out: branches by value, numbers made of values, missing rules."""

import numpy as np
import pytest

import gradcli
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.language.run import run
from tests.symbolic.points import inputs, value


@pytest.mark.parametrize(
    ("source", "shapes", "text"),
    [
        ("x**2 if x > 5 else x", "x=", "where(x > 5, 2 * x, 1)"),
        ("sum(x) if x[0] > 0 else sum(x**2)", "x=3", "where(x[0] > 0, 1, 2 * x)"),
        ("y = x\nif x > 1:\n    y = sin(x)\nelif x < -1:\n    y = x**3\ny", "x=", None),
        ("def f(x):\n    return x**2 if x > 3 else 2 * x\nf(x) + f(3 * x)", "x=", None),
        ("max(x, y)", "x= y=", None),
        ("assert x > 2\nx**2", "x=", "2 * x"),
        ("x**2 if x > 0 and x < 2 else 0 * x", "x=", None),
        ("x**3 if not (x > 5) else x", "x=", None),
        ("sin(x)/x if x != 0 else 1", "x=", None),
    ],
)
def test_branches_become_choices(source: str, shapes: str, text: str | None) -> None:
    """Every way through a program stands in the text, under its condition."""
    arrays = inputs(shapes)
    formula = gradcli.diff(source, "x", {name: a.shape for name, a in arrays.items()})
    if text is not None:
        assert formula == text
    for scale in (1, -1, 3, -3, 20):
        point = {name: scale * array for name, array in arrays.items()}
        if source.startswith("assert") and scale != 3:
            continue
        want = gradient(source, point)
        np.testing.assert_allclose(value(formula, point), want, rtol=1e-9, atol=1e-12)


def gradient(source: str, point: dict[str, np.ndarray]) -> np.ndarray:
    """Return the gradient of a program by x at a point."""
    leaves = {name: gradcli.tensor(array, requires_grad=True) for name, array in point.items()}
    result = run(source, leaves, dtype="float64").value
    if not isinstance(result, gradcli.Tensor) or not result.requires_grad:
        return np.zeros_like(point["x"])
    (found,) = gradcli.autograd.grad(result, [leaves["x"]], allow_unused=True)
    return np.zeros_like(point["x"]) if found is None else np.asarray(found.array)


@pytest.mark.parametrize(
    "source",
    [
        "y = x\nwhile y < 100:\n    y = y * y\ny",
        "y = x\nfor i in range(20):\n    y = y * 2 if y < 100 + i else y\ny",
        "x * x.item()",
        "x * int(x)",
        "x * float(x > 5)",
        "[x, x**2][int(x > 5)]",
        "x * (2 if x.tolist() > 5 else 1)",
        "x if x > 0 else stack([x, x])",  # derivatives of two shapes
    ],
)
def test_values_that_become_numbers_are_refused(source: str) -> None:
    """What would be a derivative at one point alone is none."""
    with pytest.raises(GradcliError) as caught:
        gradcli.diff(source, "x", {"x": ()})
    assert caught.value.diagnostic.code == "no-expression"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("sum(x[x < 3])", "1.0 * (x < 3)"),
        ("sum(x.masked_select(x > 1))", "1.0 * (x > 1)"),
        ("sum(x[x < 3]**2 - 1)", "2 * x * (x < 3)"),
        ("sum(sqrt(x[x > 1]))", "where(x > 1, 1 / (2 * sqrt(x)), 0)"),
        ("sum(x[x > 0] * y[x > 0])", "y * (x > 0)"),
        ("x[x > 0] @ x[x > 0]", "2 * relu(x)"),
        ("sum(log(x)[x > 1])", None),
        ("sum(x[x > 0])**2 / sum(x > 0)", None),
        ("sum(where(x > 1, x, 2 * x)[x > 0] * exp(sum(y)))", None),
        ("sum(x[y > 0]**x[y > 0])", None),
    ],
)
def test_sums_of_picked_elements(source: str, text: str | None) -> None:
    """What a mask picks is summed over all elements, chosen by the mask."""
    arrays = inputs("x=4 y=4")
    formula = gradcli.diff(source, "x", {name: a.shape for name, a in arrays.items()})
    if text is not None:
        assert formula == text
    for scale in (1, -1, 3, 20):
        point = {name: scale * array for name, array in arrays.items()}
        point["x"][0] *= -1
        want = gradient(source, point)
        if np.isfinite(want).all():
            np.testing.assert_allclose(value(formula, point), want, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    "source",
    [
        "mean(x[x < 3])",
        "x.masked_select(x > 1)",
        "sum(x[x > 1].sort()[0])",
        "len(x[x > 1]) * sum(x)",
        "sum(x[x > 1] * x[x > 2][0])",
        "x[argmax(x)]",
        "sum(unique(x))",
    ],
)
def test_picked_elements_are_refused_by_name(source: str) -> None:
    """A mask or an index that is made of values says where it stands."""
    with pytest.raises(GradcliError) as caught:
        gradcli.diff(source, "x", {"x": 3})
    assert caught.value.diagnostic.code == "no-expression"
    assert caught.value.diagnostic.labels


def test_fixed_values_decide() -> None:
    """The values of a constant are known, and so is the branch."""
    source = "x**2 if k > 1 else x"
    assert gradcli.diff(source, "x", {"x": ()}, constants={"k": np.float64(2.0)}) == "2 * x"
    assert gradcli.diff(source, "x", {"x": ()}, constants={"k": np.ones(())}) == "1"


WITHOUT = [op for op in OPS.load_all().values() if op.rules and not op.differentiable]


@pytest.mark.parametrize("op", WITHOUT, ids=lambda op: op.name)
def test_textbook_derivatives(op: object) -> None:
    """Functions that PyTorch does not differentiate have the derivatives of textbooks."""
    name = f"torch.special.{op.name}"  # type: ignore[attr-defined]
    calls = [f"{name}(x, {n})" for n in (0, 1, 2, 5)] if "polynomial" in name else [f"{name}(x)"]
    for call in calls:
        if op.name == "airy_ai":  # type: ignore[attr-defined]
            with pytest.raises(GradcliError, match="airy_ai"):
                gradcli.diff(call, "x", {"x": ()})
            continue
        text = gradcli.diff(call, "x", {"x": ()})
        for x in (0.3, 0.8, 1.7):
            ends = [value(call, {"x": np.asarray(x + h)}) for h in (1e-5, -1e-5)]
            found = value(text, {"x": np.asarray(x)})
            np.testing.assert_allclose(found, (ends[0] - ends[1]) / 2e-5, rtol=1e-6, atol=1e-7)


def test_there_are_as_many_as_pytorch_leaves_out() -> None:
    """Bessel functions, their relatives and orthogonal polynomials: none is forgotten."""
    assert len(WITHOUT) == 24


def test_programs_have_no_more_derivatives_than_pytorch() -> None:
    """Outside of formulas those functions stay without."""
    found = run("torch.special.bessel_j0(x)", {"x": gradcli.tensor(1.0, requires_grad=True)})
    assert not found.value.requires_grad
