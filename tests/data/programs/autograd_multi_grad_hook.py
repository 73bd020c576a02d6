from torch.autograd.graph import register_multi_grad_hook
a = torch.rand(2, 3, requires_grad=True) * 0 + 1
b = torch.ones(2, 3, requires_grad=True)
c = a * b
d = a + b
def fn(grads):
    print([g is not None for g in grads])
handle = register_multi_grad_hook((a, b, c, d), fn)
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a, b), retain_graph=True)
c.sum().backward(inputs=(b,), retain_graph=True)
(c.sum() + d.sum()).backward()
handle.remove()
print(handle)
x = torch.ones(2, requires_grad=True)
y = torch.ones(2, requires_grad=True)
register_multi_grad_hook((x, y), lambda g: print("first", g), mode="any")
(x * 2 + y * 3).sum().backward()
