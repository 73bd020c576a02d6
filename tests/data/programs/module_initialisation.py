import torch
import torch.nn as nn
import torch.nn.init as init


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Conv') != -1:
        init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find('BatchNorm') != -1:
        init.normal_(m.weight.data, 1.0, 0.02)
        init.constant_(m.bias.data, 0)
    elif isinstance(m, nn.Linear):
        init.kaiming_normal_(m.weight, nonlinearity='relu')
        m.bias.data.fill_(0.01)
    print("visited", classname)


torch.manual_seed(999)
net = nn.Sequential(
    nn.Conv2d(1, 2, 3),
    nn.BatchNorm2d(2),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(8, 2),
)
result = net.apply(weights_init)
print(result is net)
print(net[0].weight[0])
print(net[1].weight, net[1].bias)
print(net[4].weight.mean().abs() < 0.5, net[4].bias)

w = torch.empty(3, 5)
torch.manual_seed(0)
for name, fill in {
    "uniform": lambda t: init.uniform_(t),
    "xavier_uniform": lambda t: init.xavier_uniform_(t, gain=init.calculate_gain('relu')),
    "xavier_normal": lambda t: init.xavier_normal_(t),
    "kaiming_uniform": lambda t: init.kaiming_uniform_(t, mode='fan_in', nonlinearity='leaky_relu', a=0.1),
    "trunc_normal": lambda t: init.trunc_normal_(t, std=0.5),
    "eye": lambda t: init.eye_(t),
    "ones": init.ones_,
}.items():
    fill(w)
    print(f"{name:16s} mean {w.mean():+.4f} max {w.abs().max():.4f}")

q = init.orthogonal_(torch.empty(3, 3))
print(torch.allclose(q @ q.T, torch.eye(3), atol=1e-5))
print(init.sparse_(torch.empty(4, 4), sparsity=0.5).eq(0).sum(0))
print(init.calculate_gain('tanh'), init.calculate_gain('leaky_relu', 0.2))

lin = nn.Linear(4, 2)
with torch.no_grad():
    lin.weight.fill_(1.)
    lin.bias.zero_()
print(lin(torch.arange(4.)))
lin.reset_parameters()
print(lin.weight.abs().max() <= 0.5)
