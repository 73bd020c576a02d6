"""Programs for what runs often: calls inside one another, errors on the way, and what is left."""

PROGRAMS = {
    "deeper-than-there-is-room": """
def down(n): return 0 if n == 0 else 1 + down(n - 1)
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
print([down(n) for n in (1, 59, 60, 61, 130, 400)], even(301), odd(301))
try:
    down(5000)
except RecursionError as error:
    print(error, down(70))
print(down(900))
down('a')
""",
    "errors-in-calls": """
def leaf(x, y=2):
    z = x / y
    return z + 1
def middle(x):
    total = 0
    for i in range(3):
        total += leaf(i, x - i)
    return total
def top(x):
    try:
        return middle(x)
    except ZeroDivisionError as error:
        print('caught', error, x)
        return -1
    finally:
        print('left')
for k in (5, 6, 7): print(top(k))
print(top(1), top(2))
middle(2)
""",
    "arguments-that-do-not-fit": """
def f(a, b=2, *rest, c=3, **more): return (a, b, rest, c, more)
def g(a, b=5): return a - b
for i in range(3):
    print(f(i), f(i, 1, 2, 3), f(a=i, c=1, d=2), g(i), g(b=1, a=i), g(*[i, 1]), g(**{'a': i}))
    args, kwargs = zip([1, 2], [3, 4]), {'c': i}
    print(f(*args, **kwargs))
    try:
        g(1, 2, 3) if i else g()
    except TypeError as error:
        print(error)
for i in range(3): g(i, c=1) if i == 2 else None
""",
    "without-a-value": """
def f(n):
    for i in range(n):
        if i > 1: late = i
    return late
def g(n):
    if n: value = n
    del n
    try:
        print(n)
    except UnboundLocalError as error:
        print(error)
    return value
def h():
    def inner(): return free
    if False: free = 1
    return inner()
for n in (5, 4, 3):
    print(f(n), g(n))
for call in (f, g):
    try:
        call(0)
    except UnboundLocalError as error:
        print(error)
for i in range(3):
    if i == 1:
        seen = max(i, 2)
        max = len
    print('seen' if i else max(i, 7))
try:
    h()
except NameError as error:
    print(error)
for i in range(2): print(unseen if i else i)
""",
    "generators-of-the-host": """
def check(x):
    if x == 3: raise ValueError(f'no {x}')
    return x * 2
def half(x): return x / (x - 2)
print(sum(check(i) for i in range(3)), max((check(i), i) for i in range(3)))
print(any(i > 1 for i in [1, 2]))
try:
    sum(check(i) for i in range(5))
except ValueError as error:
    print(error)
def rows(n): return [list(a + b for a in range(n)) for b in range(n)]
print(rows(3), dict((k, sum(j for j in range(k))) for k in range(4)))
lazy = (half(i) for i in range(5))
print(next(lazy), list(zip(lazy, 'a')), lazy is iter(lazy))
def items():
    yield from (check(i) for i in (1, 2))
    yield 'end'
print(list(items()), ','.join(str(v) for v in items()), [*(v for v in items())])
g = (print('drawn', i) for i in range(3))
print(all(g is not None for _ in range(2)), next(g))
g.close()
print(sum(half(i) for i in [4, 3, 2, 1]))
""",
    "instances": """
class A:
    made = 0
    def __init__(self, x): self.x = x; A.made += 1
    def __call__(self, y): return self.x + y
    def __getitem__(self, i): return self.x * i
    def __len__(self): return self.x
    def __eq__(self, o): return self.x == o.x
    def __lt__(self, o): return self.x < o.x
    @property
    def twice(self): return self.x * 2
    @classmethod
    def of(cls, x): return cls(x)
    def method(self, *args): return (self.x, args)
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def method(self, *args): return super().method(*args, self.y)
class C(B):
    def __init__(self, x): return x
for i in range(1, 4):
    a, b = A(i), B.of(i) if i < 0 else B(i, 2)
    f = b.method
    print(a(1), b[3], len(b), a == b, a < b, b.twice, A.of(i).x, f(7), b.method())
    print(sorted([B(3, 1), b])[0].x, isinstance(a, B), isinstance(i, A), isinstance(b, (int, A)))
    b.method = lambda *args: args
    print(b.method(1), isinstance(b, A), A.made)
    try:
        C(None if i < 3 else i)
    except TypeError as error:
        print(error)
for i in range(3): a.x, a = 'changed', A('text' if i else 1)
print(a(1))
""",
    "what-is-entered-and-left": """
import torch
class Net(torch.nn.Module):
    def __init__(self, ready):
        if ready: super().__init__()
    def forward(self, x): return x + 1 / x
for ready in (1, 1, 0, 1):
    net = Net(ready)
    try: print(net(ready + 1))
    except AttributeError as error: print(error)
    if ready: net.register_forward_hook(lambda *args: print('hook', args[1:]))
    try: net(0)
    except (ZeroDivisionError, AttributeError) as error: print(error)
class Guard:
    def __enter__(self): print('in'); return self
    def __exit__(self, kind, error, trace): print('out', error); return isinstance(error, KeyError)
def inside(i):
    with Guard() as g:
        for j in range(3):
            if j == i: continue
            if j == 2: return (i, j)
            if i == 2: raise KeyError(i)
    return 'after'
for i in range(4): print(inside(i))
def loops(n):
    for i in range(n):
        try:
            if i == 2: continue
            if i == 4: break
            if i % 2: raise ValueError(i)
        except ValueError as error:
            last = error
            continue
        else:
            print('else', i)
        finally:
            print('finally', i)
    try: return error
    except NameError as unbound: print(unbound)
    return last
print(loops(6))
def reraised(i):
    try: return 1 / i
    except ZeroDivisionError:
        try: again()
        except ValueError as error: return repr(error), repr(error.__context__)
def again():
    try: raise
    except ZeroDivisionError as error: raise ValueError('again') from None
for i in (1, 0, 2, 0): print(reraised(i))
""",
    "closures": """
def counter():
    n = 0
    def add(by=1):
        nonlocal n
        n += by
        return n
    def read(): return n
    return add, read
add, read = counter()
for i in range(4): print(add(), add(by=2), read())
fs = [lambda x, i=i: x + i for i in range(3)]
gs = [lambda x: x + i for i in range(3)]
print([f(1) for f in fs], [g(1) for g in gs])
def twice(f):
    def wrapped(*args, **kwargs): return f(f(*args, **kwargs))
    return wrapped
@twice
def inc(x, by=1): return x + by
print([inc(i) for i in range(3)])
def names(a, b=1):
    c = [a for a in range(b)]
    return sorted(locals()), len(c)
for i in range(3): print(names(i))
g = 0
for i in range(3):
    globals()['g'] = g + 1
    print(g)
""",
    "numbers-that-grow": """
x, y = 3, 1.5
for i in range(40):
    x = x * x
    y = y * 1.5 - x % 7 / 2 + i // 3
print(y)
""",
    "texts-that-grow": """
s = 'ab'
for i in range(40):
    s = s * 3
    s += 'x' * i
print(len(s))
""",
    "generators-that-get-and-return": """
def g(n):
    for i in range(n):
        got = yield i
        if got: print('got', got)
    return 'end'
def outer(n):
    r = yield from g(n)
    print(r)
    s = yield from [1, 2]
    print(s)
    return 5
for _ in range(4):
    print([x for x in outer(3)], list(outer(2)))
    it = outer(2); print(next(it), it.send('a'))
    try: it.send('b'); it.send('c')
    except AttributeError as e: print(e)
    try: next(outer(0)); it2 = outer(1); next(it2); it2.throw(ValueError('x'))
    except ValueError as e: print('VE', e)
    it3 = g(3); next(it3); it3.close()
    try: next(it3)
    except StopIteration as e: print('stop', e.value)
    h = g(1); next(h)
    try: next(h)
    except StopIteration as e: print('stop', e.value)
    try: g(2).send(4)
    except TypeError as e: print(e)
    for x in g(5):
        if x == 2: break
    it4 = g(4)
    for x in it4:
        if x == 1: break
    print(list(it4), list(it4))
""",
    "errors-in-generators": """
def bad(n):
    yield 1
    yield 1 / (n - 2)
def mid(n):
    for x in bad(n): yield x
def deleg(n):
    yield from bad(n)
t = 0
for k in (4, 5, 6, 3, 2):
    try:
        for x in mid(k): t += x
        t += sum(deleg(k))
        for x in deleg(k): t += x
    except ZeroDivisionError as e:
        print(e, t)
for k in (4, 5, 2):
    for x in mid(k): t += x
""",
    "generators-that-stop-themselves": """
def bad(n):
    yield 1
    raise StopIteration
for k in range(3):
    try:
        for x in bad(k): print(x)
    except RuntimeError as e: print(e, e.__cause__.__class__)
for x in bad(1): print(x)
""",
    "generators-in-one-another": """
def step(g):
    for x in g: yield x + 1
for n in (5, 200, 2000):
    g = [0, 1]
    for i in range(n): g = step(g)
    try:
        print(sum(list(g)))
    except RecursionError as e: print(e)
def walk(n):
    if n:
        yield n
        yield from walk(n - 1)
def walk2(n):
    yield n
    if n:
        for x in walk2(n - 1): yield x
print(sum(walk(200)), sum(walk2(150)))
for k in range(3):
    print(sum([x for x in walk(100)]))
def inf(n):
    yield n
    yield from inf(n + 1)
try:
    for x in inf(0): pass
except RecursionError as e: print(e)
class T:
    def __init__(s, v, l=None, r=None): s.v, s.l, s.r = v, l, r
    def __iter__(s):
        if s.l: yield from s.l
        yield s.v
        if s.r: yield from s.r
    def __bool__(s): return True
t = None
for i in range(100): t = T(i, t)
print(sum(t), list(t)[:3], max(t))
""",
    "generators-and-names": """
def g():
    x = 1
    f = lambda: x
    yield f
    x = 2
    yield f
    del x
    yield f
for k in range(2):
    for f in g():
        try: print(f())
        except NameError as e: print(e)
def self_running():
    yield 1
    print(next(it))
    yield 2
for k in range(3):
    it = self_running()
    try:
        for x in it: print(x)
    except ValueError as e: print(e)
def late(n):
    for i in range(n): yield i
    yield v
for x in late(2): print(x)
""",
    "generators-of-tensors": """
import torch
def batches(x, n):
    for i in range(0, len(x), n):
        yield x[i:i+n] * 2
w = torch.ones(2, requires_grad=True)
for k in range(3):
    s = 0
    for b in batches(torch.arange(6.).reshape(3, 2), 1): s = s + (b * w).sum()
    s.backward(); print(w.grad, s)
def gen():
    yield torch.ones(2) @ torch.ones(3)
for k in range(3):
    try: list(gen())
    except RuntimeError as e: print(e)
for x in gen(): pass
""",
    "generators-that-the-host-goes-over": """
def gen(n):
    i = 0
    while i < n:
        i += 1
        yield i
def consume(n):
    t = 0
    for x in gen(n):
        for y in gen(x): t += y
    return t
print([consume(k) for k in range(6)], sum(x * y for x in gen(3) for y in gen(x)))
a, b, *c = gen(5); print(a, b, c, dict(zip(gen(2), gen(3))), sorted(gen(4), key=lambda v: -v))
print(3 in gen(4), ''.join(str(v) for v in gen(3)))
g = gen(3); print(next(g), list(g), next(g, 'none'))
g = gen(2); print(list(zip(g, g)))
""",
    "generators-with-a-try": """
def clipped(values, low=0.0):
    for value in values:
        try:
            if value < low:
                raise ValueError(f"{value} is below {low}")
        except ValueError as error:
            print(error)
            continue
        yield value
print(sum(value for value in clipped([4.0, -1.0, 9.0])))
print(list(clipped([4.0, -1.0, 9.0])))
for x in clipped([4.0, -1.0, 9.0]): print(x)
""",
    "names-in-loops": """
size, total = 3, 0
def plain(k):
    found = []
    for i in range(k): found.append(size * len(found) + missing if i > 5 else size)
    return found
def changing(k):
    global total
    for i in range(k):
        total += size
        bump()
    return total
def bump():
    global total
    total += 1
print(plain(4), changing(3), total)
size = 4
print(plain(3), changing(2))
del size
try:
    plain(2)
except NameError as error:
    print(error)
size = len
len = lambda values: 100
print([len(v) for v in ('a', 'b')], (lambda k: [len(i) for i in range(k)])(2))
size = 5
print(plain(2))
del len
print(plain(2))
plain(8)
""",
    "numbers-of-all-kinds": """
def apply(a, b):
    found = []
    for i in range(2):
        found += [a + b, a - b, a * b, a / b, a // b, a % b, a < b, a == b, -a]
        if b < 9: found.append(a ** b)
        a += 1; b *= 2; a -= b; a /= 2; b //= 1; a %= 7
        found += [a, b]
    return found
import torch
for a in (3, 2.5, True, 7 + 0j, torch.tensor(2.0), 10 ** 25):
    for b in (2, 0.5, True, torch.tensor(4.0), -3):
        try:
            print(a, b, apply(a, b))
        except TypeError as error:
            print(a, b, error)
for a in ('x', [1], (2,)):
    for i in range(2): a += a; a = a * 2
    print(a, a + a, 'v%s' % 3)
big = 7
for i in range(6): big = big * big; print(big % 1000003)
for i in range(40): big *= big
""",
    "attributes-that-classes-compute": """
class Box:
    made = 0
    def __init__(self, v): self._v = v; Box.made += 1
    @property
    def v(self): return self._v / self.made
    @v.setter
    def v(self, new):
        if new < 0: raise ValueError(f'{new} is below 0')
        self._v = new
    @property
    def inner(self): return self.nothing
    def __getitem__(self, i): return self._v * i
    def __len__(self): return int(self._v)
    def __eq__(self, o): return self._v == o._v
    def __lt__(self, o): return self._v < o._v
    def __contains__(self, v): return v == self._v
    def __call__(self, *a, k=1): return sum(a) * k
    def __enter__(self): return self
    def __exit__(self, *a): return a[0] is ValueError
b = Box(4)
for i in range(4):
    c = Box(i)
    with b as d: b.v = i - 1
    print(b.v, c.v, b[i], len(c), b == c, b < c, i in c, b(1, 2, k=i), sorted([c, b])[0]._v)
    Box.made = i + 1
    if i == 2: Box.__len__ = lambda self: 7; Box._v2 = property(lambda self: 8); print(c._v2)
b.inner
""",
}
