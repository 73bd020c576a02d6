import os

import numpy as np

x, y = np.arange(3.0), np.ones(3)
print(np.c_[x, y], np.r_[x, y, 5], np.r_[0:3, 7], np.c_[np.array([[1, 2]]), 3])
a = np.arange(6.0).reshape(2, 3)
np.save("arr", a)
b = np.load("arr.npy")
b[0] = 9
print(np.load("arr.npy"), b, os.path.exists("arr.npy"))
with open("d.csv", "w") as f:
    f.write("x,y\n")
    for i in range(3):
        f.write(f"{i},{i * i / 2}\n")
print(np.loadtxt("d.csv", delimiter=",", skiprows=1, dtype=np.float32))
x, y = np.loadtxt("d.csv", delimiter=",", skiprows=1, unpack=True)
print(x, y, os.path.getsize("d.csv"))
np.loadtxt("none.csv")
