x = torch.tensor([0.25, 0.5, 1.0, 2.0], requires_grad=True)
for name in ["exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "relu", "abs", "neg", "reciprocal", "square"]:
    y = getattr(torch, name)(x)
    g, = torch.autograd.grad(y.sum(), x)
    print(f"{name:10}", y)
    print(" " * 10, g)
