"""What is left out is really not there, and the errors say why."""

from __future__ import annotations

import pytest

import gradcli
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.names.absent import ABSENT
from gradcli.language.names.attributes import attribute_names
from gradcli.language.names.table import MODULES


def test_is_absent() -> None:
    """No row is about a name that programs can use: such a row of ``absent.py`` goes."""
    tables = {name: set(module.table) for name, module in MODULES.items()}
    tables["torch.Tensor"] = set(attribute_names(Tensor(0.0)))
    places = {name: name.rpartition(".") for name in ABSENT}
    assert not [n for n, (where, _, short) in places.items() if short in tables.get(where, ())]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("torch.sparse_coo_tensor()", "tensors are dense"),
        ("torch.eig(ones(2, 2))", "use torch.linalg.eigvals"),
        ("ones(2).to_sparse()", "tensors are dense"),
        ("F.conv_tbc()", "use F.conv1d"),
        ("from decimal import Decimal; Decimal('1')", "use fractions.Fraction"),
        ("import ast; ast.literal_eval('1')", "json.loads"),
        ("from unittest import mock", "in its place"),
        ("from torch.nn.attention import sdpa_kernel; sdpa_kernel()", "nothing chooses"),
        ("from torch.utils._pytree import tree_map; tree_map()", "a loop or comprehension"),
        ("torch.profiler.profile()", "nothing is measured"),
    ],
)
def test_error_gives_reason(program: str, reason: str) -> None:
    """Asking for it says why there is none."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(program)
    assert reason in (caught.value.diagnostic.help or "")
