import torch
import torch.distributions as D
torch.manual_seed(0)
loc, scale = torch.tensor([0.5, -1.0]), torch.tensor([1.0, 2.0])
v = torch.tensor([0.3, 0.9])
for d in (D.LogNormal(loc, scale), D.HalfNormal(scale), D.HalfCauchy(scale), D.Cauchy(loc, scale), D.Gumbel(loc, scale), D.Gumbel(0.5, 2.0), D.Weibull(scale, scale + 1), D.Pareto(scale * 0.1, scale), D.Kumaraswamy(scale, scale + 1)):
    print(d, d.sample((3,)), d.rsample((2,)), d.mean, d.variance, d.stddev, d.mode, d.entropy(), d.log_prob(v), d.cdf(v), d.icdf(torch.tensor([0.2, 0.7])), d.has_rsample, d.batch_shape)
    print(d.expand((2, 2)).sample(), d.expand((2, 2)).log_prob(v), d.expand((2, 2)).mean)
l = D.LogisticNormal(torch.tensor([0.1, 0.2]), torch.tensor([1.0, 2.0])); print(l, l.sample((2,)), l.log_prob(torch.tensor([0.2, 0.3, 0.5])), l.loc, l.event_shape)
