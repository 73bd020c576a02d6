# Forward-mode AD, as in the tutorial: dual tensors.
import torch
import torch.autograd.forward_ad as fwAD

primal = torch.tensor([[1., 2.], [3., 4.]])
tangent = torch.tensor([[1., 0.], [0., 1.]])


def fn(x, y):
    return x ** 2 + y ** 2


# All forward AD computation must be performed in the context of
# a ``dual_level`` context.
with fwAD.dual_level():
    # To create a dual tensor we associate a tensor, which we call the primal
    # with another tensor of the same size, which we call the tangent.
    dual_input = fwAD.make_dual(primal, tangent)
    print(fwAD.unpack_dual(dual_input).tangent)

    # To demonstrate the case where the copy of the tangent happens,
    # we pass in a tangent with a layout different from that of the primal
    dual_input_alt = fwAD.make_dual(primal, tangent.T)
    print(fwAD.unpack_dual(dual_input_alt).tangent.shape)

    # Tensors that do not have an associated tangent are automatically
    # considered to have a zero-filled tangent of the same shape.
    plain_tensor = torch.ones(2, 2)
    dual_output = fn(dual_input, plain_tensor)

    # Unpacking the dual returns a ``namedtuple`` with ``primal`` and ``tangent`` attributes
    jvp = fwAD.unpack_dual(dual_output).tangent
    print(jvp)
    print(fwAD.unpack_dual(plain_tensor).tangent)

print(fwAD.unpack_dual(dual_output).tangent)

# derivative of a scalar function, forwards and backwards
x = torch.tensor(0.7, requires_grad=True)
f = lambda v: torch.sin(v) * torch.exp(-v) / (1 + v ** 2)
with fwAD.dual_level():
    out, slope = fwAD.unpack_dual(f(fwAD.make_dual(x, torch.ones(()))))
    print(f"{out.item():.5f} {slope.item():.5f}")
    # forward over reverse
    dual = fwAD.make_dual(x, torch.ones(()))
    g, = torch.autograd.grad(f(dual), dual, create_graph=True)
    print("%.5f" % fwAD.unpack_dual(g).tangent.item())
g, = torch.autograd.grad(f(x), x, create_graph=True)
h, = torch.autograd.grad(g, x)
print("%.5f %.5f" % (g.item(), h.item()))
fwAD.make_dual(primal, tangent)
