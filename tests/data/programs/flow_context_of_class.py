class M:
    def __enter__(self): print("enter"); return self
    def __exit__(self, t, v, tb):
        print("exit", t.__name__ if t else t, v)
        return True
with M() as m:
    raise ValueError("in")
print("after")
with M(): print("body")

class M:
    def __enter__(self): return 1
    def __exit__(self, *a): print("x")
def f():
    with M() as v: return v
print(f())
def g():
    for i in range(3):
        with M():
            if i == 1: continue
            if i == 2: break
            print(i)
g()

class M:
    def __enter__(self): return self
    def __exit__(self, *a): raise KeyError("from exit")
try:
    with M(): raise ValueError("x")
except KeyError as e: print(e, repr(e.__context__))

class M:
    def __enter__(self): return 1
    def __exit__(self, *a): return True
def f():
    with M(): raise ValueError
    return "here"
print(f())
