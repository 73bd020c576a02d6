from torch.autograd.functional import jacobian, hessian, hvp, vhp
X = torch.tensor([[1., 2.], [0.5, -1.], [2., 0.1]], dtype=torch.float64)
y = torch.tensor([1., 0., 1.], dtype=torch.float64)
def loss(w, b):
    z = X @ w + b
    return F.binary_cross_entropy_with_logits(z, y) + 0.1 * (w ** 2).sum()
w = torch.tensor([0.3, -0.2], dtype=torch.float64)
b = torch.tensor(0.1, dtype=torch.float64)
print(jacobian(loss, (w, b)))
H = hessian(loss, (w, b))
print(H)
print(torch.allclose(H[0][0], H[0][0].T), H[0][1].shape, H[1][0].shape, H[1][1].shape)
v = (torch.ones(2, dtype=torch.float64), torch.tensor(2., dtype=torch.float64))
print(hvp(loss, (w, b), v))
print(vhp(loss, (w, b), v))
