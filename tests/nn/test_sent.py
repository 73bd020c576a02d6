"""What other processes are sent: layers, parameters, optimizers, types and errors."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import gradcli as torch
from gradcli import nn
from gradcli.errors import DataError
from gradcli.numerics.dtypes import DTYPES
from tests.nn.layers import lines


def sent(value: Any) -> Any:
    """Return what another process gets of a value."""
    return pickle.loads(pickle.dumps(value))


def made() -> list[nn.Module]:
    """Return a layer of each row of the table."""
    found = []
    for line in lines():
        if "Transformer" in line or "Lazy" in line:  # hold functions, which stay in their process
            continue
        try:
            found.append(eval(line.split(" | ")[0], {"nn": nn, "torch": torch}))
        except NameError:  # a layer that its row puts together from its inputs
            continue
    return found


@pytest.mark.filterwarnings("ignore")
def test_layers() -> None:
    """A layer arrives as what it is, with its state; a copy is one too."""
    layers = made()
    assert len(layers) > 100
    for layer in layers:
        arrived = sent(layer)
        assert type(arrived) is type(layer) and repr(arrived) == repr(layer)
        pairs = zip(arrived.state_dict().items(), layer.state_dict().items(), strict=True)
        for (name, ours), (other, theirs) in pairs:
            assert name == other and ours.equal(theirs), layer
        if all(p.is_leaf for p in vars(layer).values() if isinstance(p, torch.Tensor)):
            assert type(copy.deepcopy(layer)) is type(copy.copy(layer)) is type(layer)


class Net(nn.Module):
    """A module of user code, with one of gradcli's in it."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(2, 3), nn.Tanh())

    def forward(self, x: torch.Tensor) -> Any:
        """Return the sum."""
        return self.inner(x).sum()


@pytest.mark.parametrize("kind", [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW])
def test_optimizers(kind: Any) -> None:
    """An optimizer arrives with what it remembers, and steps on the module sent beside it."""
    net, x = Net(), torch.ones(2)
    optimizer = kind(net.parameters(), lr=0.1)
    for rate in (torch.optim.lr_scheduler.StepLR(optimizer, 1), optimizer):
        net(x).backward()
        optimizer.step()
        other, others, _ = sent((net, optimizer, rate))
        for module, steps in ((net, optimizer), (other, others)):
            steps.zero_grad()
            module(x).backward()
            steps.step()
        assert [p.tolist() for p in other.parameters()] == [p.tolist() for p in net.parameters()]


def test_tensors_and_types() -> None:
    """Parameters, buffers, sizes and element types arrive as what they are."""
    weight = sent(nn.Parameter(torch.ones(2, dtype=torch.bfloat16), requires_grad=False))
    assert type(weight) is nn.Parameter and weight.dtype is torch.bfloat16
    assert not weight.requires_grad
    buffer = sent(nn.Buffer(torch.ones(2), persistent=False))
    assert type(buffer) is nn.Buffer and buffer.tolist() == [1, 1] and not buffer.persistent
    assert repr(sent(nn.UninitializedParameter())) == "<UninitializedParameter>"
    size = sent(torch.ones(2, 3).shape)
    assert type(size) is torch.Size and size == (2, 3)
    for dtype in DTYPES.values():
        assert sent(dtype) is dtype is copy.deepcopy(dtype)


def matmul(_: int) -> Any:
    """Fail as an operation does."""
    return torch.ones(2) @ torch.ones(3)


def program(_: int) -> Any:
    """Fail as a program does."""
    return torch.run("y = sqr(1)")


@pytest.mark.parametrize("function", [matmul, program])
def test_errors_of_another_process(function: Callable[[int], Any]) -> None:
    """An error comes back as what it was, and the pool goes on."""
    with pytest.raises((RuntimeError, torch.GradcliError)) as here:
        function(0)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = pool.submit(function, 0).exception()
        assert pool.submit(len, "on").result() == 2
    assert type(there) is type(here.value) and str(there) == str(here.value)
    for name in ("code", "kind", "diagnostic", "operands", "help"):
        assert getattr(there, name, None) == getattr(here.value, name, None)


def test_errors_of_files() -> None:
    """The file and the reason arrive apart."""
    arrived = sent(DataError("is empty", "a.csv"))
    assert (arrived.reason, arrived.file, str(arrived)) == ("is empty", "a.csv", "a.csv: is empty")
