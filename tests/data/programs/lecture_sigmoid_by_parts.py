# The sigmoid in elementary steps has the gradient of the sigmoid in one.
z = torch.linspace(-3, 3, 7, requires_grad=True)
parts = 1 / (1 + torch.exp(-z))
parts.sum().backward()
first = z.grad.clone()
z.grad = None
whole = torch.sigmoid(z)
whole.sum().backward()
print(parts)
print(whole)
print(first)
print(z.grad)
print((first - z.grad).abs().max() < 1e-6)
