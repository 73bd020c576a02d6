v = torch.tensor([0., 0., 0.], requires_grad=True)
h = v.register_hook(lambda grad: grad * 2)
v.backward(torch.tensor([1., 2., 3.]))
print(v.grad)
h.remove()
a = torch.tensor([1., 2.], requires_grad=True)
b = a * 2
b.retain_grad()
node = b.grad_fn
print(node.name(), node.next_functions[0][0].name(), node.metadata)
handle = node.register_prehook(lambda grads: (grads[0] * 10,))
b.sum().backward()
print(a.grad, b.grad)
with torch.autograd.graph.saved_tensors_hooks(lambda t: (print("pack", t), t)[1], lambda t: (print("unpack", t), t)[1]):
    y = a * a
y.sum().backward()
print(a.grad)
