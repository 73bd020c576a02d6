import torch
import torch.distributions as D
n = lambda k, *b: D.LowRankMultivariateNormal(torch.zeros(*b, k), torch.ones(k, 1), torch.ones(k))
m = lambda k, *b: D.MultivariateNormal(torch.ones(*b, k), torch.eye(k) * 2)
for p in (n(2), n(3), n(2, 2), m(2), m(2, 2)):
    for q in (n(2), n(3), m(2), m(2, 2), n(2, 2)):
        try:
            print(D.kl_divergence(p, q))
        except Exception as e:
            print(type(e).__name__, e)
from torch.distributions.von_mises import VonMises
from torch.distributions.lkj_cholesky import LKJCholesky
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal
from torch.distributions.generalized_pareto import GeneralizedPareto
print(VonMises, LKJCholesky, LowRankMultivariateNormal, GeneralizedPareto)
print(D.kl_divergence(D.Chi2(torch.tensor(3.)), D.Exponential(torch.tensor([1., 2.]))))
x = torch.tensor([0.5, 2.0], requires_grad=True)
total = sum(D.kl_divergence(p, q).sum() for p, q in ((D.Gamma(x, x), D.Normal(x, x)), (D.Uniform(0.2, x), D.Gamma(x, x)), (D.Pareto(x, x + 3), D.Normal(x, x)), (D.Normal(x, x), D.Laplace(x + 1, x)), (D.Uniform(-x, x), D.Normal(x, x)), (D.Beta(x, x), D.Normal(x, x)), (D.Gumbel(x, x), D.Normal(x, x)), (D.Normal(x, x), D.Gumbel(x, x)), (D.Exponential(x), D.Gumbel(x, x)), (D.Uniform(0.1, torch.sigmoid(x)), D.Beta(x, x))))
print(total, torch.autograd.grad(total, x))
