"""Programs without tensors do what they do in Python: same text, same error."""

from __future__ import annotations

import contextlib
import io
import sys

import pytest

from gradcli.errors import GradcliError
from gradcli.language.run import run

PROGRAMS = {
    "ordered-dictionaries": """
from collections import OrderedDict
import copy
class Cache(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity
    def put(self, key, value):
        if key in self: self.move_to_end(key)
        self[key] = value
        if len(self) > self.capacity: print('drop', self.popitem(last=False))
c = Cache(2)
for i in (1, 2, 1, 3): c.put(i, -i)
print(c, len(c), list(c.items()), dict(c), c.capacity)
class Last(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
    def __missing__(self, key): return f'no {key}'
d = Last(a=1, b=2)
d['a'] = 5
d.update(b=7, z=1)
print(d, list(reversed(d)), d == {'a': 5, 'b': 7, 'z': 1}, d == OrderedDict(b=7, a=5, z=1))
e, f = d.copy(), d | {'k': 2}
e['q'] = 1
d |= [('m', 3)]
print(type(e).__name__, e, type(f).__name__, f, d, d['nowhere'], isinstance(d, OrderedDict))
g = copy.copy(d)
g.x = 3
print(g, copy.deepcopy(g).x, d.pop('m'), d.pop('n', None), d.setdefault('w', 9), Last())
try: d.move_to_end('n')
except KeyError as error: print(repr(error))
print({'k': 0} | d, type({'k': 0} | d).__name__, {'k': 0} | OrderedDict(a=1))
class Plain(dict):
    @classmethod
    def fromkeys(cls, keys): return super().fromkeys(keys, 9)
h = Last.fromkeys('ab', [])
h['a'].append(1)
print(h, type(h).__name__, h.fromkeys([1]), Plain.fromkeys('xy'), dict.fromkeys('a'))
try: Cache.fromkeys('a')
except TypeError as error: print(error)
""",
    "closed-files": """
import io
s = io.StringIO('abc')
s.close(), s.close()
for call in (
    lambda: s.write('x'), lambda: s.read(), lambda: s.getvalue(), lambda: s.__enter__(),
    lambda: print('x', file=s), lambda: s.flush(), lambda: s.tell(), lambda: s.writelines(['a']),
):
    try: print(call())
    except ValueError as error: print(repr(error))
from dataclasses import dataclass, field
@dataclass
class Tree:
    kids: list = field(default_factory=list)
t = Tree([Tree()])
t.kids.append(t)
print(t)
""",
    "wrong-calls": """
for call in (
    lambda: ''.join(1, 2), lambda: 'a'.upper(1), lambda: 'a'.split(1, 2, 3),
    lambda: pow(1), lambda: ascii(1, 2), lambda: hash(), lambda: iter(), lambda: iter(1, 2, 3),
    lambda: iter(1, 2), lambda: [].sort(1), lambda: [].sort(kye=1),
    lambda: (1).__add__(), lambda: 'a'.__len__(1), lambda: round(), lambda: sum([1], strt=3),
    lambda: range(0).index(), lambda: 'a'.encode(1, 2, 3), lambda: ''.translate(), lambda: max(),
    lambda: 'a'.find(key=1), lambda: True.conjugate(1), lambda: {1}.union(x=2),
    lambda: int('1', 2, 3), lambda: bool(1, 2), lambda: {}.get(), lambda: sorted([1], reversed=1),
):
    try: print(call())
    except TypeError as e: print(e)
print([].append.__name__, list(map(str.upper, 'ab')))
class Stack(list): push = list.append
s = Stack()
s.push(3)
print(s)
""",
    "properties-given-later": """
class P:
    def __set__(self, owner, value): print('set', value)
    def __get__(self, owner, kind): return 'got'
class A: pass
class B(A): pass
a, b = A(), B()
a.x = b.x = b.y = 1
print(a.x, b.x, b.y)
A.x = property(lambda self: 'computed')
B.y = P()
b.y = 2
print(a.x, b.x, b.y, a.__dict__, b.__dict__)
try:
    a.x = 2
except AttributeError:
    print('read only')
""",
    "spread-in-turn": """
def items(it):
    while True:
        value = next(it, None)
        if value is None: return
        yield value
        if value % 3 == 2: return
def take(*a, **k): return a, k
for _ in range(120):
    it, d, x = iter(range(20)), {'a': 1}, [1, 2]
    print([*items(it), next(it)], take(*items(it), next(it)), (next(it), *items(it), *items(it)))
    print(take(*items(it), k=next(it)), {*items(it), next(it)}, [*it])
    print({**d, 'q': d.update(r=2), **d}, take(**d, q=d.update(s=3)))
    print(take(**d, b=d.setdefault('b', 3), **{'z': d}))
    print([*x, x.append(3), *x], take(*x, x.append(4), *x), take(*x, **d), [*x], [*'ab', *{'c': 1}])
for wrong in (lambda: take(*2), lambda: take(1, *2.5), lambda: [*True, *print('not told')],
              lambda: (*None,), lambda: take(*1, k=2)):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
""",
    "standard-output-replaced": """
import contextlib, io, pprint, sys
class Log:
    def __init__(self): self.texts = []
    def write(self, text): self.texts.append(text)
    def flush(self): pass
class Tee:
    def __init__(self): self.terminal, self.count = sys.stdout, 0
    def write(self, text):
        self.terminal.write('>' + text)
        self.count += 1
    def flush(self): self.terminal.flush()
first = sys.stdout
sys.stdout = log = Log()
print('x', 1)
pprint.pprint([1])
sys.stdout = tee = Tee()
print('one', 2)
sys.stdout.write('three\\n')
with contextlib.redirect_stdout(io.StringIO()) as inner:
    print('four')
    sys.stdout.write('five')
again = contextlib.redirect_stdout(io.StringIO())
with again:
    with again: print('nested')
sys.stdout = first
with contextlib.redirect_stdout(None): print('not seen')
print(log.texts, tee.count, repr(inner.getvalue()))
errors = io.StringIO()
with contextlib.redirect_stderr(errors):
    print('e', file=sys.stderr)
print(errors.getvalue(), sys.stdout is first)
sys.stdout = 3
try:
    print(4)
except AttributeError as error:
    sys.stdout = first
    print(error)
second, sys.stderr = sys.stderr, sys.stdout
print('to the first', file=sys.stderr)
sys.stderr = second
""",
    "names-of-modules-written": """
import argparse, math, sys
given, sys.argv = sys.argv, ['p', '--n', '3']
parser = argparse.ArgumentParser()
parser.add_argument('--n', type=int)
print(parser.parse_args().n, sys.argv)
sys.argv = given
math.own = 3
def area(r): return math.own * r
print([area(i) for i in range(150)][-1], math.own)
""",
    "sequences-repeated-by-instances": """
class Two:
    def __index__(self): return 2
class Text:
    def __index__(self): return 'a'
class Refuses:
    def __rmul__(self, other): return NotImplemented
class Plain: pass
class Whole(int): pass
class Own(list): pass
def times(x, y):
    x *= y
    return x
from collections import deque
two, rest = Two(), [Text(), Refuses(), Plain(), Whole(3), 2.5]
for count in (two, *rest):
    for value in ([1], 'a', (1,), b'ab'):
        for act in (lambda: value * count, lambda: count * value, lambda: times(value, count),
                    lambda: times(count, value)):
            try:
                print(act())
            except TypeError as error:
                print(error)
a = b = [1, 2]
a *= two
class Once:
    def __init__(self): self.asked = 0
    def __index__(self):
        self.asked += 1
        return 1 if self.asked == 1 else 10**10
print([1] * Once(), Once() * 'a', times((1,), Once()), times([1], Once()), Own([1]) * Once(),
      Once() * Own([1]), list.__mul__([1], Once()), 'a'.__rmul__(Once()), [1].__imul__(Once()),
      Own([1]).__rmul__(Once()), list.__imul__([2], Once()), deque([1]) * Once())
print(a, b, a is b, Own([1]) * two, two * Own([2]), deque([1]) * two, Whole(2) * 2.5)
""",
    "signs-by-name": """
class Two:
    def __index__(self): return 2
acts = [
    lambda: [1].__mul__(2), lambda: [1].__mul__(Two()), lambda: 'a'.__rmul__(2),
    lambda: [1].__imul__(2), lambda: list.__mul__([1], Two()), lambda: [1].__add__(2),
    lambda: [1].__eq__(2), lambda: (1).__lt__('a'), lambda: 'a'.__eq__(1), lambda: 'a'.__lt__('b'),
    lambda: {1}.__or__([2]), lambda: {1}.__or__({2}), lambda: {1}.__or__(frozenset([2])),
    lambda: {1: 2}.__or__({3: 4}), lambda: (1,).__add__([1]), lambda: range(3).__eq__(range(3)),
    lambda: [1].__lt__((2,)), lambda: 'a'.__add__(1), lambda: [1].__iadd__((2,)),
    lambda: 'a%s'.__mod__(1), lambda: (1).__radd__(2.5), lambda: (3).__rsub__(5),
]
for act in acts:
    try:
        print(act())
    except TypeError as error:
        print(error)
""",
    "one-of-two-methods": """
class Puts:
    def __setitem__(self, key, value): print('put', key)
    def __set__(self, owner, value): print('set', value)
class Drops:
    def __delitem__(self, key): print('drop', key)
    def __delete__(self, owner): print('delete')
class Owner:
    puts, drops = Puts(), Drops()
def put(value): value[0] = 1
def drop(value): del value[0]
def put_attribute(value): value.drops = 1
def drop_attribute(value): del value.puts
for action in (put, drop):
    for value in (Puts(), Drops(), Owner()):
        try:
            action(value)
        except (AttributeError, TypeError) as error:
            print(type(error).__name__, error)
for action in (put_attribute, drop_attribute):
    try:
        action(Owner())
    except AttributeError as error:
        print(error)
o = Owner()
o.puts = 3
del o.drops
""",
    "thrown-into-generators": """
def count():
    try:
        yield 1
    except ValueError as error:
        yield error
    finally:
        print('closed')
for i in range(4):
    print(i)
    g = count()
    if i % 2:
        next(g)
        r = g.throw(ValueError(i))
# Python 3.12 lets a StopIteration out of what has not begun, as no RuntimeError.
for error, begun in (StopIteration('early'), True), (KeyError('k'), True), (KeyError('k'), False):
    g = count()
    if begun:
        next(g)
    try:
        g.throw(error)
    except Exception as found:
        print(repr(found), repr(found.__cause__))
    try:
        g.throw(error)
    except Exception as found:
        print(repr(found))
""",
    "or-of-an-instance": """
class A: pass
for other in ([1], 2, 'a', (), {}):
    try:
        A() | other
    except TypeError as error:
        print(error)
""",
    "while-else": """
i = 0
while i < 5:
    i += 1
    if i == 2:
        continue
    print(i, end=" ")
else:
    print("else")
while True:
    break
else:
    print("never")
""",
    "for-else": """
for i in range(3):
    for j in range(3):
        if j == 1:
            break
        print(i, j)
    else:
        print("no")
else:
    print("end", i, j)
""",
    "for-targets": """
for a, (b, *c) in [(1, (2, 3, 4)), (5, (6,))]:
    print(a, b, c)
d = {}
for d["k"] in "xy":
    print(d)
for i in []:
    pass
else:
    print("empty")
""",
    "continue-in-nested-while": """
n = 0
while n < 10:
    n += 1
    k = 0
    while k < n:
        k += 1
        if (k + n) % 3 == 0:
            continue
        if k > 4:
            break
        print(n, k, end=";")
    else:
        print("all", n)
print()
""",
    "if-chain": """
for x in range(-2, 3):
    if x < 0: print("neg")
    elif x == 0: print("zero")
    elif x == 1:
        pass
    else:
        print("big")
""",
    "chained-assignment": """
a = b = c = [1]
a.append(2)
print(a, b, c, a is c)
x, y = z = 1, 2
print(x, y, z)
x, y = y, x
print(x, y)
x = [0, 1, 2]
i = x[i] = 1 if False else 2
print(x, i)
x, y = y = x = (1, 2)
print(x, y)
""",
    "unpacking": """
a, *b, c = range(6)
print(a, b, c)
*a, b = "xyz"
print(a, b)
[a, (b, c)], d = (1, "ab"), 4
print(a, b, c, d)
(a,) = [9]
print(a)
print(*[1, 2], *"ab", *{"k": 0}, sep="-")
print([*range(3), 5, *(6, 7)], (*"ab",), {*[1, 1]}, {**{"a": 1}, "b": 2, **{"a": 3}})
""",
    "augmented": """
log = []
def at(i):
    log.append(i)
    return i
xs = [1, 2, 3]
xs[at(1)] += at(10)
print(xs, log)
def container():
    print("container")
    return xs
container()[at(0)] *= 3
print(xs)
a = [1]
b = a
a += [2]
print(a, b, a is b)
a = a + [3]
print(a, b)
x = 7
x //= 2; x **= 3; x -= 1; x %= 7; x <<= 3; x >>= 1; x |= 3; x &= 30; x ^= 5; x /= 2
print(x)
s = "a"
s += "b"; s *= 3
print(s)
n = 1
def f():
    return n
n += f()
print(n)
d = {"a": {"b": 1}}
d["a"]["b"] += 4
print(d)
""",
    "comparison-chain": """
def v(x):
    print("v", x)
    return x
print(v(1) < v(2) < v(3))
print(v(1) < v(0) < v(3))
print(1 < 2 > 1 == 1 != 2 <= 2 >= 2, 1 in [1] == True, 1 not in [2], None is None)
x = 5
print(x < 10 < x * 3 < 100, 0 < x == 5)
y = 1 < x < 3
print(y)
print(x + (1 < v(x) < 9) + x)
""",
    "and-or": """
print(1 and 2, 0 and 2, 0 or "x", [] or {} or 0, 1 and [] and 3, not 0, not [1])
def t(x):
    print("t", x)
    return x
print(t(0) and t(1) or t(2) and t(3))
x = t(1) and t(2)
print(x)
if t(0) or not t(1) or t(3):
    print("yes")
print([0 or i for i in range(3)], (1 or 0) + (0 or 2))
x = x or 5
print(x, x and x + 1)
""",
    "conditional": """
for x in range(3):
    print("a" if x == 0 else "b" if x == 1 else "c")
def f(x): return x
x = 3
print(x + (f(1) if x else 2) + x, x * (2 if not x else f(5)))
print(f(x if x > 5 else f(-x)), [1, f(2) if x else 3, f(4)])
y = f(1) if x else f(2)
print(y)
""",
    "closures": """
def counter(start):
    state = [start]
    def step(by=1):
        state[0] += by
        return state[0]
    return step
a, b = counter(0), counter(10)
print(a(), a(), b(), a(5), b(2))
fs = []
for i in range(3):
    fs.append(lambda: i)
print([f() for f in fs])
gs = [lambda i=i: i for i in range(3)]
print([g() for g in gs])
hs = [lambda: i for i in range(3)]
print([h() for h in hs])
def outer():
    x = "outer"
    def inner():
        return x
    x = "changed"
    return inner()
print(outer())
""",
    "comprehension-scope": """
i = "kept"
x = [i for i in range(3)]
print(i, x)
print([[i * j for j in range(i)] for i in range(4)])
print([(i, j) for i in range(3) for j in range(i) if i + j > 1 if j])
n = 3
print({i: n * i for i in range(n)}, {i % 2 for i in range(9)}, sum(i * n for i in range(n)))
def f(n):
    return [[n + i + j for i in range(2)] for j in range(n)]
print(f(2))
print([y for x in [[1, 2], [3]] for y in x], [a + b for a, b in [(1, 2), (3, 4)]])
print([x for x in x], list(x for x in x))
print(max((i for i in range(5)), key=lambda v: -v), any(i > 3 for i in range(10)))
""",
    "generator-laziness": """
def show(x):
    print("show", x)
    return x
print(any(show(i) > 1 for i in range(10)))
g = (show(i) for i in range(3))
print("made")
print(next(g), next(g), next(g), next(g, "none"), list(g))
print(all(i < 2 for i in [0, 1, 2]), sum(x * y for x in range(3) for y in range(3) if x != y))
""",
    "recursion": """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print([fib(i) for i in range(15)])
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
print(even(20), odd(7))
def depth(n):
    if n == 0:
        return 0
    return 1 + depth(n - 1)
print(depth(900))
def hanoi(n, a, b, c):
    if n:
        hanoi(n - 1, a, c, b)
        print(a, c, end=" ")
        hanoi(n - 1, b, a, c)
hanoi(3, "A", "B", "C")
""",
    "arguments": """
def f(a, b=2, *c, d, e=5, **g):
    print(a, b, c, d, e, g)
f(1, d=4)
f(1, 2, 3, 4, d=0, z=1, y=2)
f(*[1, 2], **{"d": 3, "q": 4})
f(1, *(2, 3), 4, d=5, **{"e": 6})
def g(*args, **kwargs): return args, kwargs
print(g(), g(1, x=2), g(*"ab", 3, **{"k": 1}, j=2))
def h(a, *, b): return a - b
print(h(3, b=1), h(a=1, b=2), (lambda *a, k=3: (a, k))(1, 2))
def defaults(x, acc=[]):
    acc.append(x)
    return acc
print(defaults(1), defaults(2))
y = 1
def late(x=y): return x
y = 2
print(late())
""",
    "order-of-evaluation": """
def s(x):
    print(x, end=" ")
    return x
print(s(1) + s(2) * s(3), [s(4), s(5)], {s(6): s(7)}, (lambda *a, **k: 0)(s(8), *[s(9)], k=s(10)))
d = {}
d[s("k")] = s("v")
(d[s(1)], d[s(2)]) = s(3), s(4)
print(d)
x = 1
def bump():
    return 10
print(x + bump() + x, [x, bump(), x])
s(1) if s(0) else s(2)
print(s("a") < s("b"), s(5)[s(0)] if 0 else s(1))
assert s(1), s("not evaluated")
""",
    "delete": """
x = 1
del x
l = [1, 2, 3, 4, 5]
del l[0], l[-1]
print(l)
del l[:1]
print(l)
d = {"a": 1, "b": 2}
del d["a"]
print(d)
a, b = 1, 2
del (a, b)
def f():
    y = 1
    del y
    y = 2
    return y
print(f())
""",
    "f-strings": """
x, w = 3.14159, 10
print(f"{x}", f"{x:.2f}", f"[{x:>{w}.3f}]", f"{x!r:>9}", f"{'a' 'b'}", f"{{}}", f"{x=}",
    f"{x = :.1f}")
print(f"{[i for i in range(3)]} {({'a': 1})['a']} {x if x > 3 else 0:e}" f"{1}" "tail")
print(f"{'q'!r} {'é'!a} {12:,} {255:#x} {0.25:.0%} {True} {None}")
""",
    "percent-and-format": """
print("%d %s %r %5.2f|%-5s|%05d|%x|%%" % (1, "a", "b", 2.5, "c", 42, 255))
print("%s" % [1], "%(k)s" % {"k": 1}, "{} {} {0!r}".replace("{0!r}", "") .format(1, 2))
print("{0} {1} {0} {name:>5} {x!r:^8}".format(1, 2, name="n", x="s"), "{:{}}".format("a", 5) + "|")
print("{a}".format_map({"a": 1}), "{{}}".format(), "{:.3f}".format(1 / 3), "{:>{w}}".format(7, w=4))
""",
    "strings": """
s = "Hello, World"
print(s.upper(), s.lower(), s[::-1], s.split(", "), s.find("o"), s.replace("l", "L"), s.title())
print("-".join("abc"), " x ".strip(), "a,b".partition(","), "abc".center(9, "*"), "7".zfill(3))
print("a" in s, "abc" < "abd", s * 2, s[1:4], s[-1], len(s), s.count("l"), s.startswith("He"))
print(sorted("hello"), "".join(reversed("abc")), ord("a"), chr(98), "a\\tb".expandtabs(4),
    ascii("é"))
print("x".ljust(4) + "|", "x".rjust(4), "1 2 3".split(), "a\\nb".splitlines(), s.index("W"))
""",
    "lists-and-dicts": """
l = [3, 1, 2]
l.sort(); print(l); l.sort(key=lambda v: -v); print(l); l.sort(reverse=True)
l.insert(0, 9); l.extend([1, 1]); print(l, l.pop(), l.count(1),
    l.index(2)); l.remove(9); l.reverse()
print(l, l.copy() == l, [1, 2] + [3], [0] * 3, 2 in l, l[1:], l[:-1], l[::2])
l[1:2] = [7, 8]; print(l)
d = {"a": 1}
d.update(b=2); d.setdefault("c", []).append(3)
print(d, d.get("z"), d.get("z", 0), list(d), list(d.values()), list(d.items()), d.pop("a"),
    "b" in d, len(d))
print({**d}, d | {"x": 1}, dict(a=1, **{"b": 2}), dict([(1, 2)]), {k: v for k, v in d.items()},
    d == {})
s = {1, 2} | {3}
s.add(4); s.discard(9)
print(s, s & {1}, s - {1}, s ^ {1, 9}, {1} <= s, s.union([7]), len(s), 3 in s)
t = (1, 2, 2)
print(t.count(2), t.index(2), t + (3,), t[0], t * 2, hash((1, 2)) == hash((1, 2)))
print(dict.fromkeys("ab", 0), list(map(str.upper, "ab")), sorted(["B", "a"], key=str.lower))
""",
    "mutation-while-iterating": """
l = [1, 2, 3]
for x in l:
    if len(l) < 6:
        l.append(x * 10)
    print(x, end=" ")
print(l)
""",
    "numbers": """
print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 2 ** 10, 2 ** -1, 7 / 2, 1e3, 0x1F, 0b11, 0o17, 1_000,
    3j * 2, 1e-07)
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 5, 64 >> 2, -3, +3, abs(-3), round(2.567, 2), round(2.5),
    divmod(7, 2))
print(int("12"), int(3.9), float("1e3"), bool([]), complex(1, 2), str(1.0), repr("a"), pow(2, 3),
    pow(2, 5, 7))
print(int("ff", 16), float("inf"), 0.1 + 0.2, 10 ** 20, (1).bit_length(), (0.5).is_integer(),
    bin(5), hex(255))
print(max(1, 2), min([3, 1]), sum([1, 2], 10), sum([0.5] * 4), any([0, 1]), all([]), 1.0 == 1,
    True + True)
print(max("abc", key=ord), min([], default=3), (3+4j).real, (3+4j).conjugate(), oct(8), 3 .real)
import math
print(math.sqrt(2), math.pi, math.floor(2.5), math.gcd(12, 18), math.isnan(math.nan),
    math.factorial(10))
from math import sin, cos as c, tau
print(sin(0), c(0), tau)
""",
    "builtins": """
print(list(zip("ab", [1, 2])), list(enumerate("ab", 1)), list(map(lambda a, b: a + b, [1, 2], [3,
    4])))
print(list(filter(None, [0, 1, 2])), list(filter(lambda x: x > 1, [1, 2])), list(reversed([1,
    2])), sorted("ba"))
print(list(range(5, 0, -2)), range(3), len(range(10)), 3 in range(5), range(10)[2:5], slice(1, 2),
    tuple("ab"))
print(isinstance(1, int), isinstance("a", (int, str)), isinstance(True, int), type(1),
    type("a") is str, type([]))
print(callable(print), callable(1), callable(lambda: 0), callable(int), type(1).__name__,
    type(None))
it = iter([1, 2])
print(next(it), next(it), next(it, "end"), len("abc"), repr("a"), str([1, "a"]), bool(""),
    format(3.14159, ".2f"))
print(set([1, 1]), frozenset([1]), dict(), list(), tuple(), str(), int(), float(), print() is None)
print(getattr([1], "count")(1), hasattr(1, "real"), hasattr(1, "foo"), getattr(1, "foo", "no"))
print(*zip(*[(1, 2), (3, 4)]), sep="|", end="!\\n")
print(1, 2, sep=None, end=None)
print(issubclass(bool, int), hash(1), True, None, ..., (), [], {}, 1.5e300 * 1e10, -0.0)
""",
    "function-values": """
def compose(*fs):
    def composed(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return composed
print(compose(lambda x: x + 1, lambda x: x * 2)(5))
table = {"add": lambda a, b: a + b, "neg": lambda a: -a}
print(table["add"](1, 2), table["neg"](3), (lambda: None)(), (lambda x: lambda y: x + y)(1)(2))
def f():
    pass
print(f(), f.__name__)
def g():
    return
print(g())
def h():
    "A docstring."
    return h
print(h()()() is h)
def early(x):
    for i in range(10):
        if i == x:
            return i
        while True:
            break
    return "none"
print(early(3), early(20))
""",
    "shadowing": """
sum = lambda xs: "mine"
print(sum([1]))
del sum
print(sum([1, 2]))
def f(len):
    return len
print(f(3), len("ab"))
list = [1]
print(list)
print([max for max in range(2)], max(1, 2))
""",
    "globals-are-late": """
def f():
    return x + g()
def g():
    return y
x, y = 1, 2
print(f())
y = 10
print(f())
""",
    "deep-closures": """
def a(x):
    def b(y):
        def c(z):
            return [x + y + z + w for w in range(2)]
        return c
    return b
print(a(1)(2)(3))
def shadow(x):
    f = lambda x: (lambda: x)
    return f(2)() + x
print(shadow(10))
""",
    "semicolons-and-nesting": """
x = 1; y = 2; print(x, y)
if x: y = 3; print(y)
def f(): x = 5; return x
print(f(), x)
for i in range(2): print(i); x += i
print(x)
""",
    "is-and-identity": """
a = [1]
b = a
print(a is b, a is not b, a == [1], not a is b)
""",
    "nested-data": """
m = [[1, 2], [3, 4]]
m[0][1] = 9
m[1] += [5]
print(m, [row[::-1] for row in m], sum([sum(r) for r in m]), list(map(list, zip(*[[1, 2], [3,
    4]]))))
d = {"x": [1, {"y": (2, 3)}]}
print(d["x"][1]["y"][0])
d["x"][1]["y"] += (4,)
print(d, m[-1][-1], m[0][0:1])
""",
    "assert-passes": """
assert True
assert 1 < 2, "no"
print("ok")
""",
    "newton": """
def newton(f, df, x, tol=1e-12):
    n = 0
    while abs(f(x)) > tol:
        x -= f(x) / df(x)
        n += 1
    return x, n
print(newton(lambda x: x ** 2 - 2, lambda x: 2 * x, 1.0))
""",
    "primes": """
def primes(n):
    sieve = [True] * (n + 1)
    for p in range(2, int(n ** 0.5) + 1):
        if sieve[p]:
            for q in range(p * p, n + 1, p):
                sieve[q] = False
    return [i for i, ok in enumerate(sieve) if ok and i > 1]
print(primes(60))
""",
}

