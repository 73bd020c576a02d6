# Attributes of functions, cached functions, and what dataclasses and enumerations refuse.
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial


def counted():
    counted.calls = getattr(counted, "calls", 0) + 1


print(counted.__dict__)
counted()
counted.__dict__["note"] = "written"
print(vars(counted), counted.note)


@cache
def square(x):
    "The square."
    print("computing")
    return x * x


print(square(2), square(2), square.__wrapped__(2), square.__name__, square.__doc__)


@dataclass(frozen=True)
class Config:
    rate: float = 0.1


@dataclass
class Plain:
    rate: float = 0.1


class Color(Enum):
    RED = 1


def derive():
    @dataclass
    class Changed(Config):
        steps: int = 3


def freeze():
    @dataclass(frozen=True)
    class Fixed(Plain):
        steps: int = 3


def hold():
    @dataclass
    class Run:
        plain: Plain = Plain()


def extend():
    class More(Color):
        pass


for call in (
    derive,
    freeze,
    hold,
    extend,
    lambda: Color(),
    lambda: partial(3),
    lambda: defaultdict(3),
):
    try:
        call()
    except (TypeError, ValueError) as error:
        print(error)
