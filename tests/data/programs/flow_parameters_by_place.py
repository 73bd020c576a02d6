def f(a, /, **kw): print(a, kw)
f(1, a=2)

def f(a=1, /, b=2): return a, b
print(f(), f(5), f(5, 6), f(b=3))

g = lambda a, /, b=2: a + b
print(g(1))

def f(a, b, /, c, *, d): return (a, b, c, d)
print(f(1, 2, 3, d=4), f(1, 2, c=3, d=4))
f(1, b=2, c=3, d=4)
