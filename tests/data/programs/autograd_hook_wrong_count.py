x = torch.tensor([1., 2.], requires_grad=True)
y = x * x
y.grad_fn.register_hook(lambda into, out: (into[0],))
y.sum().backward()
