"""What a program can get hold of: values of the language, and nothing of the host.

The walk begins at every name that a program has, and at the results of every operator's example; it
goes on to attributes, as the tables of the language give them, and to elements.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np
import pytest

from gradcli.autograd.function import Function as AutogradFunction
from gradcli.autograd.function import InplaceFunction
from gradcli.core.graph import GradientEdge
from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.shown import Shown
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError
from gradcli.language.machine.descriptors import MISSING, Descriptor
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    NATIVES,
    Bound,
    Builtin,
    Function,
    Kind,
    Lazy,
    Method,
    Object,
)
from gradcli.language.names import attributes, contexts
from gradcli.language.names import exceptions as _  # noqa: F401  (the classes that programs know)
from gradcli.language.names.modules import Module
from gradcli.language.names.numpy_names import Grid
from gradcli.language.names.table import MODULES, program_names
from gradcli.language.names.typed import NamedTupleBase, Typing
from gradcli.language.run import run
from gradcli.numerics.device import Device, Mark
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator

pytestmark = pytest.mark.filterwarnings("ignore")  # of deprecated attributes

PLAIN = (
    int,
    float,
    complex,
    str,
    type(None),
    type(...),
    type(NotImplemented),
    slice,
    range,
    np.generic,
    np.dtype,
)
CONTAINERS = (tuple, list, dict, set, frozenset)
OWN = (
    *(Tensor, Node, Module, Builtin, Function, Method, Lazy, DType, Device, Generator),
    *(np.ndarray, GradientEdge, RemovableHandle, Mark, Grid, Bound, Kind, Object),
    *(type(MISSING), Typing, NamedTupleBase, Descriptor, classmethod),
)
"""The classes whose values are the language's; those of contexts and tables come besides."""


MANY = 40
"""So many values of a class are looked into: a tensor's attributes are tensors again."""


def known(value: Any) -> bool:
    """Tell whether a value is one of the language."""
    if isinstance(value, type):
        return value in {*CONSTRUCTORS, *NAMED} or issubclass(value, (Node, Lazy, *tables()))
    if isinstance(value, BaseException):
        return type(value) in NATIVES or isinstance(value, Object)
    return isinstance(value, (*PLAIN, *CONTAINERS, *OWN, *tables()))


def tables() -> tuple[type, ...]:
    """Return the classes that tables of the language know, which grow with what is loaded."""
    known = (attributes.METHODS, attributes.GETTERS, contexts.CONTEXTS, attributes.READERS)
    found = {kind for table in known for kind in table} | CALLABLE | NATIVES.keys()
    return tuple(found - {type, object})


