import numpy as np
import torch

x = torch.linspace(0, 1, 4)
print(np.sin(4 * np.pi * x), np.sqrt(x), np.maximum(x, 0.5), np.add(x, x))
print(np.abs(x), np.multiply(np.ones(4), x), np.square(x).sum(), np.greater(x, 0.5))
print(np.modf(x), np.floor(torch.tensor(2.5)), np.isnan(x.double()))
try:
    np.exp(x.requires_grad_())
except RuntimeError as error:
    print(error)
