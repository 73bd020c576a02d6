import tempfile, os, pathlib
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "a.txt")
    with open(p, "w") as f: f.write("hi")
    with open(p) as f: text = f.read()
    print(text, os.listdir(d), (pathlib.Path(d) / "a.txt").exists())
print(os.path.exists(d))
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as f:
    f.write("abc"); f.flush(); f.seek(0); print(f.read(), f.name.endswith(".txt"), os.path.exists(f.name))
print(os.path.exists(f.name))
d = tempfile.mkdtemp(prefix="x"); print(os.path.isdir(d), os.path.basename(d)[0], tempfile.gettempdir())
f = tempfile.NamedTemporaryFile(delete=False); f.write(b"q"); f.close(); 
with open(f.name, "rb") as g: print(g.read())
