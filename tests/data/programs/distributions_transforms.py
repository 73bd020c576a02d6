import torch
import torch.distributions as D
from torch.distributions.transforms import *
from torch.distributions import TransformedDistribution, Uniform, Normal
torch.manual_seed(0)
d = TransformedDistribution(Uniform(0, 1), [SigmoidTransform().inv, AffineTransform(loc=1.0, scale=2.0)])
print(d, d.sample((3,)), d.log_prob(torch.tensor([0.1, 3.0])), d.cdf(torch.tensor(0.5)), d.icdf(torch.tensor(0.3)), d.transforms)
t = TransformedDistribution(Normal(torch.zeros(2), torch.ones(2)), TanhTransform(cache_size=1)); a = t.rsample((2,)); print(a, t.log_prob(a), t.log_prob(a).sum(-1))
i = D.Independent(t, 1); a = i.rsample(); print(i.log_prob(a), a, i)
x = torch.tensor([0.3, 1.2])
for tr in (ExpTransform(), SigmoidTransform(), TanhTransform(), SoftplusTransform(), PowerTransform(2.0), AffineTransform(1.0, -3.0), AffineTransform(torch.tensor([1., 2.]), torch.tensor([2., 3.])), AbsTransform(), SoftmaxTransform(), StickBreakingTransform(), ComposeTransform([ExpTransform(), AffineTransform(0., 2.)]), IndependentTransform(ExpTransform(), 1), ExpTransform().inv):
    y = tr(x); print(tr, y, tr.inv(y), tr.inv, tr.bijective)
    try: print(tr.log_abs_det_jacobian(x, y), tr.sign)
    except Exception as e: print(type(e).__name__, e)
print(ExpTransform() == ExpTransform(), AffineTransform(1, 2) == AffineTransform(1, 2), AffineTransform(1, 2) == AffineTransform(1, 3), ExpTransform() == TanhTransform(), PowerTransform(2.) == PowerTransform(2.), ExpTransform().inv == ExpTransform().inv)
e = TransformedDistribution(Normal(0., 1.), ExpTransform()); print(e.expand((2,)).sample(), e.event_shape, e.batch_shape)
s = TransformedDistribution(D.Normal(torch.zeros(2, 3), 1.0), [StickBreakingTransform()]); print(s.batch_shape, s.event_shape, s.sample(), s.log_prob(torch.full((4,), 0.25)))
class Square(Transform):
    bijective = True
    sign = +1
    domain = codomain = D.constraints.real if hasattr(D, "constraints") else None
    def _call(self, x): return x ** 2
    def _inverse(self, y): return y.sqrt()
    def log_abs_det_jacobian(self, x, y): return (2 * x).log()
q = Square(); print(q(x), q.inv(q(x)))
print(TransformedDistribution(D.Exponential(1.0), [q]).log_prob(x))
loc = torch.tensor(0.5, requires_grad=True)
z = TransformedDistribution(Normal(loc, 1.0), [ExpTransform()]); w = z.log_prob(torch.tensor(1.5)); w.backward(); print(w, loc.grad)
