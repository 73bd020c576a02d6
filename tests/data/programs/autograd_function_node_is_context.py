class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor, ctx.forgotten = factor, 1
        ctx.save_for_backward(x)
        return x * factor

    @staticmethod
    def backward(ctx, g):
        print(ctx.name(), ctx.next_functions[0][0].name(), ctx.seen)
        return g * ctx.factor, None


x = torch.ones(2, requires_grad=True)
node = (y := Scaled.apply(x, 3)).grad_fn
print(node.factor, hasattr(node, "factor"), getattr(node, "other", None), node.needs_input_grad)
print(node.saved_tensors, node.name(), node.next_functions[0][0].name())
node.factor, node.seen = 7, "from outside"
del node.forgotten
y.sum().backward()
print(x.grad)
for name in ("forgotten", "nothing"):
    try:
        print(getattr(node, name))
    except AttributeError as e:
        print(e)
try:
    print(node.saved_tensors)
except RuntimeError as e:
    print(str(e)[:60])
