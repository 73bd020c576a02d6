import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-1, 1, 64).unsqueeze(1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(1, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))


model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(100):
    loss = nn.functional.mse_loss(model(x), x**3 - x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

print(model, f"loss {loss.item():.4f}", sep="\n")
