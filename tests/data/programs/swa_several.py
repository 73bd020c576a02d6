import torch, torch.nn as nn
from torch.optim.swa_utils import *
def multi(avg, cur, n):
    print(len(avg), len(cur), n, type(n))
    for a, c in zip(avg, cur):
        a.copy_(0.5 * a + 0.5 * c)
m = nn.Linear(2, 1)
a = AveragedModel(m, multi_avg_fn=multi)
for i in range(3): a.update_parameters(m)
print(torch.equal(a.module.weight, m.weight), a.module.weight is m.weight)
print(a.module)
import copy
b = copy.deepcopy(a)
print(b.n_averaged, b)
update_bn([torch.ones(2, 2)], a)
print(list(a.state_dict()))
def gen():
    for i in range(3): yield [torch.full((4, 2), float(i)) + torch.arange(8.).view(4, 2), None]
n = nn.Sequential(nn.BatchNorm1d(2, momentum=0.3)); n.eval()
update_bn(gen(), n, device='cpu')
print(n[0].running_mean, n[0].running_var, n[0].num_batches_tracked, n.training, n[0].momentum)
swa_model = torch.optim.swa_utils.AveragedModel(m, device='cpu')
f = get_ema_avg_fn(); print(f(torch.tensor(1.), torch.tensor(2.), 3))
