# A detached tensor shares the memory but not the history.
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
z = y.detach()
print(z.requires_grad, z.is_leaf, z.grad_fn)
z[0] = 100
print(y)
(y * z).sum().backward()
print(x.grad)