MISTAKES = {
    "undefined": "x = 1\nprint(undefined_name)",
    "undefined-in-function": "def f():\n    return nothing_here\nf()",
    "undefined-alone": "nowhere",
    "undefined-order": "def f():\n    print('called')\n    return 1\nprint(nowhere + f())",
    "undefined-argument-order": "def f():\n    print('called')\nprint(f(), nowhere)",
    "undefined-augmented": "z += 1",
    "unbound-local": "x = 1\ndef f():\n    print(x)\n    x = 2\nf()",
    "unbound-after-del": "def f():\n    x = 1\n    del x\n    return x\nf()",
    "unbound-free": "def f():\n    def g():\n        return x\n    r = g()\n    x = 1\nf()",
    "delete-undefined": "del nope",
    "delete-builtin": "del len",
    "delete-unbound": "def f():\n    del x\n    x = 1\nf()",
    "comprehension-name-gone": "[i for i in range(3)]\nprint(i)",
    "type-add": "1 + 'a'",
    "type-iadd": "x = 1\nx += 'a'",
    "type-function": "def f(): pass\nf + 1",
    "not-callable": "x = 3\nx(1)",
    "not-callable-none": "x = None\nx()",
    "not-subscriptable": "x = 3\nx[0]",
    "no-item-assignment": "x = (1, 2)\nx[0] = 3",
    "no-item-deletion": "x = 'ab'\ndel x[0]",
    "not-iterable": "for i in 3: pass",
    "not-iterable-comprehension": "[i for i in 5]",
    "not-iterable-in": "1 in 5",
    "unpack-few": "a, b, c = 1, 2",
    "unpack-many": "a, b = 1, 2, 3",
    "unpack-star-few": "a, *b, c = [1]",
    "unpack-number": "a, b = 5",
    "unpack-none": "a, *b = None",
    "index": "[1, 2][5]",
    "index-tuple": "(1,)[3]",
    "index-string": "'a'[1]",
    "index-type": "x = [1]\nx['a']",
    "key": "{'a': 1}['b']",
    "key-number": "{}[3]",
    "unhashable": "{[]: 1}",
    "zero-division": "1 / 0",
    "zero-modulo": "5 % 0",
    "zero-floordiv": "5.0 // 0",
    "overflow": "2.0 ** 10000",
    "value-int": "int('abc')",
    "value-float": "float('x')",
    "value-digits": "str(10 ** 5000)",
    "math-domain": "import math\nmath.sqrt(-1)",
    "attribute-list": "[].foo",
    "attribute-int": "(1).foo()",
    "attribute-str": "'a'.uper()",
    "attribute-none": "None.shape",
    "attribute-before-arguments": "[].foo(print('no'))",
    "attribute-set": "x = 1\nx.foo = 2",
    "attribute-of-type": "int.foo",
    "assert": "assert 1 > 2",
    "assert-message": "assert False, 'the message'",
    "assert-number": "assert 0, 42",
    "missing-argument": "def f(x): pass\nf()",
    "missing-arguments": "def f(x, y): pass\nf()",
    "missing-three": "def f(x, y, z): pass\nf()",
    "missing-one-of-two": "def f(x, y): pass\nf(1)",
    "missing-in-nested": "def f():\n    def g(x): pass\n    h = lambda: g()\n    h()\nf()",
    "missing-in-lambda": "[(lambda x: x)() for i in range(2)]",
    "star-builtin": "print(*3)",
    "star-type": "int(*3)",
    "missing-keyword-only": "def f(*, k): pass\nf()",
    "too-many": "def f(x): pass\nf(1, 2)",
    "too-many-none": "def f(): pass\nf(1)",
    "too-many-default": "def f(x, y=1): pass\nf(1, 2, 3)",
    "too-many-keyword-only": "def f(x, *, k=1): pass\nf(1, 2, k=3)",
    "unexpected-keyword": "def f(x): pass\nf(1, z=2)",
    "multiple-values": "def f(x): pass\nf(1, x=2)",
    "multiple-keyword": "def f(**k): pass\nf(**{'a': 1}, **{'a': 2})",
    "star-not-iterable": "def f(*a): pass\nf(*3)",
    "double-star-not-mapping": "def f(**a): pass\nf(**3)",
    "double-star-not-string": "def f(**a): pass\nf(**{1: 2})",
    "display-star": "[*3]",
    "lambda-arguments": "(lambda x: x)()",
    "recursion": "def f(): return f()\nf()",
    "stop-iteration": "next(iter([]))",
    "next-of-list": "next([1])",
    "no-module": "import doesnotexist",
    "no-submodule": "import math.foo",
    "with-number": "with 3: pass",
    "format-spec": 'f"{1:zz}"',
    "format-list": 'f"{[]:5}"',
    "format-index": "'{}'.format()",
    "format-key": "'{a}'.format(b=1)",
    "format-switch": "'{} {0}'.format(1)",
    "format-brace": "'{'.format()",
    "percent-few": "'%d %d' % 1",
    "percent-many": "'%d' % (1, 2)",
    "percent-type": "'%d' % 'a'",
    "builtin-arguments": "len()",
    "builtin-keyword": "len([1], x=2)",
    "sort-mixed": "sorted([1, 'a'])",
    "dict-changed": "d = {1: 2}\nfor k in d: d[k + 1] = 0",
    "range-float": "range(1.5)",
    "list-remove": "[].remove(1)",
    "list-index": "[1].index(2)",
    "pop-empty": "[].pop()",
    "str-join": "','.join([1])",
    "compare-types": "1 < 'a'",
    "compare-chain": "1 < 2 < 'a'",
    "unary": "-'a'",
    "invert": "~1.5",
    "slice-step": "[1][::0]",
    "hash-in-set": "{[]}",
    "mid-program": "print('before')\nx = [1]\nx[2]\nprint('after')",
    "in-nested-function": "def f():\n    def g(): return 1 / 0\n    return g()\nprint('a')\nf()",
    "in-comprehension": "[1 / i for i in (1, 0)]",
    "in-generator": "sum(1 / i for i in (1, 0))",
    "in-key": "sorted([1, 2], key=lambda v: v / 0)",
    "in-map": "list(map(lambda v: v.foo, [1]))",
    "isinstance": "isinstance(1, 2)",
    "print-sep": "print(1, sep=2)",
    "print-file": "print(1, file=3)",
    "int-base": "int('z', 99)",
    "pow-zero": "0 ** -1",
    "negative-shift": "1 << -1",
    "complex-order": "1j < 2j",
    "string-multiply": "'a' * 'b'",
    "caret": "2.0 ^ 3",
    "chr": "chr(-1)",
    "ord": "ord('ab')",
    "set-unhashable": "set([[1]])",
    "zip-strict": "list(zip([1], [1, 2], strict=True))",
    "max-empty": "max([])",
    "enumerate": "enumerate(5)",
}


