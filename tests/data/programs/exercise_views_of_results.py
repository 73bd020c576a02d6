x = torch.arange(1.0, 7.0).reshape(2, 3).requires_grad_()
y = x * 2
flat = y.view(6)
y[0, 0] = 100
print(flat, flat.grad_fn)
flat.sum().backward()
print(x.grad)
x.grad = None
z = x * 1
z.reshape(-1).mul_(3)
z.unsqueeze(0)[0, 1] *= 2
print(z, z.grad_fn)
z.sum().backward()
print(x.grad)
