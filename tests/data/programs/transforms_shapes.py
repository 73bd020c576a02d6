from torch.func import jacrev, jacfwd, hessian
from torch.autograd.functional import jacobian
import torch.autograd.functional as AF
s = torch.tensor(2.)
v = torch.tensor([1., 2.])
m = torch.ones(2, 3)
one = torch.ones(1)
for f, args in [
    (lambda s: s ** 2, (s,)), (lambda s: s * v, (s,)), (lambda v: v.sum(), (v,)), (lambda v: torch.outer(v, v), (v,)),
    (lambda m: m.sum(0), (m,)), (lambda m: m.T, (m,)), (lambda o: o * m, (one,)),

]:
    print(jacrev(f)(*args).shape, jacobian(f, *args).shape, jacrev(f)(*args).sum())
print(jacfwd(lambda m: m.sum(0))(m).shape, jacfwd(lambda s: s * m)(s).shape)
print(hessian(lambda m: (m ** 2).sum())(m).shape, AF.hessian(lambda m: (m ** 2).sum(), m).shape)
print(hessian(lambda v: torch.outer(v, v))(v).shape)
print(AF.hessian(lambda o: o ** 2, one), AF.hessian(lambda s: s ** 2, s), AF.hessian(lambda s: (s ** 3).reshape(1, 1), s))
print(jacobian(lambda v, m: (v.sum(), v @ m), (v, m)))
