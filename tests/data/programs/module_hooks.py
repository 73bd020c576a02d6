import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 1)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class Watch:
    def __init__(self):
        self.shapes = []

    def __call__(self, module, inputs, output):
        self.shapes.append((type(module).__name__, tuple(inputs[0].shape), tuple(output.shape)))


torch.manual_seed(3)
net = Net()
watch = Watch()
handles = [m.register_forward_hook(watch) for m in net.modules()]
net(torch.ones(4, 2))
print(watch.shapes)
for h in handles:
    h.remove()
net(torch.ones(4, 2))
print(len(watch.shapes))


def before(module, args):
    print("before", len(args))
    return (args[0] * 0,)


def after(module, args, output):
    return output + 1


h1 = net.register_forward_pre_hook(before)
h2 = net.register_forward_hook(after)
print(net(torch.ones(1, 2)).shape)
h1.remove()
h2.remove()


def gradients(module, grad_input, grad_output):
    print(type(module).__name__, [None if g is None else tuple(g.shape) for g in grad_input], tuple(grad_output[0].shape))


net.a.register_full_backward_hook(gradients)
net(torch.ones(3, 2, requires_grad=True)).sum().backward()
