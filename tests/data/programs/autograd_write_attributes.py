x = torch.tensor([1., 2.], requires_grad=True)
x.data = torch.tensor([5., 6., 7.])
print(x)
x.grad = torch.ones(3)
del x.grad
print(x.grad)
y = x * 2
y.requires_grad_()
print(y.requires_grad, x.requires_grad_(False), x.requires_grad)
x.requires_grad = True
print(x.retains_grad, y.retains_grad)
y.retain_grad()
print(y.retains_grad, x.retain_grad())
z = x.detach().requires_grad_()
print(z.is_leaf, z.data is z, z._version, y._base, x[0]._base is x, x[0]._is_view())
y.detach_()
print(y, y.is_leaf)
