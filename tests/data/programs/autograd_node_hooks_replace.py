x = torch.tensor([1., 2.], requires_grad=True)
w = torch.tensor([3., 4.], requires_grad=True)
y = x * w
def tenfold(grads):
    return (grads[0] * 10,)
def clipped(into, out):
    return (into[0].clamp(max=35.), None)
y.grad_fn.register_prehook(tenfold)
handle = y.grad_fn.register_hook(clipped)
y.sum().backward(retain_graph=True)
print(x.grad, w.grad)
handle.remove()
y.sum().backward()
print(x.grad, w.grad)
