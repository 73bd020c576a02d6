class A(ValueError):
    code = 4
    def describe(self): return f"{self.code} {self}"
try: raise A("x")
except ValueError as e: print(e.describe(), isinstance(e, A), issubclass(A, ValueError), issubclass(A, KeyError))

class A(Exception):
    def __init__(self, *args, **kw):
        super().__init__(*args)
        self.kw = kw
try: raise A("m", k=2)
except A as e: print(e, e.kw)

class A(Exception):
    def __init__(self, a, b): self.a = a; self.b = b
try: raise A(1, 2)
except A as e: print(e.args, e.a, e.b, str(e), repr(e))
class A(Exception): pass
class B(A):
    def __init__(self, v): self.v = v
    def __repr__(self): return f"B<{self.v}>"
try: raise B(4)
except A as e: print(repr(e), str(e), e.args, [e])
