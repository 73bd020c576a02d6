import torch
from torch.autograd import Variable, grad
from torch.autograd.graph import saved_tensors_hooks, Node
from torch import inference_mode, no_grad
import torch.autograd.graph as graph
import torch.autograd as ag
def pack(x):
    return x.numpy(force=True), x.dtype
def unpack(packed):
    array, dtype = packed
    return torch.from_numpy(array).to(dtype)
x = torch.randn(5, requires_grad=True) * 0 + 2
with saved_tensors_hooks(pack, unpack):
    y = torch.sigmoid(x).log().sum()
print(ag.grad(y, x))
packs = []
def count(t):
    packs.append(tuple(t.shape))
    return len(packs) - 1, t
with graph.saved_tensors_hooks(count, lambda p: p[1]):
    m = torch.ones(2, 3, requires_grad=True)
    n = torch.ones(3, 4, requires_grad=True)
    out = torch.relu(m @ n).softmax(1).max(1)[0].sum()
print(packs)
out.backward()
print(m.grad)
with inference_mode(), torch.no_grad():
    z = x + 1
print(z.is_inference(), z.requires_grad)
with no_grad() as nothing, torch.enable_grad():
    w = x * 2
print(nothing, w.requires_grad)
