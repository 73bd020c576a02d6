total, seen = 0, set()
for i, (a, b) in enumerate(zip(range(10), reversed(range(10)))):
    if i % 2: continue
    if a > b and i > 6: break
    total += a * b
    seen.add(a - b)
else:
    print("not here")
while total > 10: total //= 3
print(total, sorted(seen), [x if x > 2 else -x for x in range(5)], {k: v for k, v in zip("ab", (1, 2))}, any(x > 3 for x in (1, 2)), all([]))
matrix = [[1, 2], [3, 4]]
print([[row[i] for row in matrix] for i in range(2)], list(zip(*matrix)), sum(matrix, []), max(matrix, key=lambda r: -r[0]))
x = 5
x = "neg" if x < 0 else "zero" if x == 0 else "pos"
print(x, 1 < 2 < 3, not None or 0, 7 // 2, -7 // 2, -7 % 3, 2 ** -1, 1e3, 0x1f, 1_000)
