"""Classes over Python's own types."""


class History(list):
    def best(self):
        return min(self)

    def append(self, item):
        super().append(round(item, 2))


h = History()
for v in (0.512, 0.25, 0.333):
    h.append(v)
print(h, h.best(), len(h), h[0], h[-2:], isinstance(h, list), h == [0.51, 0.25, 0.33], sorted(h), [v for v in h])
h.extend([1, 2])
h += [3]
print(h, 0.25 in h, h.index(2), h + [9], type(h + [1]).__name__, bool(History()), h.pop())


class Counts(dict):
    def __missing__(self, key):
        return 0

    def top(self):
        return max(self, key=self.get)


c = Counts(a=1)
for ch in "abcab":
    c[ch] += 1
print(c, c["zz"], c.top(), len(c), sorted(c.items()), "a" in c, c.get("q", 5), list(c))


class AttrDict(dict):
    def __getattr__(self, name):
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value


d = AttrDict(lr=0.1)
d.steps = 5
print(d.lr, d["steps"], d, d.keys(), {**d}, dict(d) == d)


class Angle(float):
    def __new__(cls, degrees):
        return super().__new__(cls, degrees % 360)

    def __repr__(self):
        return f"{float(self):.0f} deg"


a = Angle(370)
print(a, a + 5, a == 10, Angle(45) < Angle(90), math.cos(Angle(0)))


class Name(str):
    def shout(self):
        return self.upper() + "!"


n = Name("bob")
print(n, n.shout(), n + "by", len(n), n[0], n == "bob", {n: 1}["bob"], f"{n:>5}")


class Bits(int):
    def __str__(self):
        return bin(self)


print(Bits(5), Bits(5) + 1, Bits(6) * 2, [10, 20, 30][Bits(1)], isinstance(Bits(1), int))


class Pair(tuple):
    def swapped(self):
        return Pair((self[1], self[0]))


p = Pair((1, 2))
print(p, p.swapped(), p == (1, 2), len(p), sum(p), tuple(p))
x, y = p
print(x, y)
