"""globals, locals, vars and dir."""

x = 3
def f(a, b=2):
    c = a + b
    return locals()
print(f(1), "x" in globals(), globals()["x"])
globals()["y"] = 5
print(y)

def f(x, y):
    return "{x} {y:.1f}".format(**locals())
print(f(1, 2.0))

class A:
    def __init__(self, a, b=3):
        self.__dict__.update({k: v for k, v in locals().items() if k != "self"})
print(A(1).b, vars(A(1)))

def f(a): return sorted(vars()), dir()
print(f(1))

class A:
    x = 1
    names = sorted(n for n in locals() if not n.startswith("_"))
print(A.names)

print([locals().get("i", "none") is not None for i in range(2)])

def test_one(): assert 1 + 1 == 2
def test_two(): assert torch.ones(2).sum() == 3, "sum"
failed = 0
for name, fn in list(globals().items()):
    if name.startswith("test_"):
        try: fn(); print("PASS", name)
        except AssertionError as e: failed += 1; print("FAIL", name, e)
print(failed)
