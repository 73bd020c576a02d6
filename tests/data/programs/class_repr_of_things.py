"""How classes, methods and instances print, and their names."""


class A:
    """Doc."""

    attribute = 1

    def method(self):
        """Method doc."""

    @staticmethod
    def static(): ...

    @classmethod
    def make(cls): ...

    class Inner: ...


a = A()
print(A, A.Inner, a.__class__, type(a), [A], {"k": A})
print(A.__name__, A.__qualname__, A.Inner.__qualname__, A.__module__, A.__doc__, a.__doc__)
print(A.method.__name__, a.method.__name__, A.method.__qualname__, A.method.__doc__, A.static.__name__, a.make.__name__)
print(type(a) is A, type(A), isinstance(A, type), callable(A), A == A, A != A.Inner, A in {A: 1})
print(a.method == a.method, a.method is a.method, a == A(), hash(a) == hash(a))
print(repr(a) == str(a), f"{a!r}" == str(a))
print(A.__bases__, A.__mro__, object)
print(getattr(A, "attribute"), hasattr(A, "method"), "attribute" in dir(a), vars(A)["attribute"])
print(isinstance(a, object), issubclass(A, object), isinstance(3, object))


class B(A):
    def __str__(self):
        return "B as text"


class C(A):
    def __repr__(self):
        return "C()"


print(B(), [C()], str(C()), f"{B()}", f"{C()!s:>6}|", "%s %r" % (B(), C()))


def function():
    function.calls += 1
    return function.calls


function.calls = 0
function()
print(function(), function.calls, function.__name__)
A.attribute.nothing
