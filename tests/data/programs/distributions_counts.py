import torch
import torch.distributions as D
torch.manual_seed(0)
for n, p in ((10, 0.3), (100, 0.5), (40, 0.9), (1000, 0.02), (0, 0.5), (7, 1.0), (50, 0.75)):
    d = D.Binomial(n, torch.tensor(p)); print(d, d.sample((6,)), d.mean, d.variance, d.mode, d.log_prob(torch.tensor(0.)))
d = D.Binomial(torch.tensor([5., 5.]), logits=torch.tensor([0.1, -2.0])); print(d, d.entropy(), d.enumerate_support()[:2], d.enumerate_support(False).shape, d.log_prob(torch.tensor([2., 3.])), d.probs, d.param_shape)
m = D.Multinomial(10, torch.tensor([1., 1., 2., 4.])); print(m, m.sample(), m.sample((2, 3)), m.mean, m.variance, m.log_prob(torch.tensor([1., 2., 3., 4.])), m.entropy(), m.probs)
print(D.Multinomial(3, logits=torch.zeros(2, 3)).sample())
nb = D.NegativeBinomial(torch.tensor([3., 5.]), torch.tensor([0.3, 0.6])); print(nb, nb.sample((3,)), nb.mean, nb.variance, nb.mode, nb.log_prob(torch.tensor([2., 0.])))
o = D.OneHotCategorical(torch.tensor([0.2, 0.3, 0.5])); print(o, o.sample((3,)), o.mean, o.variance, o.mode, o.entropy(), o.log_prob(torch.tensor([0., 1., 0.])), o.enumerate_support())
s = D.OneHotCategoricalStraightThrough(logits=torch.tensor([0.2, 0.3, 0.5], requires_grad=True)); z = s.rsample(); print(z, s); (z * torch.tensor([1., 2., 3.])).sum().backward()
c = D.ContinuousBernoulli(torch.tensor([0.1, 0.5, 0.8])); print(c, c.sample((2,)), c.mean, c.variance, c.stddev, c.entropy(), c.log_prob(torch.tensor(0.3)), c.cdf(torch.tensor(0.3)), c.icdf(torch.tensor(0.3)))
r = D.RelaxedOneHotCategorical(torch.tensor(0.7), torch.tensor([0.2, 0.3, 0.5])); print(r, r.sample((2,)), r.rsample(), r.log_prob(torch.tensor([0.2, 0.3, 0.5])), r.temperature, r.probs, r.logits)
r = D.RelaxedBernoulli(torch.tensor(0.7), torch.tensor([0.2, 0.9])); print(r, r.sample((2,)), r.log_prob(torch.tensor([0.2, 0.3])), r.probs)
mix = D.Categorical(torch.ones(3)); comp = D.Normal(torch.tensor([-1., 0., 2.]), torch.tensor([0.5, 1.0, 0.1]))
g = D.MixtureSameFamily(mix, comp); print(g, g.sample((4,)), g.mean, g.variance, g.log_prob(torch.tensor([0., 1.])), g.cdf(torch.tensor(0.3)), g.component_distribution, g.mixture_distribution, g.batch_shape)
g = D.MixtureSameFamily(D.Categorical(torch.rand(2, 3)), D.Independent(D.Normal(torch.randn(2, 3, 2), torch.rand(2, 3, 2)), 1)); print(g, g.sample((2,)), g.mean, g.variance, g.log_prob(torch.zeros(2)), g.event_shape)
g = D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.MultivariateNormal(torch.zeros(2, 2), torch.eye(2))); print(g.sample(), g.expand((3,)).sample().shape)
