w = torch.ones(2, requires_grad=True)
y = torch.zeros(2)
y[0] = w[0]
z = y * y
y[1] = w[1]
z.sum().backward()
