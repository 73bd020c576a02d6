def f():
    x = 0
    def g():
        nonlocal x
        x += 1
        def h():
            nonlocal x
            x += 10
        h()
        return x
    return g() + g(), x
print(f())

def counter():
    c = 0
    def inc(by=1):
        nonlocal c
        c += by
        return c
    return inc
i = counter(); print(i(), i(5), i())

def f():
    global a, b
    a, b = 1, 2
    for b in range(5): pass
    del a
f(); print(b)
try: print(aa)
except NameError as e: print(e)

def f():
    x = 1
    def g():
        global x
        x = 7
    g()
    return x
print(f(), x)
i = 0
def f():
    global i
    i += 1
    return i
print([f(), f()], f() + i, i)
l = [f() for _ in range(2)] + [i]
print(l)
