# Watch gradients go by, and change them.
x = torch.tensor([1.0, 2.0], requires_grad=True)
seen = []
y = x * 2
y.register_hook(lambda g: seen.append(g.tolist()))
y.register_hook(lambda g: g * 10)
handle = x.register_hook(lambda g: print("at the leaf:", g))
(y * y).sum().backward()
print(seen)
print(x.grad)
handle.remove()
(x * 1).sum().backward()
print(x.grad)
