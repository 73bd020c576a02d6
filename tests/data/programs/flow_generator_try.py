def f():
    try:
        yield 1
        1/0
    except ZeroDivisionError:
        yield "div"
    else: yield "else"
    finally: yield "fin"
print(list(f()))

def f():
    try: yield 1
    finally:
        try: 1/0
        except ZeroDivisionError: print("nested")
it = f(); next(it); del it
print("end")

def g():
    for i in range(3):
        got = yield i
        print("got", got)
def h():
    res = yield from g()
    print(res)
it = h()
next(it); it.send(1); it.send(2)
try: it.send(3)
except StopIteration: print("over")
