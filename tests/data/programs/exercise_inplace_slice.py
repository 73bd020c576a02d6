x = torch.arange(4., requires_grad=True)
y = x.clone()
y[1:3] = y[1:3] ** 2
y[0] *= 5
print(y)
y.sum().backward()
print(x.grad)
z = x.sigmoid()
z[0] = 0
z.sum().backward()
