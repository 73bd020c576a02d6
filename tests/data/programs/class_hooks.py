"""Attributes that are made up, watched, and computed once."""
from functools import cached_property, total_ordering


class Record:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __getattr__(self, name):
        if name.startswith("get_"):
            return lambda: f"made {name[4:]}"
        return None

    def __repr__(self):
        return "Record(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"


r = Record(a=1, b="x")
print(r, r.a, r.nothing, r.get_color(), hasattr(r, "whatever"))


class Watched:
    def __init__(self):
        self.value = 1

    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)


w = Watched()
w.value = 2
w.value += 5
print(w.value)
del w.value
print(vars(w))


class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "target", target)

    def __getattr__(self, name):
        print("read", name)
        return getattr(self.target, name)

    def __setattr__(self, name, value):
        setattr(self.target, name, value)


p = Proxy(Record(x=3))
p.y = 4
print(p.x, p.y, p.target)


class Circle:
    def __init__(self, r):
        self.r = r
        self.computed = 0

    @cached_property
    def area(self):
        self.computed += 1
        return 3 * self.r**2


c = Circle(2)
print(c.area, c.area, c.computed, "area" in vars(c))
del c.area
print(c.area, c.computed)


class Positive:
    """A descriptor."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return self if instance is None else instance.__dict__[self.name]

    def __set__(self, instance, value):
        if value <= 0:
            print(f"{self.name} must be positive")
        else:
            instance.__dict__[self.name] = value


class Order:
    price = Positive()
    count = Positive()

    def __init__(self, price, count):
        self.price, self.count = price, count

    def total(self):
        return self.price * self.count


o = Order(3, 4)
o.count = -1
print(o.total(), vars(o), type(Order.price).__name__)


@total_ordering
class Version:
    def __init__(self, *parts):
        self.parts = parts

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


a, b = Version(1, 2), Version(1, 3)
print(a < b, a <= b, a > b, a >= b, a == Version(1, 2), a != b)


class Registry:
    known = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.known.append(cls.__name__)


class One(Registry): pass
class Two(One): pass


print(Registry.known)


class Singleton:
    _instance = None

    def __new__(cls, *args):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self, v=0):
        self.v = v


a, b = Singleton(1), Singleton(2)
print(a is b, a.v)


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = 1


s = Slotted()
print(s.x, hasattr(s, "y"))
s.z = 3
