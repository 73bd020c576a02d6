x = torch.tensor([0.5, -1.0], requires_grad=True)
for name, f in {"exp": torch.exp, "sin": torch.sin, "tanh": torch.tanh, "sigmoid": torch.sigmoid, "square": lambda t: t ** 2}.items():
    g, = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    gg, = torch.autograd.grad(g.sum(), x)
    print(f"{name:8}", g.detach(), gg)
