import torch
import torch.nn as nn


class Small(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, width), nn.ReLU())
        self.head = nn.Linear(width, 1)


class Renamed(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
        self.head = nn.Linear(4, 1)


torch.manual_seed(0)
saved = Small().state_dict()
print(type(saved).__name__, [(k, tuple(v.shape)) for k, v in saved.items()])
try:
    Renamed().load_state_dict(saved)
except RuntimeError as e:
    print(e)
print(Renamed().load_state_dict(saved, strict=False))
try:
    Small(5).load_state_dict(saved, strict=False)
except RuntimeError as e:
    print(e)
# what is meant: rename the keys
renamed = {k.replace("body.", "features."): v for k, v in saved.items()}
print(Renamed().load_state_dict(renamed))
renamed["extra"] = torch.zeros(1)
Renamed().load_state_dict(renamed)
