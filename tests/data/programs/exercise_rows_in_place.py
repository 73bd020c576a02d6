b = torch.zeros(2, 3)
for i, row in enumerate(b):
    row += i + 1
print(b)
first, second = b
first[0] = 50
b.view(3, 2).mul_(2)
print(b, second)
shared = b.numpy()
b[1, 1] = 7
print(shared)
stacked = torch.stack([b, b])
stacked.zero_()
print(b.sum(), stacked.sum(), b._version)
