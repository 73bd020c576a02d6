import torch, torch.nn as nn
from torch.optim import swa_utils
torch.manual_seed(1)
m = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
kinds = {
 'ema_multi': dict(multi_avg_fn=swa_utils.get_ema_multi_avg_fn(0.9)),
 'ema': dict(avg_fn=swa_utils.get_ema_avg_fn(0.9)),
 'swa': dict(avg_fn=swa_utils.get_swa_avg_fn()),
 'swa_multi': dict(multi_avg_fn=swa_utils.get_swa_multi_avg_fn()),
 'lambda': dict(avg_fn=lambda a, b, n: 0.5 * a + 0.5 * b),
 'ema_multi_buf': dict(multi_avg_fn=swa_utils.get_ema_multi_avg_fn(0.9), use_buffers=True),
 'ema_buf': dict(avg_fn=swa_utils.get_ema_avg_fn(0.9), use_buffers=True),
}
avs = {k: swa_utils.AveragedModel(m, **v) for k, v in kinds.items()}
for i in range(4):
    m(torch.randn(5, 2))
    with torch.no_grad():
        for p in m.parameters(): p.add_(torch.randn_like(p))
    for a in avs.values(): a.update_parameters(m)
for k, a in avs.items():
    print(k, a.n_averaged)
    for n, v in a.named_parameters(): print(n, v)
    for n, v in a.named_buffers(): print(n, v)
print(avs['ema'].use_buffers, avs['ema'].multi_avg_fn)
