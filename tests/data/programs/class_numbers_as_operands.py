import torch
x = torch.ones(2); print(type(x.shape).__name__, type(x.dtype).__name__, type(torch.device("cpu")).__name__, type(x.size()).__name__, type(x.shape), x.dtype.__class__.__name__, type(torch.Generator()).__name__, torch.Size.__name__, type(torch.Size).__name__)
from enum import IntEnum, IntFlag
class L(IntEnum):
    A = 2
class I(int): pass
class Fl(float): pass
x = torch.arange(3.)
print(x * I(2), I(2) * x, x + Fl(1.5), Fl(1.5) - x, x ** I(2), torch.full((2,), I(3)), torch.ones(2) * I(3) / Fl(2))
print(x * L.A, L.A * x, x[L.A], torch.tensor(L.A), torch.tensor([L.A, 1]), x > L.A)
class M(IntFlag):
    A = 4
print(x * M.A, M.A * x)
import torch.nn.functional as F
print(torch.add(x, L.A), x.pow(L.A), F.leaky_relu(-x, Fl(.1)), torch.clamp(x, I(1), Fl(1.5)), x.sum(L.A - 2), x.reshape(I(3), I(1)), torch.zeros(I(2), I(1)), x.view(L.A - 1, -1), torch.where(x > 1, Fl(2), x), x.mul_(I(2)), x.add(I(1), alpha=I(2)))
n = torch.nn.Linear(L.A, I(3)); print(n, sum([I(1), I(2)]), torch.optim.SGD(n.parameters(), lr=Fl(.1)).param_groups[0]["lr"])
import numpy as np
print(np.ones(2) * I(3), np.zeros(L.A), range(L.A), [1, 2, 3][L.A], "a" * L.A, f"{Fl(2.5):.2f} {I(3):03d}", max(I(1), 2), {I(1): 2}[1], isinstance(I(2), int), -I(3), I(3) ** 2, type(I(3) + 1).__name__, round(Fl(2.567), 2), abs(I(-2)), divmod(I(7), 2), int(Fl(3.7)), I(5) // 2, I("12"), Fl("1.5"), repr(Fl(1)))
