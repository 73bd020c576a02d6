# A Jacobian, one row a backward pass.
def f(v):
    x, y, z = v
    return torch.stack([x * y, y * z, x * y * z])

at = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
out = f(at)
rows = []
for i in range(len(out)):
    selector = torch.zeros(3)
    selector[i] = 1
    row, = torch.autograd.grad(out, at, grad_outputs=selector, retain_graph=True)
    rows.append(row)
J = torch.stack(rows)
print(out)
print(J)
print(J.shape, J.requires_grad)
