x = torch.ones(3, requires_grad=True)
y = x ** 2
h = y.register_hook(lambda grad: print("grad of y", grad))
x.register_hook(lambda g: g * 10)
y.sum().backward()
print(x.grad)
h.remove()
v = torch.tensor([0., 0., 0.], requires_grad=True)
h = v.register_hook(lambda grad: grad * 2)
v.backward(torch.tensor([1., 2., 3.]))
print(v.grad)
h.remove()
saved = {}
def keep(name):
    def hook(grad):
        saved[name] = grad.clone()
    return hook
a = torch.tensor([1., 2.], requires_grad=True)
b = a * 3
c = b.exp()
b.register_hook(keep("b"))
c.register_hook(keep("c"))
c.sum().backward()
for name, grad in sorted(saved.items()):
    print(name, grad)
