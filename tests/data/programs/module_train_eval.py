# The two faces of dropout and batch norm.
import torch
import torch.nn as nn

torch.manual_seed(0)

drop = nn.Dropout(p=0.5)
x = torch.ones(10)
print(drop)
print(drop(x))
drop.eval()
print(drop(x))
print(drop.train(True) is drop, drop.training)

net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.25), nn.Linear(4, 1))
data = torch.randn(6, 3)

net.train()
a, b = net(data), net(data)
print("training twice the same?", torch.equal(a, b))
net.eval()
a, b = net(data), net(data)
print("evaluating twice the same?", torch.equal(a, b))
print([m.training for m in net.modules()])
net[3].train()
print([m.training for m in net])

bn = net[1]
print(bn.num_batches_tracked, bn.running_mean.shape)
bn.reset_running_stats()
print(bn.num_batches_tracked, bn.running_mean, bn.running_var)

# one sample has no variance
net.eval()
print(net(data[:1]).shape)
net.train()
try:
    net(data[:1])
except ValueError as e:
    print(e)

# Monte Carlo dropout
mc = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 1))
mc.train()
with torch.no_grad():
    samples = torch.stack([mc(data[:2]).squeeze(1) for _ in range(20)])
print("mean %.3f %.3f" % tuple(samples.mean(0)), "std %.3f %.3f" % tuple(samples.std(0)))
d2 = nn.Dropout2d(0.5)
print((d2(torch.ones(2, 4, 2, 2)).flatten(2).sum(-1)))
