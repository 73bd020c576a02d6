import collections
from typing import NamedTuple

Params = collections.namedtuple("Params", ["width", "depth", "rate"])
Params.__new__.__defaults__ = (None,) * len(Params._fields)
print(Params(), Params(width=2), Params.__new__.__defaults__)
Params.__new__.__defaults__ = (3,)
print(Params(1, 2))
try:
    Params(1)
except TypeError as e:
    print(e)
try:
    Params.__new__.__defaults__ = [1]
except TypeError as e:
    print(e)


class Point(NamedTuple):
    x: int
    y: int = 0


print(Point(1), Point.__new__.__defaults__)
