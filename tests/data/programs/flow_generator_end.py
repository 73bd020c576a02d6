def g():
    yield 1
    return 2
it = g()
print(next(it))
try:
    next(it)
except StopIteration as e:
    print(e.value)
try:
    next(it)
except StopIteration as e:
    print(e.value, e.args)
print(list(it), next(it, "d"))

def g():
    try:
        yield 1
        yield 2
    finally:
        print("cleanup")
for x in g():
    print(x)
    break
print("after")

def g():
    try:
        yield 1
    except GeneratorExit:
        print("exit")
        raise
it = g(); next(it); it.close(); it.close()
print(list(it))
