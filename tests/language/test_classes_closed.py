"""Ways out of a program that classes, descriptors and layers could open: all are refused."""

from __future__ import annotations

from types import FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from gradcli.errors import GradcliError
from gradcli.language.machine.functions import NATIVES, Object
from gradcli.language.machine.objects import Class
from gradcli.language.names import attributes, instances, natives
from gradcli.language.run import run

PROGRAM = """
import torch
from torch import nn

class A:
    x = 1
    def f(self): return 1
    @property
    def p(self): return 2

class B(A): pass

class N(nn.Module):
    def forward(self, x): return x

a, n, lin = A(), N(), nn.Linear(1, 1)
"""

ATTEMPTS = """
print(A.__subclasses__())
print(object.__subclasses__())
print(object.__subclasses__)
print(type.__subclasses__(object))
print(A.__class__.__subclasses__)
print(A.__mro__[-1].__subclasses__())
print(A.f.__globals__)
print(A.f.__code__)
print(A.f.__closure__)
print(A.f.__builtins__)
print(a.f.__func__.__globals__)
print(a.f.__func__)
print(a.__init__.__globals__)
print(A.__init__.__globals__)
print(object.__init__.__globals__)
print(nn.Module.__init__.__globals__)
print(nn.Linear.forward.__globals__)
print(nn.Linear.forward.__code__)
print(lin.forward.__func__)
print(lin.forward.__self__.__class__.__subclasses__())
print(lin.__dict__['_hooks'])
print(n.__dict__['cls'])
print(n.__class__.__bases__[0].__dict__)
print(nn.Module.__dict__)
print(nn.Module.__subclasses__())
print(nn.Module.__mro__)
print(n.__reduce__())
print(n.__reduce_ex__(2))
print(a.__reduce_ex__(2))
print(a.__getstate__())
print(a.__sizeof__())
print(a.__dir__())
print(a.__weakref__)
print(a.cls)
print(a.attributes)
print(n.cls)
print(n.attributes)
print(n._native)
print(n.make)
print(n.keep)
print(lin._version)
print(lin._apply(print))
print(n._floating_to)
print(A.namespace)
print(A.mro[0])
print(A.native)
print(A.host)
print(A.find)
print(A.found)
print(A.__dict__['f'].__globals__)
print(A.__dict__['p'].fget)
print(A.p.fget)
print(A.p.fget.__globals__)
print(property.fget)
print(staticmethod.__func__)
print(A.p.__get__(a))
print(A.f.__get__(a))
print(type(a)('x'))
print(type.mro(A))
print(object.__new__(int))
print(object.__new__(nn.Linear))
print(object.__getattribute__(a, '__class__'))
print(object.__reduce__)
print(object.__class__.__subclasses__(object))
print(a.__class__.__class__.__class__.__base__)
a.__class__ = nn.Linear
a.__class__ = type(n)
a.__dict__ = 3
A.__bases__ = (B,)
A.__mro__ = ()
A.__class__ = B
A.__init_subclass__ = 3
print(getattr(a, '__cl' + 'ass__').__subclasses__)
print(getattr(A, '__subclasses__'))
print(getattr(nn.Linear, '__init__').__globals__)
print(setattr(lin, '_parameters', 3))
print(setattr(lin, '__class__', A))
n._modules = nn.Linear(1,1)
n.__class__ = A
print(delattr(lin, '_parameters'))
del n._modules
print('{0.__class__}'.format(a))
print('{0.f.__globals__}'.format(a))
print('{0[__class__]}'.format(a))
print(f'{a.__class__.__subclasses__()}')
print('%(x)s' % a)
lin._forward_hooks[0] = print
lin._forward_hooks.update({0: print})
print(vars(nn.Module))
print(vars(torch))
print(super(B, B()).__thisclass__)
print(super(B, B()).__self__)
print(super(B, B()).__init__.__globals__)
print(super(N, n).__init__.__func__)
print(nn.Module.__getattr__(lin, '_forward_hooks'))
print(nn.Module.__setattr__(lin, '_modules', 3))
print(nn.Module.register_parameter.__wrapped__)
print(lin.get_submodule('__class__'))
print(lin.get_parameter('__class__'))
print(lin.get_buffer('__class__'))
print(lin.set_submodule('__class__', nn.Linear(1,1)))
print(lin.register_buffer('__class__', torch.ones(1)))
print(lin.register_buffer('forward', torch.ones(1)))
print(lin.add_module('_parameters', nn.Linear(1,1)))
print(nn.init.__builtins__)
print(nn.init.math)
print(nn.utils.rnn.Tensor)
print(nn.functional.__loader__)
print(torch.optim.optimizer.__loader__)
print(torch.utils.data.np)
print(torch.optim.Optimizer.__init__.__globals__)
print(lin.register_forward_hook(print).__class__.__mro__)
print(int.__class__.__base__)
print((1).__class__.__base__)
print(str.mro())
print(A.__annotations__['x'].span)
print(A.__qualname__.__class__.__base__)
print(classmethod(A.f).__func__)
print(classmethod(A.f).__wrapped__)
print(staticmethod(A.f).function)
print(super(int, 3))
print(super(type, A))
print(print.__self__)
print(len.__self__)
print(isinstance.__self__)
print(A.__prepare__)
print(A.__abstractmethods__)
print(A.__instancecheck__(3))
print(A.__subclasscheck__(3))
print(A.__call__)
print(A.__eq__.__func__)
print(a.__eq__.__self__)
print(a.__hash__.__globals__)
print(a.__setattr__.__self__)
print(a.__setattr__('__class__', torch.Tensor))
print(object.__setattr__(a, '__class__', type(n)))
n.__dict__['_parameters'] = 3
n.__dict__['_parameters'] = {'a': 3}
n.__dict__['_forward_hooks'] = {}
lin.__dict__['_anything'] = 1
lin.__dict__.clear()
print(object.__setattr__(lin, '_parameters', 3))
print(object.__setattr__(3, 'x', 4))
print(object.__repr__(lin))
print(object.__init__(lin))
print(object.__delattr__(lin, 'training'))
print(A.f.attributes)
print(A.f.outer)
print(A.f.code)
print(a.f.function)
print(a.f.value)
print(a.f.__self__.cls)
print(NotImplemented.__class__.__subclasses__())
print(list.__init__.__globals__)
print(int.__pow__(10, 10**9))
print(str.__mul__('a', 10**11))
print(list.__mul__([1], 10**11))
print(torch.autograd.Function.apply.__func__)
print(torch.Tensor.__subclasses__())
print(nn.Linear.__init__(a, 1, 1))
print(nn.Linear.forward(a, 3))
print(nn.Module.parameters(a))
print(nn.Module.__repr__(a))
print(nn.Module.to(a))
class X(torch.Tensor): pass
class X(bool): pass
class X(print): pass
class X(3): pass
class X(A, metaclass=B): pass
class X(A, A): pass
class X(nn.Module, torch.optim.Optimizer): pass
class X: __getattribute__ = print
class X: __instancecheck__ = print
""".strip().splitlines()


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_attempts_are_refused(attempt: str) -> None:
    """Each ends in a diagnostic that points into the program."""
    with pytest.raises(GradcliError) as caught:
        run(PROGRAM + attempt, write=lambda text: None)
    assert caught.value.diagnostic.labels
    assert "0x" not in caught.value.message


