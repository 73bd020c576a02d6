# Methods with an underscore that PyTorch's classes call, which a program's classes write anew.
import torch
import torch.distributions as D
from torch import nn

torch.manual_seed(0)


class Standardized(nn.Conv2d):
    def forward(self, x):
        weight = self.weight - self.weight.mean((1, 2, 3), keepdim=True)
        return self._conv_forward(x, weight, self.bias)


class Zeroed(nn.Conv2d):
    def _conv_forward(self, x, weight, bias):
        return super()._conv_forward(x, weight * 0, bias)


x = torch.ones(1, 1, 4, 4)
print(Standardized(1, 2, 3)(x).shape, Zeroed(1, 2, 3, bias=False)(x).sum())


class Checked(nn.BatchNorm1d):
    _version = 7

    def _check_input_dim(self, x):
        if x.dim() != 5:
            raise ValueError("five please")

    def _get_name(self):
        return "Renamed"


try:
    Checked(2)(torch.ones(3, 2))
except ValueError as e:
    print(e)
print(nn.Sequential(Checked(2)), Checked(2).state_dict()._metadata)


class Renames(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.beside = torch.zeros(1)
        self._register_load_state_dict_pre_hook(lambda state, prefix, *_: print("hook", prefix))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "old"] = destination.pop(prefix + "weight") * 2

    def _load_from_state_dict(self, state, prefix, metadata, strict, missing, *rest):
        print(prefix, metadata, strict, missing)
        state[prefix + "weight"] = state.pop(prefix + "old")
        super()._load_from_state_dict(state, prefix, metadata, strict, missing, *rest)

    def _apply(self, fn, recurse=True):
        super()._apply(fn)
        self.beside = fn(self.beside)
        return self


net = nn.Sequential(Renames())
print(net.load_state_dict(net.state_dict()), net[0].weight, net.double()[0].beside.dtype)


class Warm(torch.optim.lr_scheduler.LRScheduler):
    def get_lr(self):
        return [base * (1 + self._get_lr_called_within_step) for base in self.base_lrs]


class Half(torch.optim.Optimizer):
    def __init__(self, base):
        self.base, self.param_groups = base, base.param_groups

    def step(self, closure=None):
        self.base.step(closure)
        return "done"


base = torch.optim.SGD(net.parameters(), 0.5)
print(Warm(base).get_last_lr())
net[0].weight.sum().backward()
print(Half(base).step(), net[0].weight)
for wrong in (lambda: D.Transform()._call(1), lambda: D.Bernoulli(0.5).rsample()):
    try:
        wrong()
    except NotImplementedError as e:
        print(repr(e), e.args)


class Told(nn.TransformerDecoderLayer):
    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        print("itself", attn_mask is None)
        return super()._sa_block(x, attn_mask, key_padding_mask, is_causal=is_causal)

    def _mha_block(self, x, mem, *masks, **options):
        print("memory", mem.shape)
        return 0 * super()._mha_block(x, mem, *masks, **options)

    def _ff_block(self, x):
        print("forward")
        return super()._ff_block(x) * 2


print(Told(4, 2, 8)(torch.ones(2, 1, 4), torch.zeros(3, 1, 4)))


class Plateau(torch.optim.lr_scheduler.ReduceLROnPlateau):
    def _reset(self):
        print("reset")
        super()._reset()

    def _is_better(self, a, best):
        return a < best - 1

    def _reduce_lr(self, epoch):
        print("reduce", epoch)
        super()._reduce_lr(epoch)


plateau = Plateau(base, patience=0, factor=0.1)
for value in (3.0, 2.5, 1.0):
    plateau.step(value)
print(base.param_groups[0]["lr"], nn.Linear.forward.__name__)
