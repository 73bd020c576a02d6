x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.retain_grad()
y.register_hook(lambda g: print("hook", g))
y.mul_(3)
y.sum().backward()
print(y.grad, x.grad)
