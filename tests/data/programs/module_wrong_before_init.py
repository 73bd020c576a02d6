import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


Net()
