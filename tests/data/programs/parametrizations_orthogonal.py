import torch, torch.nn as nn
from torch.nn.utils.parametrizations import weight_norm, spectral_norm, orthogonal
torch.manual_seed(0)
torch.set_printoptions(precision=3, sci_mode=False)
for shape in ((3, 3), (3, 5), (5, 3)):
    for m in (None, "matrix_exp", "cayley", "householder"):
        for triv in (True, False):
            l = orthogonal(nn.Linear(*shape), orthogonal_map=m, use_trivialization=triv)
            Q = l.weight.detach()
            k = min(shape)
            G = Q @ Q.T if Q.shape[0] <= Q.shape[1] else Q.T @ Q
            print(shape, m, triv, torch.allclose(G, torch.eye(k), atol=1e-5))
            print(Q)
            l(torch.ones(2, shape[0])).pow(2).sum().backward()
            print(l.parametrizations.weight.original.grad)
print(l, list(orthogonal(nn.Linear(2, 2)).state_dict()))
l = orthogonal(nn.Linear(3, 3)); l.weight = torch.eye(3)[[1, 0, 2]]; print(l.weight.detach(), l.parametrizations.weight[0].base)
for f in (lambda: orthogonal(nn.BatchNorm1d(3)), lambda: orthogonal(nn.Linear(2, 2), "w"), lambda: orthogonal(nn.Linear(2, 2), orthogonal_map="q"), lambda: setattr(l, "weight", torch.eye(2)),
  lambda: spectral_norm(nn.Linear(2, 2), n_power_iterations=0), lambda: spectral_norm(nn.Linear(2, 2), dim=3), lambda: weight_norm(nn.ReLU())):
    try: f()
    except Exception as e: print(type(e).__name__, e)
