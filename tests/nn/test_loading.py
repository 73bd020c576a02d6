"""Layers are loaded when they are asked for, and each stands where the index says."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from gradcli import nn

FILES = sorted(set(nn.PLACES.values()))


def test_functions_load_no_layers() -> None:
    """Whoever imports gradcli, or calls its functions, has no layer loaded."""
    program = (
        "import sys, gradcli; gradcli.nn.functional.relu(gradcli.ones(1)); "
        "print(*[name for name in sys.modules if name.startswith('gradcli.nn')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["gradcli.nn", "gradcli.nn.functional"]


@pytest.mark.parametrize("file", FILES)
def test_index(file: str) -> None:
    """A file has the classes that the index says, under PyTorch's names."""
    module = import_module(f"gradcli.nn.{file}")
    assert module.__all__ == [name for name, place in nn.PLACES.items() if place == file]
    for name in module.__all__:
        kind = getattr(nn, name)
        assert (kind.__name__, kind.__module__.startswith("torch.nn.")) == (name, True)
        assert kind.__doc__


def test_files_of_pytorch() -> None:
    """Classes are found in PyTorch's files too."""
    assert nn.modules.batchnorm._BatchNorm is nn.BatchNorm2d.__base__
    assert nn.modules.dropout.Dropout is nn.modules.Dropout is nn.Dropout
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = nn.modules.nothing
