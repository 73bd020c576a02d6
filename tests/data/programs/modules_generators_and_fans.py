import math
import numpy as np
import torch
from torch import nn
from torch.nn import init

m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
print(m.parameters(), m.named_parameters(), m.children(), m.named_children())
print(m.modules(), m.named_modules(), m.buffers(), m.named_buffers(), type(m.parameters()))
print(len(list(m.parameters())), next(m.children()), [n for n, _ in m.named_parameters()])
w = torch.empty(4, 3, 5, 5)
print(nn.init._calculate_fan_in_and_fan_out(w), init._calculate_correct_fan(w, "fan_out"))
bound = 1 / math.sqrt(init._calculate_fan_in_and_fan_out(w)[0])
try:
    init._calculate_fan_in_and_fan_out(torch.zeros(3))
except ValueError as error:
    print(error)
print(hasattr(torch, "multiprocessing"), hasattr(torch, "profiler"), hasattr(torch, "unheard"))
x = np.ndarray(shape=(2, 3), dtype=int, buffer=np.array([1, 2, 3, 4, 5, 6]))
print(x, np.ndarray((2,)).shape)
for wrong in (lambda: np.ndarray((3, 3), int, np.arange(4)), lambda: np.ndarray((2,), int, np.arange(4), offset=30)):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
y = np.arange(4)
z = np.ndarray((2,), int, y, offset=8)
z[0] = 9
print(y)
