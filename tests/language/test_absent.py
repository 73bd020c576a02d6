"""What is left out is really not there, and the errors say why."""

from __future__ import annotations

import pytest

import gradcli
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.names.absent import ABSENT
from gradcli.language.names.attributes import attribute_names
from gradcli.language.names.table import MODULES


@pytest.mark.parametrize("name", sorted(ABSENT))
def test_is_absent(name: str) -> None:
    """No row is about a name that programs can use."""
    module, _, short = name.rpartition(".")
    if module == "torch.Tensor":
        there = short in set(attribute_names(Tensor(0.0)))
    else:
        there = module in MODULES and short in MODULES[module].table
    assert not there, f"{name} can be used: its row in gradcli/language/names/absent.py goes"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("torch.sparse_coo_tensor()", "tensors are dense"),
        ("torch.eig(ones(2, 2))", "use torch.linalg.eigvals"),
        ("ones(2).to_sparse()", "tensors are dense"),
        ("F.conv_tbc()", "use F.conv1d"),
    ],
)
def test_error_gives_reason(program: str, reason: str) -> None:
    """Asking for it says why there is none."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(program)
    assert reason in (caught.value.diagnostic.help or "")
