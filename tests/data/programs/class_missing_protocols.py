"""What Python says where a class lacks a method."""


class A:
    pass


class B:
    def __len__(self):
        return -1


a = A()
tests = [
    lambda: a + 1,
    lambda: 1 + a,
    lambda: a - a,
    lambda: a * 2,
    lambda: [1] * a,
    lambda: "s" + a,
    lambda: [1] + a,
    lambda: a @ a,
    lambda: a**2,
    lambda: divmod(a, 1),
    lambda: a < a,
    lambda: a >= 1,
    lambda: -a,
    lambda: ~a,
    lambda: abs(a),
    lambda: a[0],
    lambda: len(a),
    lambda: a(),
    lambda: iter(a),
    lambda: float(a),
    lambda: int(a),
    lambda: complex(a),
    lambda: round(a),
    lambda: a.missing,
    lambda: A.missing,
    lambda: A(1),
    lambda: A(x=1),
    lambda: hash([a]),
    lambda: isinstance(a, 3),
    lambda: issubclass(a, A),
    lambda: len(B()),
    lambda: f"{a:>10}",
    lambda: range(a),
    lambda: A[int],
    lambda: super(A, 3),
    lambda: a & 1,
    lambda: reversed(a),
    lambda: sum([a]),
    lambda: sorted([a, a]),
    lambda: dict(**a),
    lambda: print(**a),
]
for test in tests:
    try:
        print(test())
    except Exception as e:
        print(type(e).__name__, e)


def assign():
    a[0] = 1


def delete():
    del a[0]


def remove():
    del a.nothing


def augmented():
    global a
    a += 1


def enter():
    with a:
        pass


for test in (assign, delete, remove, augmented, enter):
    try:
        test()
    except Exception as e:
        print(type(e).__name__, e)


class Unhashable:
    def __eq__(self, other):
        return True


class BadRepr:
    def __repr__(self):
        return 3


class BadBool:
    def __bool__(self):
        return 3


class BadInit:
    def __init__(self):
        return 3


class BadIter:
    def __iter__(self):
        return 3


class NeedsArguments:
    def __init__(self, a, b, *, c=3):
        pass

    def method(self, x):
        pass


n = NeedsArguments(1, 2)
for test in (
    lambda: {Unhashable()},
    lambda: repr(BadRepr()),
    lambda: bool(BadBool()),
    lambda: BadInit(),
    lambda: list(BadIter()),
    lambda: NeedsArguments(),
    lambda: NeedsArguments(1),
    lambda: NeedsArguments(1, 2, 3),
    lambda: NeedsArguments(1, 2, d=4),
    lambda: n.method(),
    lambda: n.method(1, 2),
    lambda: NeedsArguments.method(1),
):
    try:
        print(test())
    except Exception as e:
        print(type(e).__name__, e)
