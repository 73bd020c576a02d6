# Messages name types that are written in C with their modules.
import datetime
import re
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np
import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


values = [np.ones(2), np.float32(1), np.bool_(True), deque([1]), OrderedDict(), Counter("a")]
values += [
    defaultdict(int),
    datetime.timedelta(1),
    re.compile("a"),
    torch.device("cpu"),
    torch.Generator(),
]
for value in values:
    attempt(lambda: torch.relu(value))
    attempt(lambda: torch.ones(2).view(value))
    attempt(lambda: value.foo)
    attempt(lambda: value())
    attempt(lambda: "a".join([value]))
