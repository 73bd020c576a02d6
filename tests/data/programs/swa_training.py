import torch, torch.nn as nn
from torch.optim.swa_utils import AveragedModel, SWALR, update_bn, get_ema_multi_avg_fn, get_ema_avg_fn, get_swa_avg_fn, get_swa_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(3, 4)
        self.bn = nn.BatchNorm1d(4)
        self.fc2 = nn.Linear(4, 1)
    def forward(self, x):
        return self.fc2(torch.relu(self.bn(self.fc1(x))))
model = Net()
x, y = torch.randn(20, 3), torch.randn(20, 1)
loader = DataLoader(TensorDataset(x, y), batch_size=5, shuffle=True)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
swa = AveragedModel(model)
print(swa)
sched = SWALR(opt, swa_lr=0.05, anneal_epochs=3)
for epoch in range(6):
    for a, b in loader:
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(a), b)
        loss.backward()
        opt.step()
    swa.update_parameters(model)
    sched.step()
    print(epoch, round(loss.item(), 4), sched.get_last_lr(), opt.param_groups[0]['lr'])
print(swa.n_averaged)
for k, v in swa.state_dict().items(): print(k, v)
update_bn(loader, swa)
print(swa.module.bn.running_mean, swa.module.bn.momentum, swa.training)
print(swa(x[:2]))
print(sched.state_dict())
print(type(swa), swa.module.fc1, isinstance(swa, nn.Module))
sd = swa.state_dict()
swa2 = AveragedModel(Net()); print(swa2.load_state_dict(sd)); print(swa2(x[:2]))
