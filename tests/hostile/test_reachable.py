"""What a program can get hold of: values of the language, and nothing of the host.

The walk begins at every name that a program has, and at the results of every operator's example; it
goes on to attributes, as the tables of the language give them, and to elements.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np
import pytest

from gradcli.core.graph import GradientEdge
from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, Function, Lazy, Method
from gradcli.language.names import attributes
from gradcli.language.names.modules import Module
from gradcli.language.names.numpy_names import Grid
from gradcli.language.names.table import MODULES, program_names
from gradcli.language.run import run
from gradcli.numerics.device import Device, Mark
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator

pytestmark = pytest.mark.filterwarnings("ignore")  # of deprecated attributes

PLAIN = (int, float, complex, str, type(None), type(...), slice, range, np.generic, np.dtype)
CONTAINERS = (tuple, list, dict, set, frozenset)
OWN = (
    *(Tensor, Node, Module, Builtin, Function, Method, Lazy, DType, Device, Generator),
    *(np.ndarray, GradientEdge, RemovableHandle, Mark, Grid),
)
"""The classes whose values are the language's; those of contexts and tables come besides."""


MANY = 40
"""So many values of a class are looked into: a tensor's attributes are tensors again."""


def known(value: Any) -> bool:
    """Tell whether a value is one of the language."""
    if isinstance(value, type):
        return value in CONSTRUCTORS or value in NAMED or issubclass(value, (Node, Lazy, *TABLES))
    return isinstance(value, (*PLAIN, *CONTAINERS, *OWN, *TABLES))


TABLES = tuple(
    kind
    for table in (attributes.METHODS, attributes.GETTERS, attributes.CONTEXTS, attributes.OPEN)
    for kind in table
    if kind not in (type, object)
)
NAMED = {type, np.ndarray, np.generic, np.dtype, np.random.Generator, object}


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a program gets from a value: attributes and elements."""
    names = value.table if isinstance(value, Module) else attributes.attribute_names(value)
    for name in list(names):
        with suppress(OpError, AttributeError, TypeError, ValueError, RuntimeError):
            yield f".{name}", attributes.get_attribute(value, name)
    if isinstance(value, dict):
        yield from (("[...]", part) for part in islice([*value, *value.values()], 100))
    elif isinstance(value, CONTAINERS):
        yield from ((f"[{i}]", part) for i, part in enumerate(islice(value, 100)))


def walk(roots: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return what is no value of the language among all that can be reached, with the way there."""
    queue, seen, wrong = deque(roots), set(), {}
    kept = []  # so that no identity is used twice
    walked: Counter[type] = Counter()
    while queue:
        way, value = queue.popleft()
        if id(value) in seen or way.count(".") + way.count("[") > 6:
            continue
        seen.add(id(value))
        kept.append(value)
        if not known(value):
            wrong[way] = value
        elif walked[type(value)] < MANY:
            walked[type(value)] += 1
            queue += [(way + step, part) for step, part in parts(value)]
    return wrong


VALUES = """
x = ones(2, 3, requires_grad=True); y = (x * 2).exp().sum(); z = torch.rand(2) > 0.5
edge = torch.autograd.graph.get_gradient_edge(y); handle = y.register_hook(lambda g: g)
g = (i for i in [1]); e = enumerate([x]); f = lambda a, b=x: a
t = torch.max(x, 0); d = {1: x}; s = {1}; p = print; q = x.exp; m = torch.no_grad()
i = torch.finfo(torch.float32); j = torch.iinfo(torch.int8); n = x.detach().numpy()
k = type(y.grad_fn)
o = [v for v in d.items()]; w = sorted(d); r = x.shape; u = x.dtype; v = torch.Generator()
"""


def test_names_and_their_attributes() -> None:
    """Nothing that a name or an attribute leads to is the host's."""
    names = program_names()
    roots = [(name, names.get(name)) for name in list(names)]
    roots += [(name, module) for name, module in MODULES.items()]
    roots += list(run(VALUES).variables.items())
    assert sorted(walk(roots).items(), key=str) == []


def test_results_of_every_operator() -> None:
    """Neither is what an operator returns, nor what its graph leads to."""
    roots = []
    for op in OPS.load_all().values():
        if op.example:
            source, *inputs = op.example
            lines = [f"{text}" if "=" in text else "" for text in inputs]
            try:
                ran = run("\n".join([*lines, source]))
            except GradcliError:
                continue
            roots += [(f"{op.name}: {source}", ran.value), *ran.variables.items()]
    assert len(roots) > 500
    assert sorted(walk(roots).items(), key=str) == []
