"""Numbers in a text are what programs may pass: a tensor where an operator takes no number."""

import numpy as np
import pytest

from gradcli.answers.formula import derive
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.language.run import Session

_OF_TWO = ["hypot", "atan2", "maximum", "fmin", "logaddexp", "nextafter", "dist", "xlogy", "fmod"]


@pytest.mark.parametrize("name", _OF_TWO)
@pytest.mark.parametrize("shape", [(), (3,)])
def test_a_text_runs_as_any_program(name: str, shape: tuple[int, ...]) -> None:
    """What was simplified to a number is written as the operator takes it."""
    assert OPS[name]
    text = derive(f"sum({name}(x, tensor(3.0)) * x)", {}, {"x": shape}, {}, ("x",)).text
    with Session(dtype="float64") as session:  # without the leniency that formulas have
        session.assign("x", Tensor(np.full(shape, 2.0), True))
        assert session.evaluate(text).value is not None
