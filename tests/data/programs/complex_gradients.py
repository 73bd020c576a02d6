w = tensor([1 + 2j, 3 - 4j], requires_grad=True)
for f in [
    lambda t: (t * t.conj()).real,
    lambda t: t.abs(),
    lambda t: (t * (2 - 1j)).imag,
    lambda t: t.exp().imag / 10,
    lambda t: (1 / t).real,
    lambda t: t.angle(),
    lambda t: (t**2).mean().real,
    lambda t: t.log().abs(),
    lambda t: torch.view_as_real(t * t),
    lambda t: torch.fft.fft(t).abs(),
    lambda t: torch.outer(t, t).imag,
]:
    w.grad = None
    y = f(w)
    y.sum().backward()
    print(y.grad_fn, w.grad)
x = tensor([1.0, 2.0], requires_grad=True)
y = x * 1j + x**2
(y * y).real.sum().backward()
print(y, x.grad)
