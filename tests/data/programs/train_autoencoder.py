import torch
from torch import nn
from torch.nn import functional as F


class Autoencoder(nn.Module):
    def __init__(self, dim: int = 16, code: int = 3):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(dim, 12), nn.Tanh(),
            nn.Linear(12, code),
        )
        self.decoder = nn.Sequential(
            nn.Linear(code, 12), nn.Tanh(),
            nn.Linear(12, dim), nn.Sigmoid(),
        )

    def forward(self, x):
        encoded = self.encoder(x)
        decoded = self.decoder(encoded)
        return encoded, decoded


torch.manual_seed(1)
data = torch.rand(48, 16).round()
autoencoder = Autoencoder()
optimizer = torch.optim.Adam(autoencoder.parameters(), lr=0.01)
loss_func = nn.MSELoss()

for epoch in range(6):
    total = 0.
    for b_x in data.split(12):
        encoded, decoded = autoencoder(b_x)
        loss = loss_func(decoded, b_x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print('Epoch: ', epoch, '| train loss: %.4f' % (total / 4))

with torch.no_grad():
    code, _ = autoencoder(data[:2])
print(code.shape, code.requires_grad)
print(autoencoder.encoder[2])
print(len(autoencoder.decoder), autoencoder.decoder[-1])
print([type(m).__name__ for m in autoencoder.modules()])
