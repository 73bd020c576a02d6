x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
for exponent in (0, 1, 2, 3, 0.5, -1, 2.5):
    y = x ** exponent
    g, = torch.autograd.grad(y.sum(), x)
    print(exponent, y.detach(), g)
n = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
z = 2 ** n
z.sum().backward()
print(z, n.grad)
b = torch.tensor([2.0, 3.0], requires_grad=True)
e = torch.tensor([3.0, 2.0], requires_grad=True)
(b ** e).sum().backward()
print(b.grad, e.grad)
print(torch.pow(b, 2), b.pow(2), torch.tensor([2, 3]) ** torch.tensor([3, 2]))
