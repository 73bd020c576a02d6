# A custom Function with both modes.
import torch
import torch.autograd.forward_ad as fwAD


class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, foo):
        result = torch.exp(foo)
        # Tensors stored in ``ctx`` can be used in the subsequent forward grad
        # computation.
        ctx.result = result
        return result

    @staticmethod
    def jvp(ctx, gI):
        gO = gI * ctx.result
        # If the tensor stored in``ctx`` will not also be used in the backward pass,
        # one can manually free it using ``del``
        del ctx.result
        return gO


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(x, beta):
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, beta = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        ctx.beta = beta

    @staticmethod
    def derivative(x, beta):
        s = torch.sigmoid(beta * x)
        return s + beta * x * s * (1 - s)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * Swish.derivative(x, ctx.beta), None

    @staticmethod
    def jvp(ctx, t, _):
        x, = ctx.saved_tensors
        return t * Swish.derivative(x, ctx.beta)


fn = Fn.apply
primal = torch.linspace(0, 1, 4, dtype=torch.double, requires_grad=True)
tangent = torch.ones(4, dtype=torch.double)

with fwAD.dual_level():
    dual_input = fwAD.make_dual(primal, tangent)
    dual_output = fn(dual_input)
    jvp = fwAD.unpack_dual(dual_output).tangent
    print(jvp)
    print(fwAD.unpack_dual(Swish.apply(dual_input, 1.5)).tangent)

# It is important to use ``autograd.gradcheck`` to verify that your
# custom autograd Function computes the gradients correctly.
print(torch.autograd.gradcheck(Fn.apply, (primal,), check_forward_ad=True,
                               check_backward_ad=False, check_undefined_grad=False,
                               check_batched_grad=False))
print(torch.autograd.gradcheck(lambda x: Swish.apply(x, 1.5), (primal,), check_forward_ad=True))
print(torch.func.jvp(lambda x: Swish.apply(x, 2.0), (primal.detach(),), (tangent,))[1])
