a = torch.arange(12.0).reshape(2, 2, 3).requires_grad_()
b = torch.arange(12.0).reshape(2, 3, 2)
c = a @ b
print(c)
print(c.grad_fn, torch.matmul(a, b[0]).shape, torch.matmul(a, b[0, :, 0]).shape)
c.sum().backward()
print(a.grad)
