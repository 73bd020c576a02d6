import os
from pathlib import Path
os.makedirs("d/e/f"); open("d/a.txt", "w").close(); open("d/e/b.txt", "w").close()
for root, dirs, files in os.walk("d"): print(root, sorted(dirs), sorted(files))
print(list(os.walk("nothing")), sorted(str(p) for p in Path("d").glob("*.txt")), list(Path("d").glob("*.png")), [p.stem for p in Path("d").glob("*/*.txt")], type(os.walk("d")).__name__)
