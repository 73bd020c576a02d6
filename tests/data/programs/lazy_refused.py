import torch
from torch import nn
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:46])
l = nn.LazyLinear(3)
attempt(lambda: l.weight.shape)
attempt(lambda: l.weight.sum())
attempt(lambda: l.weight @ torch.ones(2))
attempt(lambda: torch.ones(2) + l.weight)
attempt(lambda: sum(p.numel() for p in l.parameters()))
attempt(lambda: l.weight.share_memory_())
attempt(lambda: nn.init.xavier_uniform_(l.weight))
attempt(lambda: nn.LazyConv2d(3, 2)(torch.ones(2, 2)))
attempt(lambda: nn.LazyConv2d(4, 2, groups=2)(torch.ones(1, 3, 4, 4)))
attempt(lambda: nn.Linear(2, 3).load_state_dict(l.state_dict()))
print(l.weight, l, isinstance(l.weight, nn.parameter.UninitializedParameter), isinstance(l.weight, nn.UninitializedParameter), isinstance(l.weight, nn.Parameter), isinstance(nn.LazyBatchNorm1d().running_mean, nn.parameter.UninitializedBuffer))
p = nn.UninitializedParameter(); print(p); p.materialize((2, 2)); print(p.shape, type(p))
class Mine(nn.LazyLinear):
    pass
print(Mine(2))
attempt(lambda: l(torch.ones(1, 2)).shape)
attempt(lambda: l(torch.ones(1, 3)).shape)
