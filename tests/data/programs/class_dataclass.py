"""Dataclasses."""
from dataclasses import asdict, astuple, dataclass, field, fields, is_dataclass, replace
from typing import ClassVar, List, Optional


@dataclass
class Config:
    """Options."""

    lr: float
    steps: int = 10
    name: str = "sgd"
    sizes: List[int] = field(default_factory=list)
    hidden: int = field(default=3, repr=False)
    total: ClassVar[int] = 0

    def __post_init__(self):
        self.rate = self.lr * self.steps

    def describe(self):
        return f"{self.name} for {self.steps}"


c = Config(0.1)
d = Config(lr=0.5, steps=2, sizes=[1, 2])
print(c, d, c == Config(0.1), c != d, c == 3)
print(c.rate, d.rate, c.describe(), c.sizes is d.sizes, asdict(d), astuple(c), replace(d, name="adam"))
print([f.name for f in fields(c)], is_dataclass(c), is_dataclass(Config), is_dataclass(3), Config.steps)
c.lr = 3
print(c, c.__doc__)


@dataclass(frozen=True, order=True)
class Point:
    x: float = 0.0
    y: float = 0.0

    @property
    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5

    @staticmethod
    def origin():
        return Point()


print(Point(3, 4).norm, Point.origin(), Point(1, 2) < Point(1, 3), max(Point(0, 9), Point(5, 1)), {Point(1): "a"}[Point(1)])


@dataclass
class Named:
    name: str


@dataclass
class Person(Named):
    age: int = 0
    friends: list = field(default_factory=list, compare=False)
    parent: Optional["Person"] = None


p = Person("ann", 3, parent=Person("bob"))
print(p, asdict(p))


@dataclass
class Batch:
    x: torch.Tensor
    y: torch.Tensor

    def loss(self, w):
        return ((self.x @ w - self.y) ** 2).mean()


batch = Batch(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 0.0]))
w = torch.zeros(2, requires_grad=True)
batch.loss(w).backward()
print(w.grad, batch)


@dataclass(eq=False)
class Plain:
    x: int = 1


print(Plain() == Plain(), Plain() in [Plain()])


@dataclass(kw_only=True)
class Only:
    a: int
    b: int = 2


print(Only(a=1))
Only(1)
