import torch
import torch.nn as nn
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
own = net[1].register_forward_hook(lambda m, i, o: print("own", o.shape))
handle = register_module_forward_hook(
    lambda m, i, o: print("every", type(m).__name__, tuple(o.shape))
)
net(torch.ones(2, 4))
handle.remove()
own.remove()
handle = register_module_forward_pre_hook(lambda m, i: (i[0] * 2,))
print(net(torch.ones(1, 4)))
handle.remove()
print(net(torch.ones(1, 4)))


def seen(m, gi, go):
    print("backward", type(m).__name__, [None if g is None else tuple(g.shape) for g in gi])


with_all = register_module_full_backward_hook(seen)
before = register_module_full_backward_pre_hook(lambda m, go: print("before", type(m).__name__))
net(torch.ones(2, 4, requires_grad=True)).sum().backward()
with_all.remove()
before.remove()
net(torch.ones(2, 4)).sum().backward()
state = net.state_dict()
print(state._metadata, hasattr(state, "other"))
copied = state.copy()
print(hasattr(copied, "_metadata"))
copied._metadata = state._metadata
print(net.load_state_dict(copied))
