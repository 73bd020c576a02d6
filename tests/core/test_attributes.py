"""What PyTorch's tensors, nodes and modules of autograd have, programs have or are told why not."""

import json
from pathlib import Path

import pytest

import gradcli
from gradcli.errors import GradcliError, OpError
from gradcli.language.names.attributes import get_attribute
from tests.core.attributes import SETTING, THINGS

DATA = Path(__file__).parents[1] / "data" / "attributes.json"
RECORDED = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", THINGS)
def test_every_attribute_is_there_or_refused(key: str) -> None:
    """No attribute of PyTorch's is missing without a reason."""
    with gradcli.Session() as session:
        thing = session.evaluate(f"{SETTING}\n{THINGS[key]}").value
        missing = []
        for name in RECORDED[key].split():
            try:
                get_attribute(thing, name)
            except AttributeError as error:
                missing += [] if _explained(error) else [name]
            except (OpError, RuntimeError, GradcliError):
                continue  # which has something to say of the value
    assert missing == []


def _explained(error: AttributeError) -> bool:
    return "leaves it out" in str(getattr(error, "help", ""))


@pytest.mark.parametrize("given", [[1, 2], (1, 2), 3])
def test_the_class_of_a_tensor_keeps_arrays_alone(given: object) -> None:
    """What ``type(x)`` would misread is refused; the constructor by PyTorch's name reads it."""
    tensor = gradcli.ones(1)
    with pytest.raises(TypeError, match="takes an array"):
        type(tensor)(given)
    assert gradcli.Tensor(given).dtype is gradcli.float32
