squares = [i * i for i in range(6)]
pairs = [(a, b) for a in range(3) for b in range(3) if a < b]
table = {n: torch.full((n,), float(n)) for n in (1, 2)}
print(squares, pairs, table)
print({i % 3 for i in range(10)}, sum(i for i in range(5)), max(squares, key=lambda v: -abs(v - 10)))
rows = torch.stack([torch.arange(3) * k for k in range(1, 4)])
print(rows)
print([row.sum().item() for row in rows], sorted(squares, reverse=True)[:2])
print(list(zip("abc", rows[:, 1].tolist())))
