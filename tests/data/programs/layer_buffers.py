# Running mean and variance as buffers: a batch norm of our own against torch's.
import torch
from torch import nn


class MyBatchNorm1d(nn.Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        # trainable
        self.weight = nn.Parameter(torch.ones(num_features))
        self.bias = nn.Parameter(torch.zeros(num_features))
        # not trainable, but part of the state
        self.register_buffer("running_mean", torch.zeros(num_features))
        self.register_buffer("running_var", torch.ones(num_features))
        self.register_buffer("calls", torch.tensor(0), persistent=False)

    def forward(self, x):
        if self.training:
            mean, var = x.mean(0), x.var(0, unbiased=False)
            with torch.no_grad():
                n = x.size(0)
                self.running_mean.mul_(1 - self.momentum).add_(self.momentum * mean)
                self.running_var = (1 - self.momentum) * self.running_var + self.momentum * var * n / (n - 1)
                self.calls += 1
        else:
            mean, var = self.running_mean, self.running_var
        x_hat = (x - mean) / torch.sqrt(var + self.eps)
        return self.weight * x_hat + self.bias


torch.manual_seed(0)
mine, theirs = MyBatchNorm1d(3), nn.BatchNorm1d(3)
for _ in range(3):
    x = torch.randn(8, 3) * 2 + 1
    a, b = mine(x), theirs(x)
    print(torch.allclose(a, b, atol=1e-5))
print(mine.running_mean, theirs.running_mean)
print(torch.allclose(mine.running_var, theirs.running_var), mine.calls)

mine.eval(); theirs.eval()
print(mine.training, torch.allclose(mine(x), theirs(x), atol=1e-5))

print(list(mine.state_dict()))
print(list(theirs.state_dict()))
print([name for name, _ in mine.named_buffers()], len(list(mine.parameters())))
print(mine)
mine.double()
print(mine.running_mean.dtype, mine.weight.dtype, mine.calls.dtype)
missing = theirs.load_state_dict(mine.state_dict(), strict=False)
print(missing)
print(dict(mine.named_buffers())["running_var"] is mine.running_var)
