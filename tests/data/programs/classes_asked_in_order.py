# Whose comparison is asked first, and what protocols may return.
class Base:
    def __eq__(self, other):
        print("eq", type(self).__name__)
        return NotImplemented

    def __lt__(self, other):
        print("lt", type(self).__name__)
        return NotImplemented

    def __gt__(self, other):
        print("gt", type(self).__name__)
        return NotImplemented


class Derived(Base):
    pass


print(Base() == Derived(), Base() != Derived(), Derived() == Base())
try:
    Base() < Derived()
except TypeError as error:
    print(error)


class Odd:
    def __int__(self):
        return "1"

    def __float__(self):
        return 1

    def __complex__(self):
        return 1

    def __bytes__(self):
        return "x"

    def __reversed__(self):
        return 7


class Packed:
    def __bytes__(self):
        return b"packed"

    def __iter__(self):
        return iter([1])


for ask in (int, float, complex, bytes, reversed):
    try:
        print(ask(Odd()))
    except TypeError as error:
        print(error)
print(bytes(Packed()))
for call in (
    lambda: "x".join(3),
    lambda: "abc".replace("a"),
    lambda: sorted([1], 2),
    lambda: filter(1),
    lambda: isinstance(1),
):
    try:
        call()
    except TypeError as error:
        print(error)
