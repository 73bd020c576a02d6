"""What a program leaves behind: nothing that the next one sees, in one process after the other."""

from __future__ import annotations

import gc
from itertools import chain

import pytest

import gradcli
from gradcli.core.state import STATE
from gradcli.errors import GradcliError
from gradcli.language.limits import UNTRUSTED
from gradcli.language.names import natives
from gradcli.language.names.table import MODULES
from gradcli.language.run import run

CHANGES = {
    "import sys; sys.argv.append('x')": "import sys; sys.argv",
    "import types; types.SimpleNamespace.x = 5": "import types; types.SimpleNamespace.x",
    "import enum; del enum.Enum.__repr__": "import enum\nclass A(enum.Enum): x = 1\nA.x",
    "import enum, unittest; unittest.skip('x')(enum.Enum)": "import enum; dir(enum.Enum)",
    "import abc, unittest; unittest.expectedFailure(abc.ABC)": "import abc; dir(abc.ABC)",
    "torch.set_warn_always(True)": "torch.is_warn_always_enabled()",
    "torch.use_deterministic_algorithms(True)": "torch.are_deterministic_algorithms_enabled()",
    "torch.autograd.set_multithreading_enabled(False)": "torch.autograd."
    "is_multithreading_enabled()",
    "torch.default_generator.manual_seed(4)": "torch.initial_seed() == 4",
    "torch.set_rng_state(torch.Generator().get_state())": "torch.initial_seed() == 0x3D30F19CD101",
    "torch.backends.cudnn.benchmark = True": "torch.backends.cudnn.benchmark",
    "def g():\n    with torch.nn.utils.parametrize.cached(): yield\nx = g()\nnext(x)": """
layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(1, 1))
layer.weight is layer.weight""",
}
"""Programs, and those that would see what they changed."""


def outcome(source: str) -> str:
    """Return what a program says."""
    try:
        return repr(run(source).value)
    except GradcliError as error:
        return error.message


@pytest.mark.parametrize("source", CHANGES)
def test_the_next_program_sees_nothing(source: str) -> None:
    """It says what it would have said before."""
    before = outcome(CHANGES[source])
    outcome(source)
    assert outcome(CHANGES[source]) == before


def test_a_seed_is_the_programs() -> None:
    """What a program draws moves the numbers of the thread on; its seeds do not start them."""
    gradcli.manual_seed(0)
    expected = gradcli.rand(2).tolist()
    gradcli.manual_seed(0)
    drawn = run("torch.rand(1).item()").value
    for seed in ("torch.manual_seed(5)", "torch.set_rng_state(torch.Generator().get_state())"):
        run(f"{seed}; torch.rand(1)")
    assert [drawn, gradcli.rand(1).item()] == expected


SUSPENDED = """
def g():
    keep = [x]
    try:
        with torch.no_grad(): yield 1
    finally:
        torch.set_default_dtype(torch.float64)
        print("after", ones(1000))
x = None
x = g()
next(x)
"""


def test_nothing_runs_after_its_end() -> None:
    """What a generator had still to do when its program ended is not done in another's time."""
    printed: list[str] = []
    run(SUSPENDED, limits=UNTRUSTED._replace(max_elements=10, timeout=None), write=printed.append)
    gc.collect()
    assert printed == []
    assert gradcli.get_default_dtype() is gradcli.float32
    assert STATE.program is None


ASKING = """
import re, types, enum, matplotlib.pyplot as plt
layer = torch.nn.Linear(1, 1)
for i in range(2):
    name = "a" * 2000 + str(i)
    re.compile(name)
    space = types.SimpleNamespace()
    setattr(space, name, 1)
    for value in (layer, torch, plt, space, types.SimpleNamespace, enum.Enum, ones(1)):
        hasattr(value, name)
"""


def test_names_are_not_kept() -> None:
    """What programs ask for by names that they make up does not add up in the process."""
    run(ASKING)
    linear = natives._names(type(gradcli.nn.Linear(1, 1)))
    classes = [MODULES["types"].find("SimpleNamespace"), MODULES["enum"].find("Enum")]
    tables = [linear, *[c.found for c in classes], *[module.table for module in MODULES.values()]]
    kept = chain(*[c.plain for c in classes], *map(dict.keys, tables))
    assert [name[:9] for name in kept if isinstance(name, str) and len(name) > 999] == []
