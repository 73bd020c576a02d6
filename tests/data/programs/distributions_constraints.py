import torch
from torch.distributions import *
from torch.distributions import constraints
from torch.distributions.utils import *
from torch.distributions.utils import (
    _standard_normal,
    euler_constant,
    probs_to_logits,
    logits_to_probs,
    clamp_probs,
    tril_matrix_to_vec,
    vec_to_tril_matrix,
)

x = torch.tensor([[1.0, 0.0], [0.5, 2.0]])
v = torch.tensor([-1.0, 0.0, 0.5, 1.0, 3.0])
for n in "boolean corr_cholesky lower_cholesky lower_triangular nonnegative nonnegative_integer one_hot positive positive_definite positive_integer positive_semidefinite real real_vector simplex square symmetric unit_interval".split():
    c = getattr(constraints, n)
    print(n, c, c.event_dim, c.is_discrete, constraints.is_dependent(c))
    for t in (v, x, torch.eye(3), torch.eye(2) * 3, torch.ones(2, 3)):
        try:
            print("  ", c.check(t))
        except Exception as e:
            print("  ", type(e).__name__, str(e)[:80])
for c in (
    constraints.greater_than(1),
    constraints.greater_than_eq(1),
    constraints.less_than(0.5),
    constraints.interval(0.0, 1),
    constraints.half_open_interval(0.0, 1.0),
    constraints.integer_interval(0, 3),
    constraints.multinomial(3),
    constraints.independent(constraints.positive, 1),
    constraints.dependent(is_discrete=True, event_dim=2),
):
    print(c, c.event_dim, c.is_discrete)
    if not constraints.is_dependent(c):
        print(c.check(v))
print(constraints.interval(0.0, 1).upper_bound, constraints.greater_than(lower_bound=2).lower_bound)


class Even(constraints.Constraint):
    event_dim = 0
    is_discrete = True

    def check(self, value):
        return value % 2 == 0


e = Even()
print(
    e,
    e.check(v),
    e.event_dim,
    isinstance(e, constraints.Constraint),
    isinstance(constraints.real, constraints.Constraint),
    constraints.independent(e, 1),
)


class Own(Distribution):
    arg_constraints = {"n": Even()}
    support = Even()

    def __init__(self, n):
        self.n = n
        super().__init__(n.shape)

    def log_prob(self, x):
        self._validate_sample(x)
        return x


o = Own(torch.tensor([2.0, 4.0]))
print(o, o.support, o.log_prob(torch.tensor([2.0, 2.0])))
for f in (
    lambda: Own(torch.tensor([1.0])),
    lambda: o.log_prob(torch.tensor([1.0, 2.0])),
    lambda: o.log_prob(torch.zeros(3)),
    lambda: o.log_prob(2),
    lambda: o.mean,
    lambda: o.rsample(),
    lambda: constraints.dependent.check(v),
    lambda: constraints.Constraint().check(v),
    lambda: o.expand((2, 2)),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Ex(Normal):
    def __init__(self, loc, scale, validate_args=None):
        super().__init__(loc, scale, validate_args=validate_args)

    def expand(self, shape, _instance=None):
        new = self._get_checked_instance(Ex, _instance)
        new.loc = self.loc.expand(shape)
        new.scale = self.scale.expand(shape)
        Distribution.__init__(new, torch.Size(shape), validate_args=False)
        new._validate_args = self._validate_args
        return new


z = Ex(torch.tensor(0.0), torch.tensor(1.0))
print(
    z,
    z.expand((2, 3)),
    z._validate_args,
    z.expand((2,))._validate_args,
    z.support,
    z.arg_constraints,
)
print(
    logits_to_probs(v),
    logits_to_probs(v, is_binary=True),
    probs_to_logits(torch.tensor([0.0, 0.3, 1.0])),
    probs_to_logits(torch.tensor([0.2, 0.8]), is_binary=True),
    clamp_probs(torch.tensor([0.0, 1.0])),
    euler_constant,
)
print(
    tril_matrix_to_vec(x),
    vec_to_tril_matrix(torch.arange(6.0)),
    vec_to_tril_matrix(torch.arange(12.0).reshape(2, 6)),
    tril_matrix_to_vec(torch.eye(3), -1),
    vec_to_tril_matrix(torch.arange(3.0), -1),
)
for f in (lambda: vec_to_tril_matrix(torch.arange(4.0)), lambda: tril_matrix_to_vec(x, 5)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
torch.manual_seed(0)
print(_standard_normal((2,), dtype=torch.float32, device="cpu"))
ds = [
    Normal(0.0, 1.0),
    Gamma(1.0, 1.0),
    Beta(1.0, 2.0),
    Dirichlet(torch.ones(3)),
    Categorical(torch.ones(3)),
    Bernoulli(0.3),
    Uniform(0.0, 2.0),
    MultivariateNormal(torch.zeros(2), torch.eye(2)),
    LogNormal(0.0, 1.0),
    Exponential(1.0),
    HalfNormal(1.0),
    StudentT(3.0),
    Poisson(2.0),
    OneHotCategorical(torch.ones(3)),
    LKJCholesky(3),
    VonMises(0.0, 1.0),
    Pareto(1.0, 2.0),
    Weibull(1.0, 1.0),
    Independent(Normal(torch.zeros(2), 1.0), 1),
    MixtureSameFamily(Categorical(torch.ones(2)), Normal(torch.zeros(2), 1.0)),
    Geometric(0.3),
    Laplace(0.0, 1.0),
    Cauchy(0.0, 1.0),
    Binomial(3, torch.tensor(0.5)),
    NegativeBinomial(3, torch.tensor(0.5)),
    RelaxedBernoulli(torch.tensor(1.0), torch.tensor(0.5)),
    TransformedDistribution(Normal(torch.zeros(2), 1.0), [SigmoidTransform()]),
    Multinomial(3, torch.ones(3)),
    LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)),
    Wishart(torch.tensor(3.0), torch.eye(2)),
]
ds += [
    HalfCauchy(1.0),
    LogisticNormal(torch.zeros(2), torch.ones(2)),
    RelaxedOneHotCategorical(torch.tensor(1.0), torch.ones(3)),
    OneHotCategoricalStraightThrough(torch.ones(3)),
    Chi2(torch.tensor(2.0)),
    FisherSnedecor(1.0, 2.0),
    InverseGamma(torch.tensor(1.0), torch.tensor(1.0)),
    Kumaraswamy(torch.tensor(1.0), torch.tensor(1.0)),
    Gumbel(0.0, 1.0),
    ContinuousBernoulli(0.3),
]
for d in ds:
    print(
        type(d).__name__,
        d.support,
        d.support.event_dim,
        d.support.is_discrete,
        sorted(map(str, d.arg_constraints)),
    )
    if type(d) not in (Uniform, Wishart):
        print(d.arg_constraints)
for t in (
    ExpTransform(),
    AffineTransform(0.0, 1.0, event_dim=1),
    SigmoidTransform(),
    StickBreakingTransform(),
    SoftmaxTransform(),
    TanhTransform(),
    PowerTransform(2.0),
    AbsTransform(),
    ComposeTransform([ExpTransform(), StickBreakingTransform()]),
    IndependentTransform(ExpTransform(), 1),
    ExpTransform().inv,
    SoftplusTransform(),
):
    print(t.domain, t.codomain)
ds += []
print(constraints.dependent, constraints.is_dependent(constraints.dependent))
try:
    constraints.dependent.event_dim
except NotImplementedError as e:
    print(e)
