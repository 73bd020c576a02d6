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
}
