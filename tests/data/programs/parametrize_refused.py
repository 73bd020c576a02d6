import torch, torch.nn as nn
import torch.nn.utils.parametrize as P
class ToDouble(nn.Module):
    def forward(self, x): return x.double()
class Flat(nn.Module):
    def forward(self, x): return x.view(-1)
class Num(nn.Module):
    def forward(self, x): return 3
class Id(nn.Module):
    def forward(self, x): return x
class BadInv(Id):
    def __init__(self, r):
        super().__init__(); self.r = r
    def right_inverse(self, x): return self.r(x)
def attempt(f):
    try: f(); print("fine")
    except Exception as e: print(type(e).__name__, e)
for p in (ToDouble(), Flat(), Num(), BadInv(lambda x: 3), BadInv(lambda x: x.double()), BadInv(lambda x: [x, 3]), BadInv(lambda x: x[0])):
    attempt(lambda: P.register_parametrization(nn.Linear(2, 2), "weight", p))
for p in (ToDouble(), Flat(), Num(), BadInv(lambda x: 3), BadInv(lambda x: x.double()), BadInv(lambda x: x[0])):
    l = nn.Linear(2, 2); P.register_parametrization(l, "weight", Id())
    attempt(lambda: P.register_parametrization(l, "weight", p))
l = nn.Linear(2, 2)
P.register_parametrization(l, "weight", Flat(), unsafe=True); print(l.weight.shape)
l = nn.Linear(2, 2)
P.register_parametrization(l, "weight", Id())
attempt(lambda: setattr(l, "weight", torch.ones(2, 2)))
attempt(lambda: setattr(l, "weight", nn.Parameter(torch.ones(2, 2))))
attempt(lambda: P.ParametrizationList([], torch.ones(1)))
attempt(lambda: P.remove_parametrizations(l, "bias"))
attempt(lambda: l.get_parameter("weight"))
print(hasattr(l, "weight"), hasattr(l, "parametrizations"), l.get_parameter("parametrizations.weight.original").shape)
l.register_parameter("q", None); print(l.q)
k = nn.Linear(2, 2)
P.transfer_parametrizations_and_params(l, k)
print(k, torch.equal(k.weight, l.weight))
print(k.parametrizations.weight.original is l.parametrizations.weight.original)
class Frozen(Id):
    def right_inverse(self, x): raise NotImplementedError
P.register_parametrization(k, "bias", Frozen()); print(k)
