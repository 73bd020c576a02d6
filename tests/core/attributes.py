"""Things of autograd whose attributes PyTorch has: each as an expression, after a few lines."""

SETTING = """
import torch, torch.func, torch.utils.checkpoint, torch.autograd.forward_ad
import torch.autograd.functional, torch.autograd.graph, torch.autograd.profiler
x = torch.ones(2, requires_grad=True)
node = x.exp().grad_fn
kept = []
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        kept.append(ctx)
        return x * 1
    @staticmethod
    def backward(ctx, g):
        return g
Own.apply(x)
"""

THINGS = {
    "x": "x",
    "node": "node",
    "leaf": "node.next_functions[0][0]",
    "ctx": "kept[0]",
    "edge": "torch.autograd.graph.get_gradient_edge(x)",
    "handle": "x.register_hook(print)",
    "size": "torch.Size([1])",
    "dtype": "torch.float32",
    "device": "torch.device('cpu')",
    "generator": "torch.Generator()",
    "storage": "x.untyped_storage()",
    "finfo": "torch.finfo(torch.float32)",
    "iinfo": "torch.iinfo(torch.int8)",
    "autograd": "torch.autograd",
    "func": "torch.func",
    "graph": "torch.autograd.graph",
    "functional": "torch.autograd.functional",
    "forward_ad": "torch.autograd.forward_ad",
    "profiler": "torch.autograd.profiler",
    "checkpoint": "torch.utils.checkpoint",
}
