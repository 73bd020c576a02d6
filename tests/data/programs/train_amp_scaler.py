import torch
from torch.amp import autocast, GradScaler
torch.manual_seed(0)
net = torch.nn.Linear(3, 1); opt = torch.optim.SGD(net.parameters(), lr=.1)
sc = GradScaler('cpu', init_scale=4., growth_interval=2)
for i in range(5):
    opt.zero_grad()
    with autocast('cpu', enabled=False):
        l = net(torch.ones(2, 3) * (float('inf') if i == 3 else 1)).pow(2).mean()
    sc.scale(l).backward()
    if i == 1:
        sc.unscale_(opt); print(torch.nn.utils.clip_grad_norm_(net.parameters(), 1.))
    sc.step(opt); sc.update()
    print(i, l.item(), sc.get_scale(), sc.state_dict(), net.bias)
use = torch.cuda.is_available()
s2 = torch.cuda.amp.GradScaler(enabled=use); print(s2.is_enabled(), s2.get_scale(), s2.state_dict(), s2.scale(3))
with torch.autocast(device_type='cuda' if use else 'cpu', dtype=torch.float16, enabled=use), torch.no_grad(): print(net(torch.ones(1, 3)).dtype)
@torch.autocast('cuda', enabled=False)
def f(x): return x * 2
print(f(torch.ones(2)))
for bad in ("sc.update()", "sc.unscale_(opt)", "GradScaler('cpu').step(opt)", "GradScaler('cpu', growth_factor=.5)", "torch.autocast(3)", "torch.autocast('foo')"):
    try:
        if bad == "sc.update()": sc.update()
        elif bad.startswith("sc.unscale"): sc.unscale_(opt); sc.unscale_(opt)
        elif 'step' in bad: GradScaler('cpu').step(opt)
        elif 'growth' in bad: GradScaler('cpu', growth_factor=.5)
        elif '3' in bad: torch.autocast(3)
        else: torch.autocast('foo')
    except Exception as e: print(bad, type(e).__name__, e)
sc.load_state_dict({'scale': 8., 'growth_factor': 2., 'backoff_factor': .5, 'growth_interval': 3, '_growth_tracker': 1}); print(sc.get_scale(), sc.get_growth_interval(), isinstance(sc, GradScaler))
