# Usage with modules, and forward gradients
import torch
import torch.autograd.forward_ad as fwAD
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(5, 5)
input = torch.randn(16, 5)

params = {name: p for name, p in model.named_parameters()}
tangents = {name: torch.rand_like(p) for name, p in params.items()}

with fwAD.dual_level():
    for name, p in params.items():
        delattr(model, name)
        setattr(model, name, fwAD.make_dual(p, tangents[name]))

    out = model(input)
    jvp = fwAD.unpack_dual(out).tangent
    print(jvp.shape, torch.allclose(jvp, input @ tangents["weight"].T + tangents["bias"], atol=1e-6))

from torch.func import functional_call

# We need a fresh module because the functional call requires the
# the model to have parameters registered.
model = nn.Sequential(nn.Linear(5, 3), nn.Tanh(), nn.Linear(3, 1))
params = dict(model.named_parameters())
y = torch.randn(16, 1)
for step in range(4):
    tangents = {name: torch.randn_like(p) for name, p in params.items()}
    with fwAD.dual_level(), torch.no_grad():
        dual_params = {name: fwAD.make_dual(p, tangents[name]) for name, p in params.items()}
        out = functional_call(model, dual_params, input)
        loss, directional = fwAD.unpack_dual(((out - y) ** 2).mean())
        for name, p in params.items():
            p.sub_(0.01 * directional * tangents[name])
    print(f"{step}: loss {loss.item():.4f} slope {directional.item():+.4f}")