def in_python(source: str) -> tuple[str, tuple[str, str] | None]:
    """Return what Python prints for a program, and the class and message of its error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(source, "<program>", "exec"), {"__name__": "__main__"})
        except Exception as error:
            return printed.getvalue(), (type(error).__name__, str(error))
    return printed.getvalue(), None


def in_gradcli(source: str) -> tuple[str, tuple[str, str] | None]:
    """Return the same of gradcli."""
    printed: list[str] = []
    try:
        run(source, write=printed.append)
    except GradcliError as error:
        return "".join(printed), (error.kind, error.message)
    return "".join(printed), None


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_prints_the_same(name: str) -> None:
    """A program that is right prints what it prints in Python."""
    assert in_python(PROGRAMS[name])[1] is None
    assert in_gradcli(PROGRAMS[name]) == in_python(PROGRAMS[name])


WORDS_OF_3_11 = {"attribute-set", "missing-in-lambda"}
"""Mistakes whose message later versions of Python word otherwise."""


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_ends_the_same(name: str) -> None:
    """A program that is wrong prints as much and fails with Python's class and message."""
    expected, found = in_python(MISTAKES[name]), in_gradcli(MISTAKES[name])
    assert expected[1] is not None and found[1] is not None
    if name in WORDS_OF_3_11 and sys.version_info[:2] != (3, 11):
        assert found[1][0] == expected[1][0]
    else:
        assert found == expected
