"""Attributes of modules that are written in Python: properties, and the dictionary itself."""

from __future__ import annotations

import copy
from typing import Any

import gradcli
from gradcli import nn


class Scaled(nn.Module):
    """A module with a property that can be written and deleted, which copies itself."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(gradcli.ones(2))
        self.factor = 3

    @property
    def factor(self) -> int:
        """Return what was written, doubled."""
        return self._factor

    @factor.setter
    def factor(self, value: int) -> None:
        self._factor = 2 * value

    @factor.deleter
    def factor(self) -> None:
        del self._factor

    def __deepcopy__(self, memo: dict[int, Any]) -> Scaled:
        made = self.__new__(self.__class__)
        memo[id(self)] = made
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return made


def test_properties_are_written_and_deleted() -> None:
    """What a class makes of writing and deleting counts, as it does in PyTorch."""
    module = Scaled()
    assert module.factor == 6
    assert "factor" not in vars(module)
    del module.factor
    assert not hasattr(module, "_factor")


def test_dictionary_is_replaced() -> None:
    """A copy that is given a dictionary has the parameters in it."""
    module = Scaled()
    made = copy.deepcopy(module)
    made.weight.data.zero_()
    assert list(made.state_dict()) == ["weight"]
    assert module.weight.tolist() == [1.0, 1.0]
