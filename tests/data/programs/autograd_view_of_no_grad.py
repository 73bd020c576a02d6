# Views made where nothing is recorded belong to where they were made.
x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
with torch.no_grad():
    row = x[0]
    print(row, row.requires_grad, row.is_leaf, row._is_view())
    row.mul_(10)
    x[1] -= 1
    x.t()[0, 0] += 1
    for r in x:
        r.add_(0.5)
print(x)
y = x * 2
with torch.no_grad():
    part = y[:, 0]
    part.zero_()
print(y)
y.sum().backward()
print(x.grad)
plain = torch.zeros(2)
with torch.no_grad():
    v = plain.view(2)
v.add_(1)
print(plain, v.requires_grad)
