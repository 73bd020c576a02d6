class E(Exception): pass
try:
    try: raise E("a")
    except E as e: raise RuntimeError("b") from e
except RuntimeError as r:
    print(r.__cause__.args, isinstance(r.__cause__, E), r.__traceback__ is None or True)

a = []
try:
    a[0]
except IndexError:
    try:
        {}[0]
    except KeyError as k:
        print(repr(k.__context__))
    print("x")
raise ValueError("end")
