CALLS = [
    lambda: ones(2).tolist(foo=1),
    lambda: ones(2).cpu(foo=1),
    lambda: ones(2).backward(1, 2, 3, 4, 5, 6, 7),
    lambda: ones(2).register_hook(),
    lambda: ones(2).numel(1),
    lambda: ones(2).requires_grad_(foo=3),
    lambda: F.unfold(ones(2)),
    lambda: ones(4).unfold(0),
    lambda: F.dropout(),
    lambda: F.cross_entropy(ones(2, 2), tensor([0, 1]), weights=ones(2)),
    lambda: F.conv2d(ones(1, 1, 2, 2), ones(1, 1, 2, 2), strides=2),
    lambda: torch.argmax(ones(2), 0, False, 3),
    lambda: ones(2).argmax(0, True, 1),
    lambda: torch.zeros_like(),
    lambda: torch.matmul(ones(2)),
    lambda: torch.bmm(),
    lambda: torch.var(ones(3), 0, True, True, 3),
    lambda: torch.topk(ones(3)),
    lambda: torch.gather(ones(3), 0),
    lambda: torch.clamp(ones(2), 0, 1, 2),
    lambda: torch.where(ones(2)),
    lambda: F.one_hot(tensor([1]), classes=3),
    lambda: torch.nn.Linear(3),
    lambda: F.gelu(ones(2), foo=1),
    lambda: torch.linspace(0, 1, 3, 4),
    lambda: torch.eye(),
    lambda: torch.triu(ones(2, 2), diag=1),
    lambda: torch.sum(ones(2), dims=0),
    lambda: torch.cat(),
    lambda: torch.stack([ones(2)], 0, 1),
    lambda: torch.norm(),
    lambda: torch.linalg.norm(),
    lambda: torch.linalg.solve(eye(2)),
    lambda: torch.linalg.svd(eye(2), True, True),
    lambda: torch.fft.fft(),
    lambda: tensor(1.).double(1),
    lambda: tensor(1.).float(dtype=int64),
    lambda: tensor([1.]).item(3),
    lambda: tensor([1.]).item(keepdim=True),
    lambda: tensor([1.]).contiguous(input=2),
    lambda: tensor([1.]).dist(),
    lambda: torch.dist(tensor([1.]), tensor([1.]), 1, 2),
    lambda: F.adaptive_avg_pool2d(ones(1, 1, 2, 2)),
    lambda: F.mse_loss(ones(2)),
    lambda: F.mse_loss(),
    lambda: F.nll_loss(ones(2, 2)),
    lambda: F.cross_entropy(ones(2), foo=3),
    lambda: F.mse_loss(ones(2), ones(2), target=3),
    lambda: F.mse_loss(ones(2), ones(2), None, None, 'mean', None, 3),
    lambda: torch.cumsum(ones(2), [1], dim=0),
    lambda: torch.cumsum(ones(2), 0, dim=0),
    lambda: torch.cumsum(ones(2), 0, axis=0),
    lambda: torch.addmm(ones(2, 2), ones(2, 2), ones(2, 2), out=3),
    lambda: F.mse_loss(ones(2), ones(2), out=0),
    lambda: torch.mm(ones(2, 2), ones(2, 2), out=3),
    lambda: torch.tril(ones(2, 2), 1, 2),
    lambda: ones(2, 2).tril(1, 2),
    lambda: torch.signal.windows.bartlett(3, 3, sym=False),
    lambda: F.pad(ones(2)),
    lambda: torch.diag_embed(ones(2), (1,), offset=1),
    lambda: torch.relu(),
    lambda: F.conv2d(ones(1, 1, 3, 3)),
    lambda: F.linear(ones(2)),
    lambda: ones(2).expand_as(),
    lambda: ones(2).view_as(),
    lambda: torch.unbind(ones(2), foo=2, dim='x'),
    lambda: torch.flip(ones(2)),
    lambda: F.embedding(tensor([1])),
    lambda: F.batch_norm(ones(2, 2)),
    lambda: F.layer_norm(ones(2)),
    lambda: torch.stft(ones(20)),
    lambda: ones(2).bfloat16(3, 4),
    lambda: ones(2).type_as(),
    lambda: ones(2).to(),
    lambda: ones(2).numpy(3, 4),
    lambda: ones(2).tolist(1),
    lambda: ones(2).dim(1),
    lambda: ones(2).size(1, 2),
    lambda: ones(2).backward(foo=1),
    lambda: ones(2).requires_grad_(1, 2),
    lambda: ones(2).detach(1),
    lambda: ones(2).element_size(1),
    lambda: ones(2).stride('x'),
    lambda: ones(2).is_floating_point(2),
    lambda: ones(2).register_hook(),
    lambda: ones(2).data_ptr(2),
    lambda: ones(2).cpu(1, 2, 3),
    lambda: ones(2).clone(1),
]
for call in CALLS:
    try:
        print("passes", call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
w = torch.ones(2, requires_grad=True)
for name in ("Adam", "Adamax", "ASGD", "NAdam", "RAdam", "RMSprop", "Rprop", "Adadelta", "Adagrad"):
    for options in ({"capturable": True}, {"foreach": True, "differentiable": True}):
        try:
            optimizer = getattr(torch.optim, name)([w], **options)
            w.grad = torch.ones(2)
            optimizer.step()
            print(name, "passes")
        except Exception as error:
            print(name, type(error).__name__, error)
for call in (
    lambda: torch.optim.Adam([w], betas=(1.5, 0.9), weight_decay=-1.0),
    lambda: torch.optim.Adadelta([w], rho=2.0, eps=-1.0),
    lambda: torch.optim.NAdam([w], betas=(0.5, -0.9), momentum_decay=-1.0),
):
    try:
        call()
    except ValueError as error:
        print(error)
print(torch.linspace(inf, 2.0, 1), torch.logspace(nan, inf, 1))
a = torch.arange(4.0)
print(torch.tensordot(a=a, b=a, dims=1), torch.softmax(a, axis=0), torch.relu(x=a))
for call in (
    lambda: torch.tensordot(input=a, other=a, dims=1),
    lambda: F.normalize(a, axis=0),
    lambda: F.layer_norm(x=a, normalized_shape=(4,)),
    lambda: F.cross_entropy(x=a, target=torch.tensor(0)),
    lambda: F.leaky_relu(x=a),
    lambda: torch.norm(a, axis=0),
):
    try:
        print(call())
    except TypeError as error:
        print(error)
