# Modules as functions of their parameters: per-sample gradients, ensembles, Hessian-vector products.
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, vmap, stack_module_state, jvp, vjp

torch.manual_seed(0)


class SimpleMLP(nn.Module):
    def __init__(self):
        super(SimpleMLP, self).__init__()
        self.fc1 = nn.Linear(4, 5)
        self.fc2 = nn.Linear(5, 3)

    def forward(self, x):
        x = x.flatten(1)
        x = F.relu(self.fc1(x))
        return self.fc2(x)


data = torch.randn(6, 4)
targets = torch.randint(3, (6,))
model = SimpleMLP()

params = {k: v.detach() for k, v in model.named_parameters()}
buffers = {k: v.detach() for k, v in model.named_buffers()}


def compute_loss(params, buffers, sample, target):
    batch = sample.unsqueeze(0)
    targets = target.unsqueeze(0)
    predictions = functional_call(model, (params, buffers), (batch,))
    return F.cross_entropy(predictions, targets)


ft_compute_grad = grad(compute_loss)
ft_compute_sample_grad = vmap(ft_compute_grad, in_dims=(None, None, 0, 0))
ft_per_sample_grads = ft_compute_sample_grad(params, buffers, data, targets)
for name, g in ft_per_sample_grads.items():
    print(name, g.shape)


def compute_sample_grads(data, targets):
    """manually process each sample with per sample gradient"""
    sample_grads = []
    for x, t in zip(data, targets):
        loss = F.cross_entropy(model(x.unsqueeze(0)), t.unsqueeze(0))
        sample_grads.append(torch.autograd.grad(loss, list(model.parameters())))
    return [torch.stack(shards) for shards in zip(*sample_grads)]


for a, b in zip(compute_sample_grads(data, targets), ft_per_sample_grads.values()):
    assert torch.allclose(a, b, atol=1e-5)

models = [SimpleMLP() for _ in range(3)]
ensemble, ensemble_buffers = stack_module_state(models)
print({k: tuple(v.shape) for k, v in ensemble.items()})
base_model = copy.deepcopy(models[0])


def fmodel(params, buffers, x):
    return functional_call(base_model, (params, buffers), (x,))


out = vmap(fmodel, in_dims=(0, 0, None))(ensemble, ensemble_buffers, data)
print(out.shape, torch.allclose(out[1], models[1](data), atol=1e-6))

loss_of = lambda p: F.cross_entropy(functional_call(model, p, data), targets)
tangent = {k: torch.ones_like(v) for k, v in params.items()}
value, slope = jvp(loss_of, (params,), (tangent,))
_, pull = vjp(loss_of, params)
print("%.4f %.4f" % (value, slope), torch.allclose(slope, sum(g.sum() for g in pull(torch.tensor(1.))[0].values()), atol=1e-5))
