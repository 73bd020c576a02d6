"""Tangents that operators carry along are the products that ``torch.func.jvp`` gives."""

from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.transforms.forward_ad import dual_level, make_dual, unpack_dual
from gradcli.transforms.func import jvp

NAMES = {name: getattr(torch, name) for name in dir(torch) if not name.startswith("_")}
NAMES |= {"torch": torch, "F": torch.nn.functional, "inf": np.inf, "nan": np.nan}
REFUSED = {"floor_divide"}  # at once, where a whole may do without its derivative
PYTHONS = ("float", "int", "bool", "complex", "range")
EXAMPLES = {
    name: op.example
    for name, op in OPS.load_all().items()
    if op.example and "\n" not in op.example[0] and name not in REFUSED
}


def scope(definitions: tuple[str, ...]) -> dict[str, Any]:
    """Return what an example defines."""
    names = {name: value for name, value in NAMES.items() if name not in PYTHONS}
    defined: dict[str, Any] = {}
    for definition in definitions:
        name, _, text = definition.partition("=")
        defined[name] = eval(text, names | defined)
    return defined


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_operators_carry_tangents(name: str) -> None:
    """In forward mode an example has the tangents that the whole of it has, transposed."""
    text, *definitions = EXAMPLES[name]
    defined = scope(tuple(definitions))
    primals = {
        key: value
        for key, value in defined.items()
        if isinstance(value, Tensor) and value.array.dtype.kind in "fc"
    }
    random = np.random.default_rng(0)
    tangents = [
        Tensor(random.standard_normal(p.shape).astype(p.array.dtype)) for p in primals.values()
    ]
    names = {key: value for key, value in NAMES.items() if key not in PYTHONS} | defined

    def run(*values: Any) -> tuple[Any, ...]:
        torch.manual_seed(0)
        given = dict(zip(primals, values, strict=True))
        found = eval(text, names | {key: value.clone() for key, value in given.items()})
        results = found if isinstance(found, tuple) else (found,)
        return tuple(r for r in results if isinstance(r, Tensor) and r.array.dtype.kind in "fc")

    if not primals or not run(*primals.values()):
        return
    try:
        _, expected = jvp(run, tuple(primals.values()), tuple(tangents))
    except (NotImplementedError, RuntimeError) as error:
        with dual_level(), pytest.raises(type(error).__mro__[2]):
            run(*map(make_dual, primals.values(), tangents))
        return
    with dual_level():
        duals = map(make_dual, primals.values(), tangents)
        found = [unpack_dual(result).tangent for result in run(*duals)]
    for tangent, product in zip(found, expected, strict=True):
        exact = product.array
        carried = np.zeros_like(exact) if tangent is None else tangent.array
        np.testing.assert_allclose(carried, exact, rtol=2e-3, atol=1e-4)
