import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.GELU())
        self.classifier = nn.Linear(4, 2)

    def forward(self, x):
        return self.classifier(self.base(x))


def configure_optimizers(model, weight_decay, learning_rate):
    # separate out all parameters to those that will and won't experience weight decay
    param_dict = {pn: p for pn, p in model.named_parameters() if p.requires_grad}
    decay_params = [p for n, p in param_dict.items() if p.dim() >= 2]
    nodecay_params = [p for n, p in param_dict.items() if p.dim() < 2]
    optim_groups = [
        {'params': decay_params, 'weight_decay': weight_decay},
        {'params': nodecay_params, 'weight_decay': 0.0}
    ]
    num_decay_params = sum(p.numel() for p in decay_params)
    num_nodecay_params = sum(p.numel() for p in nodecay_params)
    print(f"num decayed parameter tensors: {len(decay_params)}, with {num_decay_params:,} parameters")
    print(f"num non-decayed parameter tensors: {len(nodecay_params)}, with {num_nodecay_params:,} parameters")
    return torch.optim.AdamW(optim_groups, lr=learning_rate, betas=(0.9, 0.95))


torch.manual_seed(0)
model = Model()
optimizer = configure_optimizers(model, 0.1, 1e-2)
print(optimizer)
optimizer.add_param_group({'params': [torch.zeros(1, requires_grad=True)], 'lr': 1.0})
print([g['lr'] for g in optimizer.param_groups])
try:
    optimizer.add_param_group({'params': list(model.classifier.parameters())})
except ValueError as e:
    print("ValueError:", e)

x, y = torch.randn(8, 4), torch.randint(2, (8,))
for i in range(3):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y, label_smoothing=0.1)
    loss.backward()
    optimizer.step()
    for group in optimizer.param_groups:
        group['lr'] *= 0.5
    print(i, f"{loss.item():.4f}", [g['lr'] for g in optimizer.param_groups])

sgd = torch.optim.SGD([
    {'params': model.base.parameters(), 'lr': 1e-2},
    {'params': model.classifier.parameters()}
], lr=1e-3, momentum=0.9)
print(sgd.defaults['lr'], sgd.param_groups[1]['lr'], sgd.param_groups[0]['momentum'])
try:
    torch.optim.SGD(model.parameters(), lr=-1)
except ValueError as e:
    print(e)
torch.optim.SGD([], lr=0.1)
