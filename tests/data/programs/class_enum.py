"""Enumerations."""
from enum import Enum, auto


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def describe(self):
        return f"{self.name.lower()} is {self.value}"


class Mode(Enum):
    TRAIN = auto()
    EVAL = auto()


print(Color.RED, repr(Color.GREEN), Color(2), Color["RED"], Color.CRIMSON)
print([c.name for c in Color], len(Color), Color.RED in Color, Color.RED is Color(1))
print(Color.GREEN.describe(), Color.RED == Color.GREEN, {Color.RED: "r"}[Color.CRIMSON])
for mode in Mode:
    print(mode, mode.value)
print(isinstance(Mode.TRAIN, Mode), isinstance(Mode.TRAIN, Color), type(Mode.EVAL).__name__)
print(Color(5))
