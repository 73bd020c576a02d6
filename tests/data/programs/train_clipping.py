import torch
import torch.nn as nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def total_norm(parameters):
    return torch.sqrt(sum(p.grad.pow(2).sum() for p in parameters)).item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
x, y = torch.randn(16, 3), 10 * torch.randn(16, 1)


def gradients():
    model.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


gradients()
before = total_norm(model.parameters())
returned = clip_grad_norm_(model.parameters(), max_norm=1.0)
print("norm before %.4f, returned %.4f, after %.4f" % (before, returned, total_norm(model.parameters())))

gradients()
print("max norm:", round(clip_grad_norm_(model.parameters(), 1e9, norm_type=float("inf")).item(), 4))
clip_grad_value_(model.parameters(), clip_value=0.5)
print("largest entry:", max(p.grad.abs().max().item() for p in model.parameters()))
print(model[2].bias.grad)

# a hook that clips as gradients arrive
for p in model.parameters():
    p.register_hook(lambda grad: torch.clamp(grad, -0.1, 0.1))
gradients()
print([round(p.grad.abs().max().item(), 3) for p in model.parameters()])

vec = nn.utils.parameters_to_vector(model.parameters())
print(vec.shape, vec.requires_grad)
nn.utils.vector_to_parameters(torch.zeros_like(vec), model.parameters())
print(model(x).abs().sum().item())
try:
    model[0].weight.grad.fill_(float("nan"))
    clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
except RuntimeError as e:
    print(str(e)[:66])
