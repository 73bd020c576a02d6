def twice(f):
    def g(*args):
        return f(f(*args))
    return g
def named(tag):
    print("asked for", tag)
    def wrap(f):
        print("wrapped", f.__name__, tag)
        return f
    return wrap
@twice
def cube(x):
    return x ** 3
@named("outer")
@named("inner")
def half(x): return x / 2
x = torch.tensor(2., requires_grad=True)
y = half(cube(x))
y.backward()
print(y, x.grad)
@3
def wrong(): pass
