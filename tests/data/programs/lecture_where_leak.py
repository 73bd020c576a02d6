# A NaN that is not chosen still comes back in the gradient.
x = torch.tensor([0.0, 4.0], requires_grad=True)
y = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))
print(y)
y.sum().backward()
print(x.grad)
safe = torch.where(x > 0, x, torch.ones_like(x))
x.grad = None
torch.where(x > 0, torch.sqrt(safe), torch.zeros_like(x)).sum().backward()
print(x.grad)
