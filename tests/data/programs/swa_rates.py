import torch
from torch.optim.swa_utils import *
o = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0)
for kw in (dict(anneal_strategy='x'), dict(anneal_epochs=-1), dict(anneal_epochs=2.5), dict(swa_lr=[1, 2])):
    try:
        SWALR(o, **{'swa_lr': 0.1, **kw})
    except ValueError as e:
        print(e)
s = SWALR(o, 0.1, anneal_strategy='linear', anneal_epochs=4)
r = []
for i in range(6):
    o.step(); s.step(); r.append(s.get_last_lr()[0])
print(r)
s = SWALR(o, 0.5, anneal_epochs=0)
print(s.get_last_lr(), s.state_dict())
o.step(); s.step(); print(s.get_last_lr())
d = s.state_dict(); s2 = SWALR(o, 0.3); s2.load_state_dict(d); print(s2.state_dict() == d, s2.last_epoch, s2.anneal_epochs)
s.get_lr()
