x = torch.tensor([1., 2.], requires_grad=True)
(x ** 3).sum().backward(create_graph=True)
print(x.grad, x.grad.grad_fn.name())
x.grad.sum().backward()
print(x.grad)
x.grad = None
(x ** 2).sum().backward()
g = x.grad
(x ** 2).sum().backward(create_graph=True)
print(x.grad, g is x.grad)
y = torch.tensor([1.], requires_grad=True)
(2 * y).sum().backward(create_graph=True)
print(y.grad)
z = (y * y) * 1
z.retain_grad()
(z * z).backward(create_graph=True)
print(z.grad)
