"""Jacobians, Hessians, products and patterns in reports."""

from __future__ import annotations

import numpy as np
import pytest

from gradcli.answers.inputs import QuestionError
from gradcli.answers.jacobians import Wanted
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from tests.answers.asking import derived

JACOBIAN, HESSIAN = Wanted("jacobian", pattern=True), Wanted("hessian", 2, pattern=True)
SOURCE = "x**2 * y"


def test_jacobian() -> None:
    """There is a block for each input, and no gradient."""
    found = derived(SOURCE, JACOBIAN, x=[1, 2], y=3)
    assert [(d.kind, d.by, d.data.tolist()) for d in found.derivatives] == [
        ("jacobian", ("x",), [[6.0, 0.0], [0.0, 12.0]]),
        ("jacobian", ("y",), [1.0, 4.0]),
    ]
    assert (found.gradients, found.hint) == ((), None)
    assert found.pattern is not None
    assert found.pattern.rows == (("result", 2),)
    assert found.pattern.columns == (("x", 2), ("y", 1))
    assert found.pattern.nonzero.tolist() == [[True, False, True], [False, True, True]]


def test_hessian() -> None:
    """There is a block for each pair, and all of them make one pattern."""
    found = derived(f"({SOURCE}).sum()", HESSIAN, x=[1, 2], y=3)
    assert [(".".join(d.by), d.data.tolist()) for d in found.derivatives] == [
        ("x.x", [[6.0, 0.0], [0.0, 6.0]]),
        ("x.y", [2.0, 4.0]),
        ("y.x", [2.0, 4.0]),
        ("y.y", 0.0),
    ]
    assert found.pattern is not None
    assert found.pattern.nonzero.astype(int).tolist() == [[1, 0, 1], [0, 1, 1], [1, 1, 0]]


def test_wrt_narrows() -> None:
    """Only what was named is differentiated by, also when it is no leaf."""
    found = derived("h = x * 2\nh**2", JACOBIAN, ("h",), x=[1, 2])
    assert [(d.by, d.data.tolist()) for d in found.derivatives] == [
        (("h",), [[4.0, 0.0], [0.0, 8.0]])
    ]


def test_a_result_of_one_element_in_a_list() -> None:
    """PyTorch's Hessian has no axes for the result, and its Jacobian has."""
    assert derived("x**2", HESSIAN, x=[3]).derivatives[0].data.shape == (1, 1)
    assert derived("x**2", JACOBIAN, x=[3]).derivatives[0].data.shape == (1, 1)
    assert derived("x**2", Wanted("derivative", 3), x=[3]).derivatives[0].data.shape == (1,) * 3
    assert derived("x**2", Wanted("derivative", 1), x=[3, 4]).derivatives[0].data.shape == (2, 2)


def test_pattern_of_either() -> None:
    """A result with one element has the pattern of its Hessian."""
    either = Wanted("either", numbers=False, pattern=True)
    one, several = derived("(x**2).sum()", either, x=[1, 2]), derived("x**2", either, x=[1, 2])
    assert one.pattern is not None and several.pattern is not None
    assert (one.pattern.kind, several.pattern.kind) == ("hessian", "jacobian")
    assert one.derivatives == several.derivatives == ()


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("3", "no derivatives: the result is not a tensor"),
        ("x.detach()", "no derivatives: the result does not depend on anything that"),
        ("y = (x * x).sum()\ny.backward()\ny", "no gradients: the program has differentiated"),
    ],
)
def test_hints(source: str, hint: str) -> None:
    """Where there is nothing to report, the report says why."""
    found = derived(source, JACOBIAN, x=[1, 2])
    assert found.derivatives == () and found.pattern is None
    assert found.hint is not None and found.hint.startswith(hint)


@pytest.mark.parametrize(
    ("source", "wanted", "message"),
    [
        ("x**2", HESSIAN, "should contain a single element"),
        ("x * 1j", JACOBIAN, "only for real scalar outputs"),
        ("x**2", Wanted("jvp", tangents={"x": Tensor(np.ones(3))}), "v has invalid size"),
    ],
)
def test_refusals(source: str, wanted: Wanted, message: str) -> None:
    """What PyTorch refuses is refused, at the expression."""
    with pytest.raises(GradcliError, match=message) as caught:
        derived(source, wanted, x=[1, 2])
    assert caught.value.diagnostic.labels[0].text == "the report differentiates this"


def test_unknown_tangent() -> None:
    """A vector for a tensor that is not there is refused."""
    with pytest.raises(QuestionError, match="no tensor 'xs'; there is x"):
        derived("x", Wanted("jvp", tangents={"xs": Tensor(np.ones(1))}), x=[1])
