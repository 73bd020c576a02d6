import torch
import torch.nn as nn
import torch.nn.functional as F


class TiedAutoencoder(nn.Module):
    """The decoder uses the encoder's weight, transposed."""

    def __init__(self, n, m):
        super().__init__()
        self.encoder = nn.Linear(n, m)
        self.decoder_bias = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        h = torch.tanh(self.encoder(x))
        return F.linear(h, self.encoder.weight.t(), self.decoder_bias)


class LM(nn.Module):
    def __init__(self, vocab=7, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab, bias=False)
        self.out.weight = self.embed.weight  # tied

    def forward(self, idx):
        return self.out(self.embed(idx))


torch.manual_seed(0)
lm = LM()
print(lm.out.weight is lm.embed.weight)
print(len(list(lm.parameters())), [n for n, _ in lm.named_parameters()])
print(list(lm.state_dict().keys()))
print([n for n, _ in lm.named_parameters(remove_duplicate=False)])

idx = torch.tensor([1, 2, 3])
F.cross_entropy(lm(idx), torch.tensor([2, 3, 1])).backward()
print(lm.embed.weight.grad.shape, lm.out.weight.grad is lm.embed.weight.grad)
print(lm.embed.weight.grad.sum(1))

ae = TiedAutoencoder(5, 2)
x = torch.rand(10, 5)
opt = torch.optim.SGD(ae.parameters(), lr=0.1)
for i in range(5):
    loss = F.mse_loss(ae(x), x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, f"{loss.item():.4f}")

# one layer used twice counts once
shared = nn.Linear(2, 2)
twice = nn.Sequential(shared, nn.ReLU(), shared)
print(twice)
print(sum(p.numel() for p in twice.parameters()), len(list(twice.modules())))
twice(torch.ones(1, 2)).sum().backward()
print(shared.bias.grad)
