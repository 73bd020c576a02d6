# Idioms of modules from many repositories.
import torch, copy, math, time, os, sys, random, itertools
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from collections import OrderedDict, Counter, defaultdict
from functools import partial
from typing import Optional, Tuple, Union

torch.manual_seed(0)
class GELU(nn.Module):
    def forward(self, x):
        return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * torch.pow(x, 3))))

class Residual(nn.Module):
    def __init__(self, fn): super().__init__(); self.fn = fn
    def forward(self, x, **kwargs): return self.fn(x, **kwargs) + x

class MLP(nn.Sequential):
    def __init__(self, dims, act=nn.ReLU, drop=0.):
        layers = OrderedDict()
        for i, (a, b) in enumerate(zip(dims, dims[1:])):
            layers[f'lin{i}'] = nn.Linear(a, b)
            if i < len(dims) - 2: layers[f'act{i}'] = act()
        super().__init__(layers)

net = MLP([3, 4, 2], act=partial(nn.LeakyReLU, 0.2))
print(net)
print(net.lin0.bias, net._modules.keys())
model = Residual(nn.Sequential(nn.LayerNorm(3), nn.Linear(3, 3), GELU()))
y = model(torch.ones(2, 3)); print(y)
y.sum().backward()
lr = 0.1
for p in model.parameters():
    p.data -= lr * p.grad.data
    p.grad.data.zero_()
with torch.no_grad():
    for p in model.parameters(): p -= lr * p.grad
clone = copy.deepcopy(model)
print(all((a == b).all() for a, b in zip(model.parameters(), clone.parameters())))
print(model.__class__.__name__, type(model), model.fn[1])
state = model.state_dict()
print({k: round(v.sum().item(), 3) for k, v in state.items()})
state2 = OrderedDict((k.replace('fn', 'fn'), v * 2) for k, v in state.items())
model.load_state_dict(state2)
if torch.cuda.is_available(): model.cuda()
model = model.to('cpu').float().eval()
print(next(model.parameters()).device, next(iter(model.parameters())).dtype)
class Attn(nn.Module):
    temp: float = 2.0
    def __init__(self, dim: int, heads: int = 2, *, bias: bool = True):
        super().__init__()
        assert dim % heads == 0, f'{dim=} {heads=}'
        self.h, self.d = heads, dim // heads
        self.to_qkv = nn.Linear(dim, dim * 3, bias=bias)
        self.register_buffer('mask', torch.ones(4, 4).tril().bool())
        self.cache: Optional[torch.Tensor] = None
    @property
    def scale(self) -> float:
        return self.d ** -0.5
    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> torch.Tensor:
        b, n, _ = x.shape
        q, k, v = map(lambda t: t.view(b, n, self.h, self.d).transpose(1, 2), self.to_qkv(x).chunk(3, dim=-1))
        att = (q @ k.transpose(-2, -1)) * self.scale
        att = att.masked_fill(~self.mask[:n, :n], -torch.finfo(att.dtype).max)
        self.cache = att.softmax(-1)
        return (self.cache @ v).transpose(1, 2).reshape(b, n, -1)
a = Attn(4); o = a(torch.randn(1, 3, 4)); print(o.shape, a.cache[0, 0], a.scale, Attn.temp)
F.scaled_dot_product_attention(torch.ones(1, 2, 2), torch.ones(1, 2, 2), torch.ones(1, 2, 2))
opt = optim.SGD([{'params': [p for n, p in a.named_parameters() if 'bias' in n], 'lr': 1e-2}, {'params': [p for n, p in a.named_parameters() if 'bias' not in n]}], lr=1e-3, momentum=0.9)
sched = optim.lr_scheduler.LambdaLR(opt, [lambda e: 0.9 ** e, lambda e: 1 / (e + 1)])
for e in range(2):
    opt.zero_grad(); a(torch.ones(1, 2, 4)).sum().backward(); opt.step(); sched.step()
print([f"{g['lr']:.5f}" for g in opt.param_groups], sched.get_last_lr())
class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2); self.seen = Counter()
        self.l.register_forward_hook(self._hook)
        self.l.weight.register_hook(lambda g: g.clamp(-.1, .1))
    def _hook(self, mod, inp, out): self.seen[mod.__class__.__name__] += 1
    def forward(self, x): return self.l(self.l(x))
h = Hooked(); h(torch.ones(1, 2)).sum().backward(); print(h.seen, h.l.weight.grad)
loss_fns = {'mse': nn.MSELoss(), 'l1': F.l1_loss}
print({k: f(torch.ones(2), torch.zeros(2)).item() for k, f in loss_fns.items()})
class Avg:
    def __init__(self): self.reset()
    def reset(self): self.val = self.sum = self.count = 0
    def update(self, v, n=1): self.val = v; self.sum += v * n; self.count += n
    @property
    def avg(self): return self.sum / max(1, self.count)
m = Avg(); [m.update(i) for i in range(4)]; print(m.avg, vars(m))
print(h)
try: h.nothing
except AttributeError as e: print(e)
try: nn.Linear('a', 2)
except Exception as e: print(type(e).__name__)
try: nn.Linear(2, 2)(torch.ones(3))
except RuntimeError as e: print(e)
try: nn.Module()(1)
except NotImplementedError as e: print(e)
print(list(nn.Linear(1,1).parameters()))
print(nn.utils.parameters_to_vector(h.parameters()).shape, nn.Parameter(torch.ones(1)) * 2)
