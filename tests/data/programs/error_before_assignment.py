def f():
    print(value)
    value = 1

f()
