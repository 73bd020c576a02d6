"""The names of operators in tables of ``symbolic``: a misspelt one would stand for nothing."""

from collections.abc import Iterable
from operator import attrgetter

import numpy as np
import pytest
import scipy.special

import gradcli
from gradcli.core.table import OPS
from gradcli.errors import GradcliError
from gradcli.language.run import run
from gradcli.symbolic import (
    latex_calls,
    numpy_code,
    numpy_words,
    spell_calls,
    translate,
)


def no_operators(names: Iterable[str]) -> list[str]:
    """Return the names under which no operator is declared."""
    known = OPS.load_all()
    return [name for name in names if name not in known]


def no_functions(names: Iterable[str]) -> list[str]:
    """Return the names that no program can call; where they are may be left out."""
    places = ("", "F.", "special.")
    return [name for name in names if not any(is_function(place + name) for place in places)]


def is_function(name: str) -> bool:
    """Tell whether a program has a function under a name."""
    try:
        return callable(run(name).value)
    except GradcliError:
        return False


@pytest.mark.parametrize("table", [translate.TRANSLATIONS, spell_calls.CALLS])
def test_tables_by_operator(table: dict[str, object]) -> None:
    """What is translated or spelled is an operator."""
    assert no_operators(table) == []


@pytest.mark.parametrize(
    "table",
    [
        numpy_words.HELPERS,
        latex_calls._SHORT,
        latex_calls._SPECIAL,
        *[names.pattern.split("|") for names in (latex_calls._REDUCTIONS, latex_calls._ALONG)],
        latex_calls._PARTS,
    ],
)
def test_tables_by_function(table: Iterable[str]) -> None:
    """What NumPy code and LaTeX are known for is a function of the language."""
    assert no_functions(table) == []


def test_functions_of_numpy() -> None:
    """What declarations name is a function of NumPy's, or one of SciPy's special functions."""
    names = [op.numpy for op in OPS.load_all().values() if op.numpy]
    assert len(names) > 70
    rooms = {name: scipy if name.startswith("special.") else np for name in names}
    assert [name for name in names if not callable(attrgetter(name)(rooms[name]))] == []


def test_tables_by_method() -> None:
    """What NumPy code is known for as a method is one of a tensor."""
    assert [name for name in numpy_code._METHODS if not hasattr(gradcli.Tensor, name)] == []


def test_a_misspelt_name_is_seen() -> None:
    """The checks find what they look for."""
    assert no_operators(["exp", "exq"]) == ["exq"]
    assert no_functions(["softplus", "sofplus", "torch.linalg.solve", "torch.linalg.solv"]) == [
        "sofplus",
        "torch.linalg.solv",
    ]
