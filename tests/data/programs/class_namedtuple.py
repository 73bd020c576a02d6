"""Named tuples, by both ways."""
from collections import namedtuple
from typing import NamedTuple

Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
print(p, p.x, p[1], p == (1, 2), p + (3,), len(p), list(p), p._asdict(), p._replace(x=5), Point._fields)
x, y = p
print(x, y, Point._make([3, 4]), hash(p) == hash((1, 2)), isinstance(p, tuple), {p: 1}[(1, 2)], p < Point(1, 3))
print(sorted([Point(2, 1), Point(1, 5)]), [a.x for a in map(Point._make, [(1, 2), (3, 4)])], p.count(1), p.index(2))
State = namedtuple("State", "params loss step", defaults=[0])
s = State(torch.ones(2), 0.5)
print(s, s.step, s.params * 2)


class Item(NamedTuple):
    name: str
    price: float = 1.5
    count: int = 1

    @property
    def total(self):
        return self.price * self.count

    def double(self):
        return self._replace(count=self.count * 2)


i = Item("nut", count=4)
print(i, i.total, i.double(), Item("x")._asdict(), i[0], i[-1], i[1:], Item.__name__)


class Vec(namedtuple("Vec", "a b")):
    def __add__(self, other):
        return Vec(self.a + other.a, self.b + other.b)

    def __repr__(self):
        return f"<{self.a}, {self.b}>"


print(Vec(1, 2) + Vec(3, 4), Vec(1, 2), isinstance(Vec(1, 2), Vec))
print(f"{p}", "%s %s" % p, str(p), (lambda *a: a)(*p), dict([p]))
Point(1)
