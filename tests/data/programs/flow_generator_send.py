def inner():
    r = yield 1
    print("r", r)
    try:
        yield 2
    except ValueError as e:
        print("inner caught", e)
        yield 3
    return "ret"
def outer():
    v = yield from inner()
    print("v", v)
    yield 4
it = outer()
print(next(it), it.send("hi"), it.throw(ValueError("oops")), next(it))
try: next(it)
except StopIteration: print("done")

def avg():
    total = n = 0; a = None
    while True:
        a = total / n if n else None
        v = yield a
        if v is None: return a
        total += v; n += 1
c = avg(); next(c); c.send(10); print(c.send(20))
try: c.send(None)
except StopIteration as e: print("result", e.value)

def f():
    x = [(yield 1), (yield 2)]
    print(x)
it = f(); next(it); it.send("a")
try: it.send("b")
except StopIteration: pass

def f():
    x = (yield 1) + (yield 2) * 10
    print(x)
it = f(); next(it); it.send(5)
try: it.send(7)
except StopIteration: pass
