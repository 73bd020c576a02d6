import random

import numpy as np
import torch

torch.pi = torch.acos(torch.zeros(1)).item() * 2
print(torch.pi, type(torch.pi))
np.float = float
print(np.float(3), np.array([1, 2], dtype=np.float))
torch.noted = [1]
torch.noted.append(2)
print(torch.noted, hasattr(torch, "noted"), hasattr(torch, "unheard"))
plain = torch.relu
torch.relu = lambda x: plain(x) + 1
print(torch.relu(torch.tensor([-1.0, 2.0])))
from torch import relu as imported

print(imported(torch.zeros(1)))
total = 0
for i in range(400):
    total += torch.sin(torch.tensor(0.1)).item()
    torch.turn = i
print(round(total, 3), torch.turn)
setattr(random, "seed_used", 4)
print(random.seed_used, getattr(random, "seed_used"))
try:
    torch.unheard
except AttributeError as error:
    print(error)
