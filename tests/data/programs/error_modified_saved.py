x = torch.ones(3, requires_grad=True)
y = x.exp()
z = y * 2
y.add_(1)
print(y)
z.sum().backward()
print(x.grad)
y.sum().backward()
