def counter():
    state = {"n": 0}
    def step():
        state["n"] += 1
        return state["n"]
    return step
c = counter()
print(c(), c(), c())
def apply(f, *args, times=1, **kw):
    for _ in range(times): args = (f(*args, **kw),)
    return args[0]
print(apply(lambda x, k=2: x * k, torch.tensor(1.), times=3), apply(torch.add, torch.ones(1), other=2) if False else "skip")
print((lambda *a, **k: (a, k))(1, 2, z=3))