def test_the_program_cannot_reach_the_registries_of_a_module() -> None:
    """What a program writes under a name of the host's own lies beside it."""
    run(
        PROGRAM + "n._parameters = 3\nn._hooks = [1]\nn.cls = 2\nn.attributes = 5\n"
        "assert (n._parameters, n._hooks, n.cls, n.attributes) == (3, [1], 2, 5)\n"
        "n.l = nn.Linear(1, 1)\nassert len(list(n.parameters())) == 2\nassert n(4) == 4"
    )


def test_carriers_are_made_once_for_each_native_class() -> None:
    """No class of the host is made of a program's text: two programs share all of them."""
    names = [f"class {name}(nn.Linear): pass\nx = {name}(1, 1)" for name in ("Secret", "Other")]
    made = [type(run(PROGRAM + text).variables["x"]) for text in names]
    assert made[0] is made[1]
    assert made[0].__name__ == "CarriedLinear"


_STARTS = "a b n lin opt data layer lstm loss rates A N"


def test_everything_that_can_be_read_is_a_value_of_the_language() -> None:
    """A walk over all attributes of modules, optimizers and data meets nothing of the host."""
    program = PROGRAM + (
        "opt = torch.optim.SGD(lin.parameters(), lr=1)\n"
        "from torch.utils.data import DataLoader, TensorDataset\n"
        "data = DataLoader(TensorDataset(torch.ones(2)))\n"
        "layer = nn.TransformerEncoderLayer(4, 2)\nlstm = nn.LSTM(2, 2)\nloss = nn.MSELoss()\n"
        "rates = torch.optim.lr_scheduler.StepLR(opt, 1)\nb = B()\n"
    )
    variables = run(program).variables
    pending = [
        variables[name]
        for name in [
            "a",
            "b",
            "n",
            "lin",
            "opt",
            "data",
            "layer",
            "lstm",
            "loss",
            "rates",
            "A",
            "N",
        ]
    ]
    seen: set[int] = set()
    count = 0
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        count += 1
        assert not isinstance(value, (FunctionType, MethodType, ModuleType, property)), value
        for name in _names(value):
            try:
                pending.append(attributes.get_attribute(value, name))
            except (AttributeError, GradcliError):
                continue
    assert count > 100


def _names(value: Any) -> list[str]:
    if isinstance(value, (Object, Class)):
        own = natives.names_of(value) if hasattr(value, "_native") else instances.names_of(value)
    elif type(value) in NATIVES:
        own = natives.names_of(value) if hasattr(value, "__dict__") else []
    else:
        return []
    return [*own, "__class__", "__dict__", "__init__", "__globals__", "__func__", "__self__"]
