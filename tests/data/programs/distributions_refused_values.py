from torch.distributions import *
for c in (lambda: Bernoulli(tensor([0.3, 0.9])), lambda: Bernoulli(logits=tensor([0.3, 0.9])), lambda: ContinuousBernoulli(tensor([0.3, 0.9])), lambda: Multinomial(3, tensor([0.3, 0.7])), lambda: Geometric(tensor([0.3, 0.9])), lambda: RelaxedBernoulli(tensor(1.), tensor([0.3, 0.9])), lambda: RelaxedOneHotCategorical(tensor(1.), tensor([0.3, 0.7])), lambda: OneHotCategorical(tensor([0.3, 0.7])), lambda: Categorical(tensor([0.3, 0.7])), lambda: Binomial(3, tensor([0.3, 0.7])), lambda: NegativeBinomial(3, tensor([0.3, 0.7]))):
    d = c()
    for v in (tensor([-1.0, 2.0]), tensor([0.5, nan]), ones(3)):
        try:
            print(d.log_prob(v))
        except Exception as e:
            print(type(e).__name__, str(e).splitlines()[0])
        print(d)
for call in (
    lambda: Normal(1),
    lambda: Normal(1, 2, foo=3),
    lambda: Laplace(),
    lambda: Bernoulli(1, 2, 3, 4),
    lambda: HalfNormal(),
    lambda: Poisson(),
    lambda: Exponential(),
    lambda: Beta(1),
    lambda: Gumbel(1),
    lambda: HalfCauchy(),
    lambda: NegativeBinomial(),
    lambda: Wishart(),
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
