a = torch.tensor([0., 0., 0.], requires_grad=True)
b = a.clone()
assert isinstance(b.grad_fn, torch.autograd.graph.Node)
handle = b.grad_fn.register_hook(lambda gI, gO: (gO[0] * 2,))
b.sum().backward(retain_graph=True)
print(a.grad)
handle.remove()
a.grad = None
b.sum().backward(retain_graph=True)
print(a.grad)
a.grad = None
handle = b.grad_fn.register_prehook(lambda gI: (gI[0] * 2,))
b.sum().backward(retain_graph=True)
print(a.grad)
v = torch.tensor([0., 0., 0.], requires_grad=True)
lr = 0.01
h = v.register_post_accumulate_grad_hook(lambda p: p.add_(p.grad, alpha=-lr))
v.backward(torch.tensor([1., 2., 3.]))
print(v)
h.remove()
c = a + b
d = a * b
print(c.grad_fn.next_functions, d.grad_fn.name())
print(c.grad_fn(torch.ones(3)), d.exp().grad_fn(torch.ones(3)))
y = (a + 1).exp()
print(torch.autograd.grad(y, a, grad_outputs=torch.ones_like(y)))
