import torch.nn as nn


class Net(nn.Module):
    def __init__(self, hidden):
        # super().__init__() is missing
        self.hidden = hidden
        print("hidden is", self.hidden)
        self.fc = nn.Linear(2, hidden)

    def forward(self, x):
        return self.fc(x)


net = Net(3)
