# Packing what is saved, as in the tutorial on hooks for saved tensors.
def pack_hook(x):
    print("Packing", x)
    return x.detach() * 1
def unpack_hook(x):
    print("Unpacking", x)
    return x
a = torch.ones(5, requires_grad=True)
b = torch.ones(5, requires_grad=True) * 2
with torch.autograd.graph.saved_tensors_hooks(pack_hook, unpack_hook):
    y = a * b
y.sum().backward()
print(a.grad)
x = torch.tensor([1., 4.], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 4, lambda t: t / 4):
    y = (x * x).sqrt().exp()
y.sum().backward()
print(x.grad)
z = x.pow(3)
z.grad_fn._raw_saved_self.register_hooks(lambda t: t * 2, lambda t: t / 2)
print(z.grad_fn._saved_self)
z.sum().backward()
print(x.grad)
with torch.autograd.graph.save_on_cpu(pin_memory=False):
    y = x ** 2
y.sum().backward()
print(x.grad)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.numpy(force=True), lambda n: torch.from_numpy(n)):
    y = x.sin() * x
g, = torch.autograd.grad(y.sum(), x)
print(g)
