"""Every operator that a class can have, straight, reflected and in place."""


class Vec:
    def __init__(self, *xs):
        self.xs = xs

    def __repr__(self):
        return f"Vec{self.xs}"

    def __add__(self, o):
        return Vec(*[a + b for a, b in zip(self.xs, o.xs)])

    def __sub__(self, o):
        return Vec(*[a - b for a, b in zip(self.xs, o.xs)])

    def __mul__(self, k):
        if isinstance(k, Vec):
            return sum(a * b for a, b in zip(self.xs, k.xs))
        return Vec(*[a * k for a in self.xs])

    def __rmul__(self, k):
        return self * k

    def __matmul__(self, o):
        return self * o

    def __truediv__(self, k):
        return Vec(*[a / k for a in self.xs])

    def __floordiv__(self, k):
        return Vec(*[a // k for a in self.xs])

    def __mod__(self, k):
        return Vec(*[a % k for a in self.xs])

    def __pow__(self, k):
        return Vec(*[a**k for a in self.xs])

    def __neg__(self):
        return self * -1

    def __pos__(self):
        return self

    def __invert__(self):
        return Vec(*reversed(self.xs))

    def __abs__(self):
        return math.sqrt(self * self)

    def __eq__(self, o):
        return isinstance(o, Vec) and self.xs == o.xs

    def __hash__(self):
        return hash(self.xs)

    def __bool__(self):
        return any(self.xs)

    def __iadd__(self, o):
        self.xs = (self + o).xs
        return self

    def __lshift__(self, n):
        return ("lshift", n)

    def __rrshift__(self, n):
        return ("rrshift", n)

    def __and__(self, o):
        return ("and", o)

    def __ror__(self, o):
        return ("ror", o)

    def __xor__(self, o):
        return ("xor", o)

    def __divmod__(self, o):
        return (self // o, self % o)

    def __round__(self, n=0):
        return Vec(*[round(a, n) for a in self.xs])

    def __float__(self):
        return float(abs(self))

    def __int__(self):
        return int(abs(self))

    def __index__(self):
        return 2

    def __complex__(self):
        return complex(*self.xs[:2])


v, w = Vec(3, 4), Vec(1, 2)
print(v + w, v - w, v * 2, 2 * v, v * w, v @ w, v / 2, v // 2, v % 2, v**2)
print(-v, +v, ~v, abs(v), v == Vec(3, 4), v != w, v == 3, bool(Vec(0, 0)), not v)
same = v
v += w
print(v, same is v, v << 3, 5 >> v, v & 1, 7 | v, v ^ 2, divmod(v, 2))
v -= w
print(v, same, v is same)
print(round(Vec(1.234, 5.678), 1), float(w), int(v), complex(w), [10, 20, 30][w], "abc"[w], list(range(w)))
print({v: "a", Vec(3, 4): "b"}, len({v, w, Vec(3, 4)}), hash(v) == hash((3, 4)))
print(pow(v, 2), sum([v, w], Vec(0, 0)), hex(w), bin(w))


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __lt__(self, o):
        return self.amount < o.amount

    def __le__(self, o):
        return self.amount <= o.amount

    def __repr__(self):
        return f"${self.amount}"


m = [Money(5), Money(1), Money(3)]
print(sorted(m), min(m), max(m), m[0] > m[1], m[0] >= m[1], m[1] < m[2], sorted(m, key=lambda x: -x.amount))


class Left:
    def __add__(self, other):
        return NotImplemented

    def __sub__(self, other):
        return "left"


class Right:
    def __radd__(self, other):
        return f"radd of {type(other).__name__}"


class Later(Left):
    def __rsub__(self, other):
        return "later"


print(Left() + Right(), 1 + Right(), Left() - Right(), Left() - Later())
print(Left() + 1)