NAMED = {type, np.ndarray, np.generic, np.dtype, np.random.Generator, object}


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a program gets from a value: attributes and elements."""
    names = value.table if isinstance(value, Module) else attributes.attribute_names(value)
    for name in list(names):
        with suppress(OpError, AttributeError, TypeError, ValueError, RuntimeError):
            yield f".{name}", attributes.get_attribute(value, name)
    if isinstance(value, BaseException):
        for name in ("args", "__cause__", "__context__", "__traceback__", "__notes__", "__class__"):
            with suppress(AttributeError):
                yield f".{name}", attributes.get_attribute(value, name)
    for name in SPECIAL if isinstance(value, (type, Kind, Object)) else ():
        with suppress(OpError, AttributeError, TypeError, ValueError, RuntimeError):
            yield f".{name}", attributes.get_attribute(value, name)
    if isinstance(value, dict):
        yield from (("[...]", part) for part in islice([*value, *value.values()], 100))
    elif isinstance(value, CONTAINERS):
        yield from ((f"[{i}]", part) for i, part in enumerate(islice(value, 100)))


def address(value: Any) -> str | None:
    """Return what of the host, or of its memory, the text of a value or of its type tells."""
    kind = attributes.type_of(value)
    if isinstance(kind, type) and kind.__module__.startswith("gradcli"):
        return str(kind)
    text = "" if isinstance(value, (str, *CONTAINERS, Tensor, np.ndarray)) else repr_of(value)
    found = re.search("0x[0-9a-f]{6,}", text)
    return text if found else None


def repr_of(value: Any) -> str:
    """Return what a program sees of a value."""
    with suppress(OpError, GradcliError, AttributeError, TypeError, ValueError, RuntimeError):
        return str(program_names()["repr"].function(value))
    return ""


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
        elif walked[type(value)] < MANY and (place := address(value)):
            wrong[way] = place
        elif walked[type(value)] < MANY:
            walked[type(value)] += 1
            queue += [(way + step, part) for step, part in parts(value)]
    return wrong


SPECIAL = [
    *("__base__", "__bases__", "__call__", "__class__", "__code__", "__dict__", "__doc__"),
    *("__eq__", "__func__", "__globals__", "__init__", "__init_subclass__", "__module__"),
    *("__mro__", "__name__", "__new__", "__qualname__", "__reduce__", "__reduce_ex__"),
    *("__self__", "__slots__", "__subclasses__", "__weakref__", "__wrapped__"),
    *("_modules", "_parameters"),
]


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


def test_every_type_prints_without_an_address() -> None:
    """No value that a program can make prints as the host's objects do."""
    for name in MODULES:
        run(f"import {name} as m\nfor n in dir(m): hasattr(m, n)")  # which loads it
    made_by_none = {object, np.generic, AutogradFunction, InplaceFunction}
    kinds = {*tables(), *CONSTRUCTORS, *attributes.KINDS} - made_by_none
    assert [kind for kind in kinds if kind.__repr__ is object.__repr__] == []


def test_no_class_tells_where_it_is_in_the_host() -> None:
    """Each says that it is PyTorch's, NumPy's or Python's, as its value there does."""
    for name in MODULES:
        run(f"import {name} as m\nfor n in dir(m): hasattr(m, n)")  # which loads it
    kinds = {*tables(), *CONSTRUCTORS, *subclasses(Shown)} - {Lazy, *attributes.KINDS}
    shown = [kind for kind in kinds if not issubclass(kind, Object)]  # whose classes are programs'
    assert sorted(str(k) for k in shown if k.__module__.startswith("gradcli")) == []


def subclasses(kind: type) -> Iterator[type]:
    """Yield the classes that derive from one."""
    for inner in kind.__subclasses__():
        yield inner
        yield from subclasses(inner)


