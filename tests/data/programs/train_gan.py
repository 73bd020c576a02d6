# One-dimensional GAN: the generator learns a Gaussian.
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(11)
g_input_size, hidden, d_input_size = 1, 5, 8
mu, sigma, batch = 4, 1.25, 8


class Generator(nn.Module):
    def __init__(self, input_size, hidden_size, output_size, f):
        super(Generator, self).__init__()
        self.map1 = nn.Linear(input_size, hidden_size)
        self.map2 = nn.Linear(hidden_size, output_size)
        self.f = f

    def forward(self, x):
        return self.map2(self.f(self.map1(x)))


class Discriminator(nn.Module):
    def __init__(self, input_size, hidden_size, f):
        super().__init__()
        self.map1 = nn.Linear(input_size, hidden_size)
        self.map2 = nn.Linear(hidden_size, 1)
        self.f = f

    def forward(self, x):
        x = self.f(self.map1(x))
        return self.f(self.map2(x))


def real(n):
    return mu + sigma * torch.randn(1, n)


G = Generator(g_input_size, hidden, 1, torch.tanh)
D = Discriminator(d_input_size, hidden, torch.sigmoid)
criterion = nn.BCELoss()
d_optimizer = optim.SGD(D.parameters(), lr=1e-1, momentum=0.9)
g_optimizer = optim.SGD(G.parameters(), lr=1e-1, momentum=0.9)

for epoch in range(1, 21):
    # 1A: train D on real
    D.zero_grad()
    d_real_error = criterion(D(real(d_input_size)), torch.ones(1, 1))
    d_real_error.backward()
    # 1B: train D on fake; detach, or G would be trained on these labels
    d_fake_data = G(torch.rand(d_input_size, 1)).detach()
    d_fake_error = criterion(D(d_fake_data.t()), torch.zeros(1, 1))
    d_fake_error.backward()
    d_optimizer.step()

    # 2: train G on D's response (but DO NOT train D on these labels)
    G.zero_grad()
    g_fake_data = G(torch.rand(d_input_size, 1))
    g_error = criterion(D(g_fake_data.t()), torch.ones(1, 1))
    g_error.backward()
    g_optimizer.step()
    if epoch % 5 == 0:
        print("Epoch %s: D (%.3f real_err, %.3f fake_err) G (%.3f err); mean of fakes %.2f" % (
            epoch, d_real_error, d_fake_error, g_error, g_fake_data.mean()))
