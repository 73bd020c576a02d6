import inspect, torch, functools
from torch import nn
def f(a, b=2, *args, c, d=None, **kw): return a
sig = inspect.signature(f)
print(list(sig.parameters), sig)
for n, p in sig.parameters.items():
    print(n, p.name, p.default is inspect.Parameter.empty, p.kind, p)
class A:
    def __init__(self, x, y=1): pass
    def m(self, z): pass
print(inspect.signature(A), inspect.signature(A(1).m), inspect.isclass(A), inspect.isfunction(f), inspect.ismethod(A(1).m))
print('fused' in inspect.signature(torch.optim.AdamW).parameters, list(inspect.signature(nn.Linear).parameters))
print([p.name for p in inspect.signature(f).parameters.values() if p.kind == inspect.Parameter.KEYWORD_ONLY])
def filter_kwargs(fn, kw): return {k: v for k, v in kw.items() if k in inspect.signature(fn).parameters}
print(filter_kwargs(A, {'y': 3, 'q': 1}))
print(inspect.signature(lambda x, y: 0))
class Sched(torch.optim.lr_scheduler._LRScheduler):
    def __init__(self, o, warm): self.warm = warm; super().__init__(o)
    def get_lr(self):
        if self._step_count <= self.warm: return [b * self._step_count / self.warm for b in self.base_lrs]
        return self.base_lrs
o = torch.optim.SGD([torch.zeros(1, requires_grad=True)], 1.)
s = Sched(o, 4)
for i in range(6):
    o.step(); s.step(); print(s.get_last_lr(), s._last_lr, s._step_count)
try: inspect.signature(3)
except TypeError as e: print(e)
