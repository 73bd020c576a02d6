from typing import TypedDict


class Options(TypedDict, total=False):
    rate: float
    name: str


class More(Options):
    steps: int


class Rest(Options, total=True):
    pass


given: Options = {"rate": 0.1}
made = Options(rate=1.0, name="x")
print(given | made, type(made), made == {"rate": 1.0, "name": "x"}, Options.__name__)
print(More(rate=0.5, steps=3), Rest([("a", 1)]), More(**given)["rate"])
try:

    class Wrong(TypedDict, other=1):
        x: int

except TypeError as error:
    print(error)
from typing import Generic, TypeVar

T = TypeVar("T")


class Held(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def then(self, function) -> "Held[T]":
        return Held(function(self.item))


class Numbers(Held[float]):
    pass


print(Held[int](3).then(lambda v: v + 1).item, Numbers(2.0).then(abs).item)
