x = torch.tensor([[1.0, 2.5], [-0.5, 4.0]])
print(x.tolist(), x[0, 1].item(), x.numel(), x.dim(), len(x), x.size(), x.size(0), x.shape[-1])
print(torch.tensor(3).item(), torch.tensor(True).item(), torch.tensor(0.5).item())
print(float(x[0, 0]), int(x[1, 1]), bool(torch.tensor(0)))
total = 0
for row in x.tolist():
    total += sum(row)
print(total)
print([v.item() for v in x.flatten()], max(x[0]).item(), sum(x[0]))
