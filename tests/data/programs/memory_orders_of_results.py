torch.manual_seed(0)
x = torch.randn(4, 3, 2).permute(2, 1, 0)
last = torch.randn(2, 4, 5, 3).permute(0, 3, 1, 2)
for y in (x, x[:, :, ::2], last, torch.randn(3, 2).T, torch.randn(2, 3, 8)[..., ::2]):
    print(F.logsigmoid(y).stride(), F.rrelu(y).stride(), (2**y).stride(), y.sigmoid().bernoulli().stride())
    print(F.rrelu(y, training=True).stride(), torch.cdist(y, y).stride())
    for training in (True, False):
        for weight in (None, ones(3)):
            z = y if y.dim() > 1 and y.shape[1] == 3 else x
            print(F.batch_norm(z, zeros(3), ones(3), weight, weight, training).stride())
    print(F.rms_norm(y, y.shape[-1:]).stride(), F.rms_norm(y, y.shape[-1:], ones(y.shape[-1])).stride())
    print(F.rms_norm(y.clone().requires_grad_(), y.shape[-1:]).grad_fn)
for shape in ((3, 3), (4, 3), (3, 4), (2, 4, 3)):
    a = torch.randn(shape, dtype=float64)
    b = torch.randn(*shape[:-1], 2, dtype=float64)
    print([part.stride() for part in torch.lu_unpack(*torch.linalg.lu_factor(a))])
    print(torch.linalg.lstsq(a, b).solution.stride(), torch.linalg.lstsq(a, b, driver="gelsd")[0].stride())
    print(torch.linalg.lstsq(a, b)[0].shape, torch.dist(torch.linalg.lstsq(a, b)[0], torch.linalg.pinv(a) @ b) < 1e-10)
c, u, v = torch.randn(4, 3).T, torch.randn(3), torch.randn(4)
print(torch.addr(c, u, v).stride(), torch.addr(c.contiguous(), u, v).stride(), torch.addr(v, u, v).stride())
