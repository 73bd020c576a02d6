# What was overwritten gets no gradient, not even an infinite one.
x = torch.ones(2, 3, requires_grad=True)
y = x.clone()
y[0] = 5
(y / 0).sum().backward()
print(x.grad)
x.grad = None
y = x * 2
y.t()[1] = torch.tensor([1.0, 2.0])
(y * torch.tensor([-1.0, inf, 1.0])).sum().backward()
print(x.grad)
