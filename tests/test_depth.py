"""Size is no limit: long sums, deep brackets and long chains, at the default recursion limit."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

import gradcli
from gradcli.core.node import Node


def test_recursion_limit_is_the_default() -> None:
    """What follows proves something only at CPython's own limit."""
    assert sys.getrecursionlimit() <= 1000


def gradient(expression: str) -> list[float]:
    """Differentiate the sum of an expression in x, which is three ones."""
    run = gradcli.run(
        "x = torch.ones(3, requires_grad=True)\n"
        f"y = {expression}\n"
        "y.sum().backward()\n"
        "x.grad.tolist()"
    )
    return list(run.value)


def test_sum_of_ten_thousand_terms() -> None:
    """A sum of 10,000 terms evaluates and differentiates."""
    assert gradient(" + ".join(["x"] * 10_000)) == [10_000.0] * 3


def test_a_thousand_nested_brackets() -> None:
    """1,000 nested brackets evaluate and differentiate, empty ones and working ones."""
    assert gradient("(" * 1000 + "x" + ")" * 1000) == [1.0] * 3
    assert gradient("(1 + " * 1000 + "x" + ")" * 1000) == [1.0] * 3
    assert gradient("torch.relu(" * 1000 + "x" + ")" * 1000) == [1.0] * 3


CHAIN = 300_000
"""More than a call for each could have: with 32 bytes, 8 MiB of stack hold 262,144."""


@pytest.mark.long
def test_a_long_chain_of_multiplications() -> None:
    """A chain of many nodes evaluates, differentiates and is freed."""
    run = gradcli.run(
        "x = torch.ones(1, requires_grad=True)\n"
        "y = x\n"
        f"for i in range({CHAIN}):\n"
        "    y = y * (1 + 2**-20)\n"
        "y.sum().backward()\n"
        "x.grad.item()"
    )
    assert abs(run.value - (1 + 2**-20) ** CHAIN) < 0.02
    node = weakref.ref(run.variables["y"].grad_fn)
    del run
    gc.collect()
    assert node() is None


def test_a_graph_is_freed_without_the_collector() -> None:
    """Tensors and nodes make no reference cycles, also where results are saved."""
    gc.collect()
    gc.disable()
    try:
        x = gradcli.ones(2, requires_grad=True)
        y = (x.exp() * x.tanh()).max(0).values.sqrt()
        y = y.clone()
        y += 1
        y.backward()
        nodes = weakref.WeakSet(nodes_of(y.grad_fn))
        assert nodes
        del y
        assert not nodes
    finally:
        gc.enable()


def nodes_of(root: Node | None) -> list[Node]:
    """Return the nodes of a graph that are not its leaves."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node is not None and node.op is not None:
            found.append(node)
            stack.extend(following for following, _ in node.next_functions)
    return found
