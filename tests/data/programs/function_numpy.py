# Functions that leave torch: numpy inside, any number of inputs.
import torch
from torch.autograd import Function, Variable
torch.manual_seed(0)


class MyReLU(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x); ctx.k = 3
        return x.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        g = g.clone(); g[x < 0] = 0
        return g
x = Variable(torch.randn(3), requires_grad=True)
try:
    MyReLU.apply(x).sum().backward(); print(x.grad)
except Exception as e: print(type(e).__name__, e)
class Inv(Function):
    @staticmethod
    def forward(ctx, a):
        inv = torch.inverse(a); ctx.inv = inv; return inv
    @staticmethod
    def backward(ctx, g):
        return -ctx.inv.t() @ g @ ctx.inv.t()
a = (torch.eye(2, dtype=torch.double) * 2).requires_grad_()
print(torch.autograd.gradcheck(Inv.apply, a))
class Op(Function):
    @staticmethod
    def forward(ctx, *xs): ctx.n = len(xs); return sum(xs)
    @staticmethod
    def backward(ctx, g): return tuple(g * (i + 1) for i in range(ctx.n))
u, v = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
o = Op.apply(u, v); o.backward(); print(u.grad, v.grad, o.grad_fn.next_functions[0][0].name(), o)
print(Op.__name__, Op.__mro__[1].__name__)
class Bad(Function):
    @staticmethod
    def forward(ctx, x): return x.numpy().sum()
    @staticmethod
    def backward(ctx, g): return g
print(Bad.apply(torch.ones(2, requires_grad=True)))
class NP(Function):
    @staticmethod
    def forward(ctx, x): return torch.from_numpy(x.detach().numpy() ** 2)
    @staticmethod
    def backward(ctx, g): return g * 2
w = torch.tensor([3.], requires_grad=True); NP.apply(w).backward(); print(w.grad)
with torch.autograd.set_detect_anomaly(False): print(NP.apply(w))
