def scale(x, by):
    return x * by

print(scale(2, 3))
scale(2)
