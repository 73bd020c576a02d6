# Modules as older repositories have them.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
import numpy as np

torch.manual_seed(0)
dtype = torch.FloatTensor

class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = nn.Linear(3, 2)
        self.layers = [nn.Linear(2, 2)]
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def forward(self, x, *args, scale=1.0, **kw):
        return self.fc(x) * scale

net = Net()
print(net, len(list(net.parameters())), net.fc.weight.data.numpy().shape)
x = Variable(torch.randn(4, 3).type(dtype), requires_grad=False)
print(net(x, scale=2.).size(), net.fc.in_features, net.training)
print(isinstance(net, nn.Module), isinstance(net.fc, nn.Linear), issubclass(Net, nn.Module))
print({k: v.shape for k, v in net.state_dict().items()})
for i, (n, m) in enumerate(net.named_modules()):
    print(i, n, type(m).__name__)
params = dict(net.named_parameters())
print(params['fc.bias'].requires_grad, params['fc.bias'].is_leaf)
opt = torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-3, eps=1e-8)
def closure():
    opt.zero_grad()
    l = net(x).pow(2).mean()
    l.backward()
    return l
print('%.4f' % opt.step(closure).item())
print(net.fc.weight.grad.data.norm(2).item() > 0)
torch.nn.utils.clip_grad_norm_(net.parameters(), 0.1)
seq = nn.Sequential(*[nn.Linear(3, 3) for _ in range(2)], nn.Tanh())
seq.insert(1, nn.ReLU()); print(seq)
for layer in seq: x = layer(x)
print(x.shape, nn.Parameter(torch.zeros(2)))
print(sum(p.numel() for p in net.parameters() if p.requires_grad))
