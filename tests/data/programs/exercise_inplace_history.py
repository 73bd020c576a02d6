x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
print(y.grad_fn, y._version)
y.mul_(3)
print(y.grad_fn, y._version)
y += 1
print(y)
y[0] = 0
print(y)
y.sum().backward()
print(x.grad)
