# Sampling categories.
torch.manual_seed(12)
weights = torch.tensor([0, 10, 3, 1], dtype=torch.float)
print(torch.multinomial(weights, 2))
print(torch.multinomial(weights, 6, replacement=True))
print(weights.multinomial(1))
rows = torch.ones(3, 4) / 4
print(torch.multinomial(rows, 3))
print(torch.multinomial(rows, 5, True))
counts = torch.zeros(4)
for i in torch.multinomial(weights, 50, replacement=True).tolist():
    counts[i] += 1
print(counts)
