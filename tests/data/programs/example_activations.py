x = torch.linspace(-2, 2, 5, requires_grad=True)
for f in (F.relu, F.leaky_relu, F.elu, F.selu, F.gelu, F.silu, F.softplus, F.hardtanh, F.mish, F.softsign, F.logsigmoid, F.relu6, F.celu, F.hardswish, F.tanhshrink, torch.tanh, torch.sigmoid):
    y = f(x)
    g, = torch.autograd.grad(y.sum(), x)
    print(y.data, g, y.grad_fn)
