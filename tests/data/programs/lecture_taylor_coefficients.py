x = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
y = torch.exp(torch.sin(x))
coeffs = []
fact = 1
for n in range(6):
    coeffs.append(y.item() / fact)
    y, = torch.autograd.grad(y, x, create_graph=True)
    fact *= n + 1
print(coeffs)
