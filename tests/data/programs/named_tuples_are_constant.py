# Fields of named tuples are not written; a class that derives from one has attributes of its own.
from collections import namedtuple
from typing import NamedTuple

Step = namedtuple("Step", "state reward", defaults=[0.0])


class Point(NamedTuple):
    x: int
    y: int = 2


class Marked(namedtuple("Marked", "a b")):
    def total(self):
        return self.a + self.b


def write(value, name):
    try:
        setattr(value, name, 9)
        print(getattr(value, name))
    except AttributeError as error:
        print(error)
    try:
        delattr(value, name)
    except AttributeError as error:
        print(error)


for value, names in ((Step(1), "state other"), (Point(1), "y z"), (Marked(1, 2), "a note")):
    for name in names.split():
        write(value, name)
    print(value)
print(Point.__doc__, Step.__doc__)
print(namedtuple("Row", "id class id _x", rename=True)._fields)
try:
    Step._make([1])
except TypeError as error:
    print(error)
step = Step(1)
step.reward += 1
