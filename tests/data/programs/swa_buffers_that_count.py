import torch, torch.nn as nn
from torch.optim import swa_utils
m = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
a = swa_utils.AveragedModel(m, use_buffers=True)
a.update_parameters(m)
a.update_parameters(m)
print(a.n_averaged)
