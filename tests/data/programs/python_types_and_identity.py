import collections.abc
import enum
import inspect
import typing
from collections.abc import Callable as Called
from dataclasses import dataclass, fields
from typing import Annotated, Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

import numpy as np
import torch
import torch.nn._reduction as _Reduction
from torch.nn.modules.loss import _Loss


class A:
    pass


class B(A):
    pass


class C(enum.Enum):
    X = 1


T = TypeVar("T")
print(A | int, A | None, int | A, None | A, A | B, B | A | B, A | A, C | None, torch.nn.Module | A, torch.Tensor | A)
print(A | Callable[[int], str], A | list[int], Called[[int], A], Called | A, A | Called[[int], str], int | Called[[int], str], Called | None)
print(A | T, A | List[int], Optional[A | int], Union[A | int, str], collections.abc.Sequence[int] | A, collections.abc.Sequence)
print(A | B == B | A, (A | B) == Union[A, B], hash(A | B) == hash(B | A), type(A | B))
either = A | int
print(isinstance(3, either), isinstance(B(), either), isinstance("", either), issubclass(B, either), isinstance(None, A | None))
print(either | str, either | None, (A | B) | (int | str), (int | str) | A)
for bad in ("x", 3, [A]):
    for wrong in (lambda: A | bad, lambda: bad | A):
        try:
            print(wrong())
        except TypeError as error:
            print(error)


def called(x: "A | None" = None, *, y: Called[..., A] | None = None):
    pass


print(inspect.signature(called), typing.get_type_hints(called))


@dataclass
class Record:
    a: A | None = None
    b: "Record | int" = 3


print([field.type for field in fields(Record)])
for kind in (int, A, List[int], Dict[str, A], Tuple[int, ...], Set[int], Type[A], Optional[int], Union[int, str], Callable[[int, A], str], Callable[..., int], Literal["a", 1], list[int], int | None, A | None, Sequence[int], List, None, Mapping[str, int]):
    print(kind, typing.get_origin(kind), typing.get_args(kind))
print(Annotated[int, "x"], typing.get_origin(Optional[int]) is Union, typing.get_origin(list[int]) is list)

# equal constants are one object, as programs take for granted that compare words with `is`
word = "right"
words = ["right", "two words"]


def same(x):
    return [x is y for y in ("right", "two words", 1000, 2.5, 1)]


print(same(word), same(words[1]), same(1000), same(2.5), same(1), same(1.0))
joined, built = "ri" "ght", "".join(["ri", "ght"])
print(joined is word, built is word, words[0] is word, built == word)


# what losses by hand and programs of old name
class Halved(_Loss):
    def forward(self, x, y):
        return F.mse_loss(x, y, reduction=self.reduction) / 2


print(Halved()(torch.ones(2), torch.zeros(2)), Halved(reduction="sum")(torch.ones(2), torch.zeros(2)))
print(_Reduction.get_enum("mean"), _Reduction.get_enum("sum"), _Reduction.legacy_get_enum(False, False), _Reduction.legacy_get_string(None, False))
print(_Reduction.legacy_get_string(True, None, emit_warning=False))
try:
    _Reduction.get_enum("most")
except ValueError as error:
    print(error)
cuda = torch.cuda.FloatTensor
print(cuda, cuda.__name__, cuda.dtype, isinstance(torch.ones(2), cuda), isinstance(torch.ones(2), (cuda, torch.FloatTensor)))
print((cuda if torch.cuda.is_available() else torch.FloatTensor)([1, 2]))
for make in (lambda: cuda(2), lambda: torch.cuda.LongTensor([1]), lambda: torch.set_default_tensor_type(cuda)):
    try:
        make()
    except TypeError as error:
        print(error)
print(np.shape(torch.ones(2, 3)), np.shape([1, 2]))

# what programs ask of their tools
import importlib.util
import unittest

import matplotlib.pyplot as plt
from torch.nn.parameter import is_lazy

print(importlib.util.find_spec("torch") is not None, importlib.util.find_spec("no_such_tool") is None)
print(np.version.version == np.__version__)
lazy = torch.nn.LazyLinear(2)
print(is_lazy(lazy.weight), is_lazy(torch.nn.Linear(1, 1).weight), is_lazy(3))


class Test(unittest.TestCase):
    def setUp(self):
        self.x = torch.ones(2)

    def test_sum(self):
        self.assertEqual(self.x.sum().item(), 2)

    def test_wrong(self):
        self.assertEqual(self.x.sum().item(), 3)

    def tearDown(self):
        print("done")


Test("test_sum").debug()
try:
    Test("test_wrong").debug()
except AssertionError as error:
    print(error)
axes = plt.figure().subplots()
axes.set_ylabel("y")
