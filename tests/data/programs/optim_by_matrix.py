import torch
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0][:150] if str(e) else '')
def run(make, shapes=((3, 4), (4,), (2, 3))):
    torch.manual_seed(0)
    ps = [torch.nn.Parameter(torch.randn(s)) for s in shapes]
    o = make(ps)
    for i in range(4):
        o.zero_grad()
        sum((p * (p - 1)).pow(2).sum() for p in ps).backward()
        o.step()
    print([p.detach().flatten()[:3] for p in ps])
    return sorted(o.state_dict()['param_groups'][0])
two = ((3, 4), (2, 3))
t(lambda: run(lambda p: torch.optim.Adafactor(p)))
t(lambda: run(lambda p: torch.optim.Adafactor(p, lr=0.1, weight_decay=0.1, d=2.0, beta2_decay=-0.5, eps=(1e-3, 1e-2))))
t(lambda: run(lambda p: torch.optim.Adafactor(p, maximize=True, foreach=False)))
t(lambda: run(lambda p: torch.optim.Muon(p), two))
t(lambda: run(lambda p: torch.optim.Muon(p, lr=0.1, weight_decay=0.0, momentum=0.5, nesterov=False, ns_steps=3), two))
t(lambda: run(lambda p: torch.optim.Muon(p, adjust_lr_fn='match_rms_adamw'), two))
t(lambda: run(lambda p: torch.optim.Muon(p)))
t(lambda: run(lambda p: torch.optim.Muon(p, lr=-1), two))
t(lambda: run(lambda p: torch.optim.Muon(p, adjust_lr_fn='x'), two))
t(lambda: run(lambda p: torch.optim.Adafactor(p, d=0.5)))
t(lambda: torch.optim.Muon([torch.nn.Parameter(torch.ones(2, 2))]))
t(lambda: torch.optim.Adafactor([torch.nn.Parameter(torch.ones(2, 2))]))
