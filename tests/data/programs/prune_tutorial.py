import torch
from torch import nn
import torch.nn.utils.prune as prune
import torch.nn.functional as F
torch.manual_seed(0)
class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 2, 3)
        self.conv2 = nn.Conv2d(2, 3, 3)
        self.fc1 = nn.Linear(3, 4)
        self.fc2 = nn.Linear(4, 2)
    def forward(self, x):
        x = F.relu(self.conv1(x)); x = F.relu(self.conv2(x))
        x = x.mean((2, 3))
        return self.fc2(F.relu(self.fc1(x)))
model = LeNet()
module = model.conv1
print(list(module.named_parameters()))
print(list(module.named_buffers()))
prune.random_unstructured(module, name="weight", amount=0.3)
print([n for n, _ in module.named_parameters()])
print(list(module.named_buffers()))
print(module.weight)
print(list(module._forward_pre_hooks.values()))
prune.l1_unstructured(module, name="bias", amount=1)
print(module.bias, [type(h).__name__ for h in module._forward_pre_hooks.values()])
prune.ln_structured(module, name="weight", amount=0.5, n=2, dim=0)
print(module.weight)
for hook in module._forward_pre_hooks.values():
    if hook._tensor_name == "weight":
        break
print(list(hook), len(hook), hook[0].amount)
print(model.state_dict().keys())
out = model(torch.ones(1, 1, 7, 7)); out.sum().backward()
print(module.weight_orig.grad)
prune.remove(module, 'weight')
print(list(module.named_parameters()), list(module.named_buffers()))
new = LeNet()
for name, m in new.named_modules():
    if isinstance(m, nn.Conv2d):
        prune.l1_unstructured(m, name='weight', amount=0.2)
    elif isinstance(m, nn.Linear):
        prune.l1_unstructured(m, name='weight', amount=0.4)
print(dict(new.named_buffers()).keys())
model = LeNet()
parameters_to_prune = ((model.conv1, 'weight'), (model.conv2, 'weight'), (model.fc1, 'weight'), (model.fc2, 'weight'))
prune.global_unstructured(parameters_to_prune, pruning_method=prune.L1Unstructured, amount=0.2)
for m, _ in parameters_to_prune:
    print("Sparsity: {:.2f}%".format(100. * float(torch.sum(m.weight == 0)) / float(m.weight.nelement())))
prune.global_unstructured(parameters_to_prune, pruning_method=prune.L1Unstructured, amount=3)
print(sum(int((m.weight == 0).sum()) for m, _ in parameters_to_prune), prune.is_pruned(model), prune.is_pruned(nn.Linear(1, 1)))
class FooBarPruningMethod(prune.BasePruningMethod):
    """Prune every other entry in a tensor"""
    PRUNING_TYPE = 'unstructured'
    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask
def foobar_unstructured(module, name):
    FooBarPruningMethod.apply(module, name)
    return module
model = LeNet()
foobar_unstructured(model.fc1, name='bias')
print(model.fc1.bias_mask, model.fc1.bias)
foobar_unstructured(model.fc1, name='bias')
print(model.fc1.bias_mask, list(model.fc1._forward_pre_hooks.values())[0][0].PRUNING_TYPE)
prune.global_unstructured([(model.fc1, 'weight')], pruning_method=FooBarPruningMethod)
print(model.fc1.weight)
