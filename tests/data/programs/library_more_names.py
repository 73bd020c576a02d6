"""Names of the library that programs use on the way."""

import json
import os
import sys
import time
import timeit

import numpy as np
import torch
import torch.nn as nn

sys.path.append("..")
sys.path.insert(0, "lib")
sys.path.append(os.path.abspath(os.path.join("/tmp/a", "..", "b")))
print(sys.path[0], sys.path[-1], "lib" in sys.path)
print(len(time.strftime("%Y-%m-%d")), time.localtime().tm_year > 2000, type(time.ctime()).__name__)
print(len(timeit.repeat(lambda: 1, number=2, repeat=2)))
try:
    json.loads('{"a": 1,\n')
except json.JSONDecodeError as error:
    print(type(error).__name__, error, error.lineno, error.colno, isinstance(error, ValueError))
try:
    json.loads("[1, ]")
except ValueError as error:
    print(error)
print(list(np.ndindex(2, 2)), [(i, v.item()) for i, v in np.ndenumerate(np.eye(2))])

torch.manual_seed(0)
model = nn.DataParallel(nn.Linear(2, 1))
print(model)
print([name for name, _ in model.named_parameters()], sorted(model.state_dict()), model.device_ids)
print(model(torch.zeros(3, 2)).shape, isinstance(model.module, nn.Linear))
json.loads("nothing")
