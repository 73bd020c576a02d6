order = []
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.register_hook(lambda g: order.append("y"))
z = y * 3
z.register_hook(lambda g: order.append("z first"))
z.register_hook(lambda g: order.append("z second"))
x.register_hook(lambda g: order.append("x"))
z.sum().backward()
print(order)
torch.autograd.grad((x * y.detach()).sum(), x)
print(order[3:], x.grad)
