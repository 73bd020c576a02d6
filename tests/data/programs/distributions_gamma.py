import torch
import torch.distributions as D
torch.manual_seed(0)
for a, b in ((0.5, 1.0), (2.0, 3.0), (10.0, 0.5), (1e-2, 1.0)):
    d = D.Gamma(a, b); print(d, d.sample((3,)), d.sample(), d.mean, d.variance, d.stddev, d.mode, d.entropy(), d.log_prob(torch.tensor([0.5, 2.0])), d.cdf(torch.tensor(1.5)))
d = D.Gamma(torch.tensor([0.7, 3.0], dtype=torch.float64), torch.tensor(2.0)); print(d.sample((20,)))
print(D.Gamma(torch.tensor([0.7, 3.0]), torch.tensor([2.0, 1.0])).sample((17,)))
print(D.Chi2(torch.tensor([1.0, 5.0])), D.Chi2(3.0).sample((5,)), D.Chi2(3.0).df, D.Chi2(torch.tensor(4.)).log_prob(torch.tensor(2.)))
print(D.Dirichlet(torch.tensor([0.5, 1.0, 2.0])).sample((4,)), D.Dirichlet(torch.ones(2, 3)))
d = D.Dirichlet(torch.tensor([[0.5, 1.0, 2.0], [3.0, 4.0, 0.1]])); print(d.mean, d.variance, d.mode, d.entropy(), d.log_prob(torch.tensor([0.2, 0.3, 0.5])), d.sample())
b = D.Beta(torch.tensor([0.5, 2.0]), torch.tensor([0.5, 3.0])); print(b, b.sample((3,)), b.rsample(), b.mean, b.mode, b.variance, b.entropy(), b.log_prob(torch.tensor([0.2, 0.9])), b.concentration1)
print(D.Beta(2.0, 3.0).sample((2,)), D.Beta(2, 3), D.Beta(2, 3).batch_shape)
t = D.StudentT(torch.tensor([1.0, 2.0, 5.0]), 1.0, 2.0); print(t, t.sample((2,)), t.mean, t.variance, t.entropy(), t.log_prob(torch.tensor(0.3)), t.mode)
f = D.FisherSnedecor(torch.tensor([3.0, 5.0]), torch.tensor([2.0, 7.0])); print(f, f.sample((2,)), f.mean, f.variance, f.mode, f.log_prob(torch.tensor(1.5)))
i = D.InverseGamma(torch.tensor([3.0, 1.5]), torch.tensor(2.0)); print(i, i.sample((2,)), i.mean, i.variance, i.mode, i.entropy(), i.log_prob(torch.tensor([0.4, 1.0])), i.cdf(torch.tensor(0.5)))
print(D.Gamma(2.0, 1.0).expand((2, 3)).sample().shape, D.Beta(2.0, 1.0).expand((2,)).sample(), D.StudentT(3.0).expand((4,)).sample(), D.Chi2(3.0).expand((2,)))
print(type(t), type(b), type(D.MultivariateNormal(torch.zeros(2), torch.eye(2))), D.LogNormal, D.transforms.ExpTransform)

# gradients through what is drawn, to as many digits as PyTorch's have
torch.manual_seed(7)
p = torch.tensor([1.5, 0.4, 5.0], dtype=torch.float64, requires_grad=True)
families = (D.Gamma(p, p), D.Chi2(p), D.Beta(p, p + 1), D.Dirichlet(p), D.StudentT(p))
for d in families:
    drawn = d.rsample((2,))
    (g,) = torch.autograd.grad((drawn / (1 + drawn.abs())).sum(), p)
    print(type(d).__name__, [f"{v:.1e}" for v in g.tolist()])
print(D.kl_divergence(D.Cauchy(p, p), D.Cauchy(p * 2, 1.0)))
