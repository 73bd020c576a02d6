"""NumPy's functions of tensors: what they return, and what they leave to the tensor."""

import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")
t = torch.tensor([1.0, 2.0])
print(np.sin(t), np.exp(torch.tensor(1.0)), np.isnan(t), np.abs(-t), np.maximum(t, 1.5))
print(np.argmax(t), np.clip(t, 0, 1), np.cumsum(t), np.round(torch.tensor([1.55]), 1), np.sqrt(t))
print(np.reshape(t, (2, 1)), np.transpose(torch.ones(2, 1)), np.argsort(t), np.repeat(t, 2))
print(np.array(t), np.stack([t, t]), np.dot(t, t), np.where(t > 1, t, 0), np.median(t), np.sort(t))
print(np.array([1.0, 2.0]) + t, np.float32(2) * t, t > np.array([1, 1]), np.bool_(True))
for wrong in (
    lambda: np.sum(t),
    lambda: np.mean(t, axis=0),
    lambda: np.max(t),
    lambda: np.min(t, 0),
    lambda: np.prod(t),
    lambda: np.any(t),
    lambda: np.sin(torch.ones(1, requires_grad=True)),
    lambda: np.array([1]).foo,
    lambda: np.float64(1).foo,
):
    try:
        print(wrong())
    except (TypeError, RuntimeError, AttributeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
