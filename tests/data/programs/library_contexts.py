"""Contexts of contextlib: stacks, decorators, what is closed."""

import contextlib
with contextlib.ExitStack() as st:
    st.callback(lambda: print("bye")); x = st.enter_context(torch.no_grad()); print(torch.is_grad_enabled())
print(torch.is_grad_enabled())

from contextlib import ContextDecorator, closing, AbstractContextManager
class T(ContextDecorator):
    def __enter__(self): print("in"); return self
    def __exit__(self, *e): print("out"); return False
@T()
def f(x): return x + 1
print(f(1))
with T() as t: print(type(t).__name__)

import contextlib
@contextlib.contextmanager
def tag(n):
    print(f"<{n}>"); yield n; print(f"</{n}>")
@tag("b")
def f(): print("hi")
f(); f()

from contextlib import ExitStack, suppress
class R:
    def __init__(self, n): self.n = n
    def __enter__(self): print("enter", self.n); return self
    def __exit__(self, t, v, tb): print("exit", self.n, t.__name__ if t else None); return self.n == 1
with ExitStack() as s:
    for i in range(3): s.enter_context(R(i))
    s.callback(print, "cb", sep="-")
    print("body")
with ExitStack() as s:
    for i in range(3): s.enter_context(R(i))
    raise ValueError("x")
print("after")
try:
    with ExitStack() as s:
        s.enter_context(R(0)); raise KeyError("k")
except KeyError as e: print("caught", e)
