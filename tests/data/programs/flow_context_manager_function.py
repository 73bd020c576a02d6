import contextlib
from contextlib import contextmanager
@contextmanager
def tag(n):
    print("<", n)
    try: yield n.upper()
    finally: print(">", n)
with tag("a") as t: print(t)
try:
    with tag("b"): 1/0
except ZeroDivisionError as e: print(e)
with contextlib.suppress(KeyError): {}["a"]
with contextlib.nullcontext(5) as v: print(v)

from contextlib import contextmanager
@contextmanager
def sw():
    try: yield
    except ValueError as e: print("swallow", e)
with sw(): raise ValueError("v")
print("after")
