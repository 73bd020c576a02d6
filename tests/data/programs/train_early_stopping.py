import copy
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


class EarlyStopping:
    """Early stops the training if validation loss doesn't improve after a given patience."""

    def __init__(self, patience=7, verbose=False, delta=0):
        self.patience = patience
        self.verbose = verbose
        self.counter = 0
        self.best_score = None
        self.early_stop = False
        self.val_loss_min = np.inf
        self.delta = delta

    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
        elif score < self.best_score + self.delta:
            self.counter += 1
            print(f'EarlyStopping counter: {self.counter} out of {self.patience}')
            if self.counter >= self.patience:
                self.early_stop = True
        else:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
            self.counter = 0

    def save_checkpoint(self, val_loss, model):
        if self.verbose:
            print(f'Validation loss decreased ({self.val_loss_min:.6f} --> {val_loss:.6f}).  Saving model ...')
        self.best = copy.deepcopy(model.state_dict())
        self.val_loss_min = val_loss


torch.manual_seed(0)
np.random.seed(0)
X = torch.linspace(-1, 1, 30).unsqueeze(1)
y = X ** 3 + 0.3 * torch.randn(30, 1)
train_set, val_set = random_split(TensorDataset(X, y), [20, 10])
train_loader = DataLoader(train_set, batch_size=10, shuffle=True)
val_loader = DataLoader(val_set, batch_size=10)

model = nn.Sequential(nn.Linear(1, 20), nn.ReLU(), nn.Linear(20, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
criterion = nn.MSELoss()
early_stopping = EarlyStopping(patience=3, verbose=True)

for epoch in range(1, 31):
    model.train()
    train_losses = []
    for data, target in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(data), target)
        loss.backward()
        optimizer.step()
        train_losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        valid_losses = [criterion(model(d), t).item() for d, t in val_loader]
    train_loss, valid_loss = np.average(train_losses), np.average(valid_losses)
    print(f'[{epoch:>2}/30] train_loss: {train_loss:.4f} valid_loss: {valid_loss:.4f}')
    early_stopping(valid_loss, model)
    if early_stopping.early_stop:
        print("Early stopping")
        break
model.load_state_dict(early_stopping.best)
