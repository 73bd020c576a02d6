x = torch.tensor([-2.0, -1.0, 0.0, 1.0, 2.0])
x[x < 0] = 0
print(x)
x[[0, 4]] = torch.tensor([10.0, 20.0])
print(x)
m = torch.eye(3, dtype=torch.bool)
y = torch.ones(3, 3)
y[m] = -1
print(y)
print(y[~m].sum())
