import random

import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from tqdm import tqdm, trange


def seed_everything(seed: int = 42) -> None:
    random.seed(seed)
    torch.manual_seed(seed)
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(seed)


def fit(model, loader, optimizer, loss_fn, epochs=3):
    history = {"loss": [], "acc": []}
    for epoch in trange(epochs, desc="epochs"):
        bar = tqdm(loader, total=len(loader), leave=False)
        running, hits, seen = 0.0, 0, 0
        for xb, yb in bar:
            pred = model(xb)
            loss = loss_fn(pred, yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            running += loss.item() * len(xb)
            hits += (pred.argmax(1) == yb).type(torch.float).sum().item()
            seen += len(xb)
            bar.set_description(f"Epoch {epoch}")
            bar.set_postfix(loss=loss.item())
        history["loss"].append(running / seen)
        history["acc"].append(hits / seen)
    return history


seed_everything(1)
device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
print(f"Using {device} device")
# two moons
n = 60
t = torch.rand(n) * 3.14159
outer = torch.stack([t.cos(), t.sin()], 1)
inner = torch.stack([1 - t.cos(), 0.5 - t.sin()], 1)
X = torch.cat([outer, inner]) + 0.1 * torch.randn(2 * n, 2)
Y = torch.cat([torch.zeros(n), torch.ones(n)]).long()

model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
history = fit(model, DataLoader(TensorDataset(X, Y), batch_size=20, shuffle=True),
              torch.optim.Adam(model.parameters(), lr=0.02), nn.CrossEntropyLoss())
for epoch, (loss, acc) in enumerate(zip(history["loss"], history["acc"])):
    print(f"{epoch}: {loss:.4f} {acc:.2%}")

plt.figure(figsize=(6, 3))
plt.plot(history["loss"], label="loss")
plt.scatter(X[:, 0], X[:, 1], c=Y, cmap="coolwarm")
plt.title("two moons")
plt.legend()
plt.show()
