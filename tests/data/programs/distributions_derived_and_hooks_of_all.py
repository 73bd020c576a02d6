import torch
import torch.distributions as D
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)


class N(D.Normal):
    pass


class G(D.Gamma):
    pass


class Own(D.Normal):
    def __init__(self, m):
        super().__init__(m, 1.0)


class T(D.transforms.ExpTransform):
    pass


print(N(0.0, 1.0), D.Independent(N(torch.zeros(2), 1.0), 1), N(0.0, 1.0).expand((2,)))
print(G(torch.ones(2), 1.0).expand((3, 2)).log_prob(1.0), Own(0.0))
try:
    Own(0.0).expand((3,))
except NotImplementedError as e:
    print(e)
try:
    N(0.0, -1.0)
except ValueError as e:
    print(e)
t = T().with_cache(1)
x = torch.ones(2)
print(t, t.inv(t(x)) is x)
D.Distribution.set_default_validate_args(False)
print(D.Normal(0.0, -1.0).scale, D.Normal(0.0, 1.0).log_prob(torch.tensor(float("nan"))))
for given in (True, None):
    try:
        D.Normal(0.0, -1.0, validate_args=given)
    except ValueError as e:
        print(given, str(e)[:60])
D.Distribution.set_default_validate_args(True)
try:
    D.Normal(0.0, -1.0)
except ValueError as e:
    print(str(e)[:60])
try:
    D.Distribution.set_default_validate_args(2)
except ValueError as e:
    print(type(e), e)
w = torch.ones(2, requires_grad=True)
o = torch.optim.SGD([w], lr=0.1)
w.sum().backward()
o.register_step_pre_hook(lambda o, a, k: print("own before"))
o.register_step_post_hook(lambda o, a, k: print("own after"))
a = register_optimizer_step_pre_hook(lambda o, a, k: print("before", type(o).__name__, len(a), k))
b = register_optimizer_step_post_hook(lambda o, a, k: print("after"))
o.step()
a.remove()
o.step()
b.remove()
o.step()
print(w)
p = torch.nn.utils.rnn.pack_sequence([torch.ones(3, 2), torch.ones(2, 2)])
print([q.data.dtype for q in (p.cpu(), p.long(), p.float(), p.double(), p.half(), p.byte())])
print([q.data.dtype for q in (p.char(), p.short(), p.int())], p.float() is p)
