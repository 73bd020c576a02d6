import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import Dataset, DataLoader, random_split, Subset, ConcatDataset, WeightedRandomSampler, IterableDataset, default_collate
torch.manual_seed(0)
class Toy(Dataset):
    def __init__(self, n, transform=None, target_transform=None):
        self.x = torch.linspace(-1, 1, n).unsqueeze(1); self.y = (self.x ** 2 + 0.1 * torch.randn_like(self.x)); self.transform = transform; self.target_transform = target_transform
    def __len__(self): return len(self.x)
    def __getitem__(self, idx):
        x, y = self.x[idx], self.y[idx]
        if self.transform: x = self.transform(x)
        return {'x': x, 'y': y, 'i': idx}
class Compose:
    def __init__(self, ts): self.ts = ts
    def __call__(self, x):
        for t in self.ts: x = t(x)
        return x
ds = Toy(20, transform=Compose([lambda t: t * 2, torch.sin]))
train, val = random_split(ds, [15, 5], generator=torch.Generator().manual_seed(42))
tl = DataLoader(train, batch_size=4, shuffle=True, drop_last=True, num_workers=0); vl = DataLoader(val, batch_size=5)
print(len(tl), len(vl), val.indices, next(iter(vl))['i'])
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Dropout(p=0.1), nn.Linear(16, 1)).to(device)
criterion, optimizer = nn.MSELoss(), optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
scheduler = optim.lr_scheduler.SequentialLR(optimizer, [optim.lr_scheduler.LinearLR(optimizer, 0.1, total_iters=2), optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)], milestones=[2])
scaler = torch.amp.GradScaler('cpu', enabled=False) if False else None
best, best_state, patience = float('inf'), None, 0
history = {'train': [], 'val': []}
for epoch in range(1, 6):
    model.train(); running = 0.0
    for i, batch in enumerate(tl, 0):
        x, y = batch['x'].to(device, non_blocking=True), batch['y'].to(device)
        optimizer.zero_grad()
        with torch.autocast(device_type='cpu', enabled=False):
            loss = criterion(model(x), y)
        loss.backward(); optimizer.step()
        running += loss.item() * x.size(0)
    scheduler.step(); history['train'].append(running / (len(tl) * 4))
    model.eval()
    with torch.no_grad():
        vloss = sum(criterion(model(b['x']), b['y']).item() for b in vl) / len(vl)
    history['val'].append(vloss)
    if vloss < best - 1e-4: best, best_state, patience = vloss, {k: v.clone() for k, v in model.state_dict().items()}, 0
    else: patience += 1
    print(f'Epoch [{epoch}/5], train {history["train"][-1]:.4f} val {vloss:.4f} lr {scheduler.get_last_lr()[0]:.5f} patience={patience}')
    if patience >= 3: break
model.load_state_dict(best_state)
total = sum(p.numel() for p in model.parameters()); print(f'{total} params', model[0].weight.shape, model[-1].bias)
for name, p in model.named_parameters():
    if 'bias' in name: p.requires_grad = False
print([n for n, p in model.named_parameters() if p.requires_grad], optimizer.param_groups[0].keys())
class Stream(IterableDataset):
    def __iter__(self): yield from (torch.full((2,), float(i)) for i in range(5))
print([b.shape for b in DataLoader(Stream(), batch_size=2)])
sampler = WeightedRandomSampler([0.1] * 10 + [0.9] * 10, num_samples=6, replacement=True); print([int(b['i']) for b in DataLoader(ds, sampler=sampler)])
print(default_collate([{'a': 1, 'b': [torch.ones(2), 2.]}, {'a': 3, 'b': [torch.zeros(2), 4.]}]), len(ConcatDataset([train, Subset(ds, [0, 1])])))
def collate(b): return nn.utils.rnn.pad_sequence([torch.arange(n) for n in b], batch_first=True, padding_value=-1)
print(next(iter(DataLoader([3, 1, 2], batch_size=3, collate_fn=collate))))
cm = torch.zeros(3, 3, dtype=torch.long); t, p = torch.tensor([0, 1, 2, 2]), torch.tensor([0, 2, 2, 1])
for a, b in zip(t.view(-1), p.view(-1)): cm[a.long(), b.long()] += 1
prec = cm.diag() / cm.sum(0).clamp(min=1); print(cm, prec, (t == p).float().mean().item(), f'{100 * (t == p).sum() / len(t):.1f}%')
