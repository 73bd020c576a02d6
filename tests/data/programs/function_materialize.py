import torch
from torch.autograd import Function


class SumAndDifference(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(False)
        return a + b, a - b

    @staticmethod
    def backward(ctx, g_sum, g_difference):
        print("  gradients:", g_sum, "|", g_difference)
        if g_sum is None and g_difference is None:
            return None, None
        zero = torch.zeros(())
        s = zero if g_sum is None else g_sum
        d = zero if g_difference is None else g_difference
        return s + d, s - d


class Stats(Function):
    """The largest entry and where it is; the place has no derivative."""

    @staticmethod
    def forward(ctx, x):
        value, place = x.max(0)
        ctx.mark_non_differentiable(place)
        ctx.save_for_backward(place)
        ctx.size = x.size(0)
        return value, place

    @staticmethod
    def backward(ctx, g, g_place):
        place, = ctx.saved_tensors
        grad = torch.zeros(ctx.size)
        grad[place] = g
        return grad


a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
for name in ("sum", "difference", "both"):
    a.grad = b.grad = None
    s, d = SumAndDifference.apply(a, b)
    print(name)
    {"sum": s, "difference": d, "both": s * d}[name].backward()
    print("  ", a.grad, b.grad)

x = torch.tensor([1., 5., 2.], requires_grad=True)
value, place = Stats.apply(x)
print(value, place, place.requires_grad)
value.backward()
print(x.grad)
