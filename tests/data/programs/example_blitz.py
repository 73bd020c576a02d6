# the autograd tutorial's first steps
x = torch.ones(2, 2, requires_grad=True)
print(x)
y = x + 2
print(y)
print(y.grad_fn)
z = y * y * 3
out = z.mean()
print(z, out)
a = torch.randn(2, 2, generator=torch.Generator().manual_seed(3))
a = ((a * 3) / (a - 1))
print(a.requires_grad)
a.requires_grad_(True)
print(a.requires_grad)
b = (a * a).sum()
print(b.grad_fn)
out.backward()
print(x.grad)
v = torch.tensor([0.1, 1.0, 0.0001], dtype=torch.float)
w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = w * 2
count = 0
while y.data.norm() < 1000:
    y = y * 2
    count += 1
print(y, count)
y.backward(v)
print(w.grad)
print((w ** 2).requires_grad)
with torch.no_grad():
    print((w ** 2).requires_grad)
y = w.detach()
print(y.requires_grad, w.eq(y).all())
