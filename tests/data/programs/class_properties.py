"""Properties, class and static methods, and what reads and writes attributes."""


class Temperature:
    """Degrees."""

    scale = "C"
    count = 0

    def __init__(self, degrees=0.0):
        self.degrees = degrees
        type(self).count += 1

    @property
    def fahrenheit(self):
        """The same in other degrees."""
        return self.degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.degrees = (value - 32) * 5 / 9

    @fahrenheit.deleter
    def fahrenheit(self):
        self.degrees = None

    @classmethod
    def from_fahrenheit(cls, value):
        made = cls()
        made.fahrenheit = value
        return made

    @staticmethod
    def is_hot(degrees):
        return degrees > 30

    kelvin = property(lambda self: self.degrees + 273.15, None, None, "Absolute degrees.")


t = Temperature(100)
print(t.fahrenheit, t.kelvin, t.is_hot(40), Temperature.is_hot(3))
t.fahrenheit = 212
print(t.degrees, Temperature.from_fahrenheit(32).degrees, Temperature.count, t.count)
del t.fahrenheit
print(t.degrees, t.scale, Temperature.scale, Temperature.__doc__, Temperature.fahrenheit.__doc__, Temperature.kelvin.__doc__)
t.scale = "K"
Temperature.scale = "R"
print(t.scale, Temperature().scale, vars(t), t.__dict__)
del t.scale
print(t.scale, hasattr(t, "nothing"), hasattr(t, "kelvin") if t.degrees else "-", getattr(t, "nothing", 5))
setattr(t, "note", "hot")
print(t.note, getattr(t, "note"), "note" in vars(t))
delattr(t, "note")
print(hasattr(t, "note"))


class Sub(Temperature):
    @property
    def fahrenheit(self):
        return "sub " + str(super().fahrenheit)

    @classmethod
    def from_fahrenheit(cls, value):
        print("in", cls.__name__)
        return cls(super().from_fahrenheit.__self__ is cls)


print(Sub(10).fahrenheit, Sub.from_fahrenheit(1).degrees, Sub.count)
Sub(1).kelvin = 3
