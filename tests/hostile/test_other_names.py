"""Texts that are one name where they are looked at, and another one where they are used."""

from __future__ import annotations

import pytest

from gradcli.errors import GradcliError
from gradcli.language.machine.functions import Object
from gradcli.language.run import run

TWO_NAMES = """
import argparse, json, logging
from torch import nn
class Named(str):
    def __eq__(self, other): return self.other == other
    def __hash__(self): return hash(self.other)
def named(real, other):
    made = Named(real)
    made.other = other
    return made
class Own(nn.Module): pass
class A: pass
layer, own, a = nn.Linear(2, 2), Own(), A()
steps = torch.optim.SGD(layer.parameters(), lr=0.1)
chance = torch.distributions.Normal(0.0, 1.0)
"""


@pytest.mark.parametrize(
    "read",
    [
        "getattr(layer, named('a', '_non_persistent_buffers_set'))",
        "getattr(layer, named('a', '_backward_hooks'))",
        "getattr(own, named('a', 'cls'))",
        "getattr(chance, named('a', '_batch_shape'))",
        "getattr(torch, named('a', '__name__'))",
        "assert hasattr(layer, named('a', 'weight'))",
        "layer.get_parameter(named('a', 'weight'))",
        "delattr(layer, named('a', '_parameters'))",
        "delattr(a, named('a', '__class__'))",
        "setattr(layer, named('a', '_forward_hooks'), 5); layer.a + layer(ones(2)); layer.b",
        "json.loads('[1]', **{named('cls', 'object_hook'): print})",
        "ones(2).sum(**{named('a', 'dim'): 0})",
        "layer.register_buffer(named('a.b', 'a'), ones(1))",
    ],
)
def test_a_name_is_what_was_looked_at(read: str) -> None:
    """What is not there by its letters is not found by what it says it equals."""
    with pytest.raises(GradcliError):
        run(TWO_NAMES + read)


def test_nothing_of_the_host_is_written() -> None:
    """Names are written by their letters, past no check."""
    source = """
for value in (layer, own, steps, chance, a, A):
    for name in ("__class__", "__dict__", "cls", "attributes", "_parameters", "_state"):
        setattr(value, named("x", name), 5)
        assert value.x == 5
[type(value).__name__ for value in (layer, own, steps, chance, a)], layer(ones(2)).shape
"""
    names, shape = run(TWO_NAMES + source).value
    assert names == ["Linear", "Own", "SGD", "Normal", "A"]
    assert shape == (2,)


TEXTS = """
import warnings
class S(str):
    def __str__(self): return self
    __repr__ = __str__
    def __format__(self, spec): return self
s = S("name")
"""


@pytest.mark.parametrize(
    "source",
    [
        "warnings.warn(s)",
        "warnings.warn(s, type(s, (UserWarning,), {}))",
        "class W(UserWarning): pass\nwarnings.warn(W(s))",
        "raise type(s, (Exception,), {})('a')",
        "class E(Exception): pass\nE.__name__ = s\nraise E()",
        "type(s, (), {})().x",
        "raise ValueError(s)",
        "{}[s]",
        "getattr(1, s)",
        "def f(): pass\nf.__name__ = f.__qualname__ = s\nf(1)",
        "m = torch.nn.Sequential(); m.add_module(s, torch.nn.Linear(1, 2)); m(ones(3))",
    ],
)
def test_what_is_said_of_a_program_holds_none_of_its_values(source: str) -> None:
    """Diagnostics are read when the limits are gone: by the host alone."""
    try:
        found = list(run(TEXTS + source).warnings)
    except GradcliError as error:
        found = [error.diagnostic]
    assert found
    for diagnostic in found:
        said = [*diagnostic, *(part for label in diagnostic.labels for part in label)]
        assert [part for part in said if isinstance(part, Object)] == []
