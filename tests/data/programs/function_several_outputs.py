# One Function, two inputs that matter, two results, and an attribute on ctx.
import torch


class PolarToCartesian(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, theta, degrees=False):
        scale = 3.141592653589793 / 180 if degrees else 1.0
        ctx.scale = scale
        c, s = torch.cos(theta * scale), torch.sin(theta * scale)
        ctx.save_for_backward(r, c, s)
        return r * c, r * s

    @staticmethod
    def backward(ctx, gx, gy):
        r, c, s = ctx.saved_tensors
        print("needs:", ctx.needs_input_grad)
        print("got:", gx, gy)
        grad_r = gx * c + gy * s
        grad_theta = (-gx * r * s + gy * r * c) * ctx.scale
        return grad_r, grad_theta, None


r = torch.tensor([1.0, 2.0], requires_grad=True)
theta = torch.tensor([0.0, 90.0], requires_grad=True)
x, y = PolarToCartesian.apply(r, theta, True)
print(x.shape, y.detach())
print(x.grad_fn is y.grad_fn)

(x.sum() + 2 * y.sum()).backward()
print(r.grad)
print(theta.grad)

# only one of the results is used: the other's gradient is zeros
r.grad = None
x, y = PolarToCartesian.apply(r, theta.detach(), True)
y.sum().backward()
print(r.grad)
