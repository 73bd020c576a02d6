"""What a module's ``to`` refuses, and dictionaries that write through."""

import torch
from torch import nn

m = nn.Linear(2, 2)


def tried(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


tried(lambda: m.to([1]))
tried(lambda: m.to(dtype="x"))
tried(lambda: m.to(torch.float64, "cpu", 3))
tried(lambda: m.to(torch.float64, non_blocking=2))
tried(lambda: m.to("cpu", dtype=5))
tried(lambda: m.to(torch.float64, False, True))
tried(lambda: m.to(dtype=torch.float64).weight.dtype)

held = m.__dict__
held |= {"z": 3}
print(m.z, held.pop("z"), hasattr(m, "z"), held.setdefault("q", 4), m.q)
held.update(r=5)
print(m.r)

names = globals()
names |= {"first": 1}
names.update(second=2)
print(first, second, names.pop("second"), "second" in globals(), names.setdefault("third", 3))
names["last"] = 7
print(names.popitem(), "last" in globals())
