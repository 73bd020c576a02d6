"""Containers that programs write for themselves."""


class Stack:
    def __init__(self, *items):
        self._items = list(items)

    def push(self, item):
        self._items.append(item)
        return self

    def pop(self):
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return len(self._items) > 0

    def __iter__(self):
        return iter(reversed(self._items))

    def __contains__(self, item):
        return item in self._items

    def __getitem__(self, index):
        return self._items[index]

    def __setitem__(self, index, value):
        self._items[index] = value

    def __delitem__(self, index):
        del self._items[index]

    def __eq__(self, other):
        return isinstance(other, Stack) and self._items == other._items

    def __repr__(self):
        return f"Stack({', '.join(map(repr, self._items))})"


s = Stack(1, 2)
s.push(3).push("four")
print(s, len(s), list(s), 3 in s, 5 in s, s[0], s[-1], s[1:3])
s[0] = "one"
del s[1]
print(s, s.pop(), s == Stack("one", 3), s != Stack(), bool(Stack()), not s)
a, *rest = s
print(a, rest, *s, sep="|")
print(max(Stack(3, 9, 2)), sum(Stack(1, 2, 3)), sorted(Stack(3, 1, 2)), tuple(Stack(1)), set(Stack(4, 4)))
print([x * 2 for x in Stack(1, 2, 3)], dict(enumerate(Stack("a", "b"))), list(zip(Stack(1, 2), "xy")))
print(any(Stack(0, 1)), all(Stack(0, 1)), " ".join(Stack("b", "a")), list(map(str, Stack(1, 2))))


class Sequence:
    """Only ``__getitem__``: the oldest way to be gone over."""

    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            return [][i]
        return i * i


q = Sequence(4)
print(list(q), 9 in q, 8 in q, q[10 ** 0])
for item in q:
    print(item, end=" ")
print()


class Grid:
    def __init__(self):
        self.cells = {}

    def __getitem__(self, key):
        return self.cells.get(key, 0)

    def __setitem__(self, key, value):
        self.cells[key] = value


g = Grid()
g[1, 2] = 5
g[...] = "all"
print(g[1, 2], g[0, 0], g[...], len(g.cells))
g[1, 2] += 10
print(g[1, 2])
