import torch
import torch.distributions as D
kl = D.kl_divergence
T = torch.tensor
pairs = [(D.Beta(T([2., 3.]), T([1., .5])), D.Beta(T([1., .3]), T([4., 2.]))), (D.Gamma(T([2., .3]), T([1., .5])), D.Gamma(T([1., 3.]), T(4.))), (D.Dirichlet(T([1., 2., 3.])), D.Dirichlet(T([3., .2, 1.]))),
 (D.Binomial(5, T(.3)), D.Binomial(5, T(.6))), (D.Binomial(T([5., 6.]), T(.3)), D.Binomial(5, T(.6))), (D.ContinuousBernoulli(T([.3, .5])), D.ContinuousBernoulli(T(.7))), (D.Gumbel(T(.3), T(2.)), D.Gumbel(T(-1.), T(1.))), (D.HalfNormal(T(.3)), D.HalfNormal(T(2.))),
 (D.OneHotCategorical(T([.2, .8])), D.OneHotCategorical(T([.5, .5]))), (D.Pareto(T([1., 2.]), T(2.)), D.Pareto(T(1.5), T(1.))), (D.LogNormal(T(.3), T(1.)), D.LogNormal(T(.1), T(2.))), (D.Chi2(T(3.)), D.Chi2(T(4.))), (D.TransformedDistribution(D.Normal(0., 1.), [D.ExpTransform()]) if hasattr(D, "ExpTransform") else D.LogNormal(0., 1.), D.LogNormal(1., 1.)),
 (D.Weibull(1., 1.), D.Weibull(1., 2.))]
for p, q in pairs:
    try: print(kl(p, q))
    except NotImplementedError as e: print(type(e).__name__, e)
a = T([2., 3.], requires_grad=True); b = T(1.5, requires_grad=True)
loss = (kl(D.Beta(a, b), D.Beta(1., 1.)) + D.Beta(a, b).entropy() + D.Gamma(a, b).log_prob(T(.7)) + D.StudentT(a, b).log_prob(T(.2)) + D.Gamma(a, b).entropy()).sum() + D.Dirichlet(a).log_prob(T([.2, .8])); loss.backward(); print(loss, a.grad, b.grad)
b.grad = None
D.Gamma(T(2.), b).rsample((2,)); D.Weibull(b, 2.).rsample().backward(); print(b.grad is not None)
