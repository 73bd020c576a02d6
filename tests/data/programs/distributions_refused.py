import torch
import torch.distributions as D
T = torch.tensor
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
attempt(lambda: D.Beta(-1., 1.)); attempt(lambda: D.Gamma(T([1., -1.]), 1.)); attempt(lambda: D.Dirichlet(T(1.))); attempt(lambda: D.StudentT(0.)); attempt(lambda: D.HalfNormal(-1.)); attempt(lambda: D.Binomial(5, T(1.5))); attempt(lambda: D.Binomial(5)); attempt(lambda: D.Binomial(-1, T(.5)))
attempt(lambda: D.Multinomial(T(3), T([.5, .5]))); attempt(lambda: D.MixtureSameFamily(D.Normal(0., 1.), D.Normal(T([0.]), 1.))); attempt(lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Normal(torch.zeros(3), 1.)))
attempt(lambda: D.LogNormal(0., 1.).log_prob(T(-1.))); attempt(lambda: D.Beta(1., 1.).log_prob(T(1.5))); attempt(lambda: D.Dirichlet(torch.ones(3)).log_prob(T([.5, .5, .5]))); attempt(lambda: D.Gamma(1., 1.).log_prob(T(-1.))); attempt(lambda: D.Binomial(3, T(.5)).log_prob(T(4.)))
attempt(lambda: D.Multinomial(3, torch.ones(2)).log_prob(T([-1., 4.]))); attempt(lambda: D.TransformedDistribution(D.Normal(0., 1.), 3)); attempt(lambda: D.TransformedDistribution(D.Normal(0., 1.), [3])); attempt(lambda: D.Pareto(1., 1.).log_prob(T(.5))); attempt(lambda: D.OneHotCategorical(torch.ones(2)).log_prob(T([1., 1.])))
attempt(lambda: D.transforms.ExpTransform(cache_size=3)); attempt(lambda: D.NegativeBinomial(1., 1.5)); attempt(lambda: D.Weibull(-1., 1.)); attempt(lambda: D.Kumaraswamy(1., 0.)); attempt(lambda: D.Chi2(-1.)); attempt(lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Beta(torch.ones(2), 1.)).log_prob(T(2.)))
attempt(lambda: D.Cauchy(0., -1.)); attempt(lambda: D.LogNormal(0., -1.)); attempt(lambda: D.Gumbel(0., -1.)); attempt(lambda: D.Pareto(1., -1.)); attempt(lambda: D.FisherSnedecor(1., -1.)); attempt(lambda: D.RelaxedBernoulli(T(1.), T(2.))); attempt(lambda: D.ContinuousBernoulli(T(2.))); attempt(lambda: D.OneHotCategorical(T([-1., 2.])))