OF_CLASSES = """
import abc, collections, contextlib, copy, dataclasses, enum, functools, random, typing, warnings
from torch import nn
class A:
    'Documented.'
    kept = 1
    def __init__(self, a=1): self.a = a
    def method(self): return super().__init__
    @property
    def prop(self): return self
    @staticmethod
    def static(): return A
    @classmethod
    def made(cls): return cls()
    @functools.cached_property
    def cached(self): return [self]
class B(A): __slots__ = ("b",)
class L(list): pass
class D(dict): pass
class E(Exception): pass
class Color(enum.Enum):
    RED = 1
@dataclasses.dataclass
class P:
    x: int = 1
N = collections.namedtuple("N", "a b")
class Count:
    def __iter__(self): return iter([1])
    def __len__(self): return 1
def steps():
    try:
        given = yield 1
    except ValueError as error:
        yield error
    return 2
a, b, c, d, e, n, p = A(), B(), L([1]), D(a=1), E("x", A()), N(1, 2), P()
method, static, made, prop, cached = a.method, A.static, A.made, A.prop, a.cached
init, base, new = a.method(), super(B, b), object.__new__
g = steps(); first = next(g)
raised = []
for wrong in (
    *(lambda: 1 / 0, lambda: [][1], lambda: {}[1], lambda: a.b, lambda: nope, lambda: int("x")),
    *(lambda: ones(2) + ones(3), lambda: ones(1).backward(), lambda: nn.Linear(1)),
    *(lambda: ones(2)[5], lambda: a(), lambda: next(iter([])), lambda: torch.eye("x")),
):
    try:
        wrong()
    except Exception as error:
        raised.append(error)
        raised.append(type(error))
try:
    try: raise E("inner")
    except E as inner: raise KeyError(1) from inner
except KeyError as outer:
    chain = [outer, outer.__cause__, outer.__context__, outer.args, outer.__class__]
with contextlib.suppress(E) as nothing: raise E
with warnings.catch_warnings(record=True) as said:
    warnings.warn("x")
"""
OF_MODULES = """
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.own, self._kept = nn.Linear(2, 2), nn.Parameter(ones(2)), 1
        self.register_buffer("buffer", ones(2))
    def forward(self, x): return self.first(x) * self.own
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        kept.append(ctx); ctx.save_for_backward(x); ctx.a = 2
        return x * 2
    @staticmethod
    def backward(ctx, g):
        kept.append(ctx.saved_tensors)
        return g * 2
class Data(Dataset):
    def __len__(self): return 2
    def __getitem__(self, i): return ones(2)
kept, net = [], Net()
seen = lambda *given: kept.append(given)
handles = [net.register_forward_hook(seen), net.register_forward_pre_hook(seen),
           net.register_full_backward_hook(seen)]
row = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Dropout(), nn.BatchNorm1d(2), net)
optimizers = [torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)]
optimizers.append(torch.optim.Adam(row.parameters()))
plan = torch.optim.lr_scheduler.StepLR(optimizers[0], 1)
out = row(ones(3, 2, requires_grad=True)); loss = Twice.apply(out).sum(); loss.backward()
for o in optimizers: o.step()
plan.step()
state, states = net.state_dict(), [o.state_dict() for o in optimizers]
loaded = net.load_state_dict(state)
walks = [list(net.named_parameters()), list(row.named_modules()), list(row.children())]
held = nn.ParameterDict({"w": ones(2), "n": 3}); listed = nn.ParameterList([ones(1)])
named = nn.ModuleDict({"a": nn.LSTM(2, 2)}); packed = named["a"](ones(1, 3, 2))
loader = DataLoader(Data(), batch_size=2); batches = list(loader); batch = iter(loader)
pairs = TensorDataset(ones(2), ones(2)); node = loss.grad_fn; below = node.next_functions
functional = torch.func.functional_call(net, state, (ones(1, 2),))
weighted = torch.nn.utils.weight_norm(nn.Linear(2, 2))
many = [torch.nn.utils.parameters_to_vector(net.parameters())]
scaler = torch.amp.GradScaler("cpu"); off = torch.autocast("cpu", enabled=False)
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn())
pruned = torch.nn.utils.prune.l1_unstructured(nn.Linear(2, 2), "weight", 0.5)
hooks = pruned._forward_pre_hooks; lazy = nn.LazyLinear(2)
chance = torch.distributions.Normal(0.0, 1.0)
orthogonal = torch.nn.utils.parametrizations.orthogonal(nn.Linear(2, 2))
"""


@pytest.mark.parametrize("source", [OF_CLASSES, OF_MODULES])
def test_classes_and_modules(source: str) -> None:
    """Nothing of the host is reached through classes, exceptions, generators, layers or steps."""
    found = run(source).variables
    assert sorted(walk(found.items()).items(), key=str) == []


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


def test_classes_that_are_asked_for_bear_no_name_of_the_host() -> None:
    """What stands for a class, a function or a list of Python's says so."""
    source = """
import collections.abc, numbers, numpy, os, sys, unittest
result = unittest.TextTestRunner().run(unittest.TestSuite())
values = [collections.abc.Sequence, numbers.Number, numpy.add, os.environ, sys.exc_info, globals]
[repr(value.__class__) for value in (*values, result, torch.autograd.Variable, ones(1).storage())]
"""
    assert [text for text in run(source).value if "gradcli" in text] == []
