import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class TheModelClass(nn.Module):
    def __init__(self):
        super(TheModelClass, self).__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.fc1 = nn.Linear(6 * 2 * 2, 4)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        return self.fc1(x.view(-1, 6 * 2 * 2))


torch.manual_seed(0)
# Initialize model
model = TheModelClass()
# Initialize optimizer
optimizer = optim.SGD(model.parameters(), lr=0.001, momentum=0.9)

# Print model's state_dict
print("Model's state_dict:")
for param_tensor in model.state_dict():
    print(param_tensor, "\t", model.state_dict()[param_tensor].size())

# Print optimizer's state_dict
print("Optimizer's state_dict:")
for var_name in optimizer.state_dict():
    print(var_name, "\t", optimizer.state_dict()[var_name])

x = torch.randn(2, 3, 8, 8)
other = TheModelClass()
print(torch.equal(model(x), other(x)))
print(other.load_state_dict(model.state_dict()))
print(torch.equal(model(x), other(x)))

# state_dict shares memory with the model; a deep copy does not
alias, snapshot = model.state_dict(), copy.deepcopy(model.state_dict())
with torch.no_grad():
    model.fc1.bias += 1
print((alias['fc1.bias'] == model.fc1.bias).all().item(), (snapshot['fc1.bias'] == model.fc1.bias).any().item())
print(alias['fc1.bias'].requires_grad)

twin = copy.deepcopy(model)
model(x).sum().backward()
print(twin.fc1.bias.grad, model.fc1.bias.grad)
optimizer.step()
state = optimizer.state_dict()
print(state['state'].keys(), list(state['state'][0]), state['param_groups'][0]['params'])

partial = {k: v for k, v in snapshot.items() if k.startswith('conv1')}
print(model.load_state_dict(partial, strict=False))
model.load_state_dict(partial)
