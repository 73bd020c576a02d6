x = torch.ones(2, 3, requires_grad=True)
y = x * 2
v = y.view(-1)
v[0] = 10.
print(y.grad_fn, v.grad_fn, y)
y.sum().backward()
print(x.grad)
