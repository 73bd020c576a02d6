import torch
from torch import nn
torch.manual_seed(0)
class LazyMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.LazyLinear(10)
        self.relu1 = nn.ReLU()
        self.fc2 = nn.LazyLinear(1, bias=False)
    def forward(self, input):
        return self.fc2(self.relu1(self.fc1(input)))
m = LazyMLP()
print(m)
print(m.fc1.weight, m.fc1.bias, m.fc2.bias, m.fc1.weight.requires_grad, m.fc1.in_features)
print(list(m.state_dict()), m.state_dict()["fc1.weight"])
opt = torch.optim.SGD(m.parameters(), lr=0.1)
y = m(torch.ones(10, 4))
print(y[0])
print(m, type(m.fc1), isinstance(m.fc1.weight, nn.Parameter))
y.sum().backward(); opt.step(); print(m(torch.ones(1, 4)))
print(m.fc1.weight.shape, len(m.fc1._forward_pre_hooks))
n = LazyMLP(); print(n.load_state_dict(m.state_dict())); print(n.fc1.weight.shape, torch.equal(n(torch.ones(1, 4)), m(torch.ones(1, 4))), n)
torch.manual_seed(0)
a = nn.LazyLinear(3); a(torch.ones(2, 5))
torch.manual_seed(0)
b = nn.Linear(5, 3); print(torch.equal(a.weight, b.weight), torch.equal(a.bias, b.bias))
net = nn.Sequential(nn.LazyConv2d(4, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), nn.MaxPool2d(2), nn.LazyConv2d(2, kernel_size=3, stride=2, bias=False), nn.Flatten(), nn.LazyLinear(10))
print(net)
print(net[1].running_mean, net[1].num_batches_tracked, net[1].weight)
out = net(torch.randn(2, 3, 8, 8)); print(out.shape, net); print(out)
print([tuple(p.shape) for p in net.parameters()], net[1].running_mean)
d = nn.LazyLinear(2).double(); print(d.weight.dtype); d(torch.ones(1, 3, dtype=torch.float64)); print(d.weight.dtype)
d = nn.LazyLinear(2, dtype=torch.float64); d.to("cpu"); print(d.weight.dtype, d.has_uninitialized_params())
import copy
e = copy.deepcopy(nn.Sequential(nn.LazyLinear(2), nn.ReLU())); print(e, e[0].weight); print(e(torch.ones(1, 3)).shape, e)
for c, x in ((nn.LazyConv1d(2, 3), (1, 4, 5)), (nn.LazyConv3d(2, 2), (1, 1, 3, 3, 3)), (nn.LazyConvTranspose1d(2, 3, 2), (1, 4, 5)), (nn.LazyConvTranspose2d(2, 2, output_padding=0), (4, 3, 3)), (nn.LazyConvTranspose3d(2, 2), (1, 2, 2, 2, 2)),
   (nn.LazyBatchNorm1d(), (4, 3)), (nn.LazyBatchNorm3d(affine=False), (2, 3, 2, 2, 2)), (nn.LazyInstanceNorm1d(), (2, 3, 4)), (nn.LazyInstanceNorm2d(track_running_stats=False), (2, 3, 4, 4)), (nn.LazyInstanceNorm3d(affine=False), (2, 3, 2, 2, 2))):
    print(c); y = c(torch.ones(x)); print(c, y.shape, type(c), list(c.state_dict()))
