# A trainer with callbacks, as in minGPT.
from dataclasses import dataclass, field
import torch, torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
@dataclass
class TrainConfig:
    lr: float = 1e-2
    betas: tuple = (0.9, 0.95)
    sizes: list = field(default_factory=lambda: [2, 4, 1])
    def __post_init__(self): self.n = len(self.sizes)
cfg = TrainConfig(lr=0.1)
print(cfg, cfg.n)
class Trainer:
    callbacks = {}
    def __init__(self, model, cfg): self.model, self.cfg = model, cfg
    def add_callback(self, name, f): self.callbacks.setdefault(name, []).append(f)
    def trigger(self, name):
        for f in self.callbacks.get(name, []): f(self)
    def run(self, loader):
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=self.cfg.lr, betas=self.cfg.betas)
        self.iter_num = 0
        data_iter = iter(loader)
        while True:
            try: batch = next(data_iter)
            except StopIteration:
                data_iter = iter(loader); batch = next(data_iter)
            x, y = [t.to('cpu') for t in batch]
            self.loss = nn.functional.mse_loss(self.model(x), y)
            self.model.zero_grad(set_to_none=True); self.loss.backward(); self.optimizer.step()
            self.trigger('on_batch_end'); self.iter_num += 1
            if self.iter_num >= 5: break
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
t = Trainer(model, cfg)
t.add_callback('on_batch_end', lambda tr: print(f"iter {tr.iter_num} {tr.loss.item():.4f}"))
t.run(DataLoader(TensorDataset(torch.randn(6, 2), torch.randn(6, 1)), batch_size=3, shuffle=True, pin_memory=False))
