def g():
    raise StopIteration(3)
    yield
for i in g(): pass
