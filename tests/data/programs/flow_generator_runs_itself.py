def g():
    x = next(it)
    yield x
it = g()
next(it)
