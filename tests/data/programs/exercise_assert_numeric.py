def numerical_grad(f, x, eps=1e-6):
    g = torch.zeros_like(x)
    for i in range(x.numel()):
        e = torch.zeros_like(x).view(-1)
        e[i] = eps
        e = e.view_as(x)
        g.view(-1)[i] = (f(x + e) - f(x - e)) / (2 * eps)
    return g
x = torch.tensor([[0.1, 0.2], [0.3, -0.4]], dtype=torch.float64, requires_grad=True)
f = lambda t: (t.sin() * t.exp()).sum()
f(x).backward()
assert torch.allclose(x.grad, numerical_grad(f, x.detach()), atol=1e-6), "gradients differ"
print("ok")
print(torch.autograd.gradcheck(f, (x,)))
torch.testing.assert_close(x.grad, numerical_grad(f, x.detach()), rtol=1e-5, atol=1e-6)
