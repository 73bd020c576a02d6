x = torch.tensor([1., 2.], requires_grad=True)
x.register_hook(lambda g: g.double())
(x * x).sum().backward()
