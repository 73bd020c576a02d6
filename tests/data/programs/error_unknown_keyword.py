def f(x):
    return x

f(1, y=2)
