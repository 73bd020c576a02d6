"""What is printed into texts, and read from them."""

import contextlib, io
buf = io.StringIO()
with contextlib.redirect_stdout(buf):
    print("hidden", 1)
print(repr(buf.getvalue()))

from io import StringIO
b = StringIO(); b.write("a"); print("x", file=b); print(b.getvalue(), b.tell()); b.seek(0); print(b.read(2), b.readline(), list(StringIO("a\nb\n")))

import io, contextlib, sys
buf = io.StringIO()
try:
    with contextlib.redirect_stdout(buf):
        print("a"); sys.stdout.write("b\n"); raise ValueError("z")
except ValueError as e: print("E", e)
print(buf.getvalue().split())
with contextlib.redirect_stderr(buf): print("c", file=sys.stderr)
print(buf.getvalue().splitlines(), buf)
with contextlib.redirect_stdout(None): print("gone")
with io.StringIO("x\ny") as f:
    for line in f: print(repr(line))
try: f.read()
except ValueError as e: print(e)
try: io.StringIO().write(3)
except TypeError as e: print(e)
