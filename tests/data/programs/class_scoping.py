"""Names of classes: what their bodies see, and what methods see."""
x = "global"


class A:
    print("in body", x)
    x = "class"
    print("in body", x)
    items = [x for _ in range(2)] if False else [i for i in range(3)]
    y = [k for k in x]
    z = (lambda: x)()

    def method(self):
        return x, self.x

    def default(self, value=x):
        return value

    class Inner:
        x = "inner"

        def method(self):
            return x, self.x, A.x

        class Deeper:
            def name(self):
                return __class__.__qualname__

    for i in range(2):
        pass
    if i:
        flag = True
    else:
        other = True
    del y


print(A.items, A.z, A().method(), A().default(), A.Inner().method(), A.i, A.flag, hasattr(A, "y"))
print(A.Inner.__qualname__, A.Inner.Deeper().name(), A.Inner, A.Inner.Deeper, A.Inner.Deeper())


def make(n):
    class Local:
        size = n

        def get(self):
            return n, self.size

        def bigger(self):
            return make(n + 1)

    return Local


L = make(3)
print(L, L().get(), L().bigger()().get(), L().bigger() is L, L.__name__, L.__qualname__)


def closure():
    value = 1

    class Cell:
        value = 2

        def get(self):
            return value

        other = value

    return Cell


print(closure()().get(), closure().other)


class Counter:
    instances = []
    total = 0

    def __init__(self, name):
        self.name = name
        self.instances.append(name)
        Counter.total += 1
        self.__class__.total += 10

    def __len__(self):
        return len(self.instances)


Counter("a"), Counter("b")
print(Counter.instances, Counter.total, len(Counter("c")))


class Secret:
    __shared = 5

    def __init__(self):
        self.__value = 1
        self._half = 2
        self.__dunder__ = 3

    def __helper(self, y):
        return self.__value + y + self.__shared

    def get(self):
        return self.__helper(10)


class Other(Secret):
    def __init__(self):
        super().__init__()
        self.__value = 100

    def both(self):
        return self.get(), self.__value


s = Secret()
print(s.get(), s._Secret__value, s._half, s.__dunder__, sorted(vars(Other())), Other().both(), Secret._Secret__shared)
print(A.method, A().method, A.__doc__, Secret.__name__, type(s), type(type(s)))
if __name__ == "__main__":
    print(__name__, A.__module__)
print(s.__value)
