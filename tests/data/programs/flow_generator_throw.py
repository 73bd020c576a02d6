def g():
    try:
        yield 1
    except ValueError as e:
        print("caught", e)
        yield 10
    yield 20
it = g()
print(next(it))
print(it.throw(ValueError("boo")))
print(list(it))
