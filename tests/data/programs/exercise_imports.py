import torch
import math
import numpy as np
import torch.nn.functional as F
from torch import nn
from torch.autograd import grad
from math import sqrt as root, pi
x = torch.tensor(np.array([1.0, 4.0]), requires_grad=True)
y = F.relu(x - 2).sum() + root(16) + math.floor(pi)
print(x, y)
print(grad(y, x))
print(torch.nn.functional.sigmoid(x), np.array([1, 2]) + 1, x.detach().numpy())
