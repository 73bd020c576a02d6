import torch, math
from torch.distributions import (
    Distribution,
    constraints,
    Normal,
    TransformedDistribution,
    AffineTransform,
    ExpTransform,
    Uniform,
    Independent,
)
from torch.distributions.utils import broadcast_all, lazy_property


class TN(Distribution):
    arg_constraints = {"a": constraints.real, "b": constraints.real}
    has_rsample = True

    def __init__(self, a, b, validate_args=None):
        self.a, self.b = broadcast_all(a, b)
        super().__init__(self.a.size(), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.interval(self.a, self.b)

    @lazy_property
    def w(self):
        print("once")
        return self.b - self.a

    def rsample(self, shape=torch.Size()):
        shape = self._extended_shape(shape)
        return self.a + torch.rand(shape) * self.w

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        return -self.w.log().expand(x.shape)


torch.manual_seed(0)
d = TN(0.0, torch.tensor([1.0, 2.0]))
print(d, d.batch_shape, d.event_shape, d.w, d.w)
print(d.sample((3,)), d.log_prob(torch.tensor([0.5, 0.5])))
try:
    d.log_prob(torch.tensor([0.5, 3.0]))
except ValueError as e:
    print(e)
try:
    TN(float("nan"), 1.0)
except ValueError as e:
    print(e)
print(d.support)
