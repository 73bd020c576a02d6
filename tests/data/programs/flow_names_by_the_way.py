if (n := 10) > 5: print(n)
print((a := 1) + a, a)
print([b := 2, b * 2])
print(f"{(c := 3)}", c)
while (d := 3 - n % 3) > 5: pass
print(d)

def f():
    if any((hit := x) > 2 for x in range(5)): return hit
print(f())

print([last := x for x in range(3)], last)

f = lambda: (z := 4) + z
print(f())
