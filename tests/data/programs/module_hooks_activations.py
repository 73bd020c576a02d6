# Forward and backward hooks: features of a layer, gradients that pass it, and Grad-CAM.
import torch
import torch.nn as nn
import torch.nn.functional as F

activation = {}


def get_activation(name):
    def hook(model, input, output):
        activation[name] = output.detach()
    return hook


class MyModel(nn.Module):
    def __init__(self):
        super(MyModel, self).__init__()
        self.cl1 = nn.Linear(5, 6)
        self.cl2 = nn.Linear(6, 4)
        self.fc1 = nn.Linear(4, 3)

    def forward(self, x):
        x = F.relu(self.cl1(x))
        x = F.relu(self.cl2(x))
        return self.fc1(x)


torch.manual_seed(0)
model = MyModel()
handles = [getattr(model, name).register_forward_hook(get_activation(name)) for name in ('cl1', 'fc1')]
x = torch.randn(1, 5)
output = model(x)
print({name: tuple(value.shape) for name, value in activation.items()})
print(torch.equal(activation['fc1'], output))
for h in handles:
    h.remove()
activation.clear()
model(x)
print(activation)


def printgradnorm(self, grad_input, grad_output):
    print('Inside ' + self.__class__.__name__ + ' backward')
    print('grad_input:', type(grad_input).__name__, [g.shape if g is not None else None for g in grad_input])
    print('grad_output norm: %.4f' % grad_output[0].norm().item())


model.cl2.register_full_backward_hook(printgradnorm)
model.fc1.register_forward_pre_hook(lambda module, args: print("pre hook sees", args[0].shape))
out = model(x)
F.nll_loss(F.log_softmax(out, dim=1), torch.tensor([2])).backward()

# a hook may change the result
double = model.fc1.register_forward_hook(lambda m, args, out: out * 2)
print(torch.allclose(model(x), 2 * out))
double.remove()

# count what flows, by module
shapes = []
for name, module in model.named_modules():
    if len(list(module.children())) == 0:
        module.register_forward_hook(lambda m, i, o, name=name: shapes.append((name, list(o.shape))))
model(torch.zeros(2, 5))
print(shapes)
