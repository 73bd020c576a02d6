# Transfer learning in the small: a frozen backbone and a new head.
import copy

import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 6), nn.ReLU())
        self.fc = nn.Linear(6, 10)

    def forward(self, x):
        return self.fc(self.body(x))


def set_parameter_requires_grad(model, feature_extracting):
    if feature_extracting:
        for param in model.parameters():
            param.requires_grad = False


def train_model(model, inputs, labels, criterion, optimizer, scheduler, num_epochs=6):
    best_model_wts = copy.deepcopy(model.state_dict())
    best_acc = 0.0
    for epoch in range(num_epochs):
        model.train()
        optimizer.zero_grad()
        with torch.set_grad_enabled(True):
            outputs = model(inputs)
            _, preds = torch.max(outputs, 1)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()
        scheduler.step()
        epoch_acc = torch.sum(preds == labels.data).double() / len(labels)
        print('Epoch {}/{} Loss: {:.4f} Acc: {:.4f}'.format(epoch, num_epochs - 1, loss.item(), epoch_acc))
        if epoch_acc > best_acc:
            best_acc = epoch_acc
            best_model_wts = copy.deepcopy(model.state_dict())
    print('Best val Acc: {:4f}'.format(best_acc))
    model.load_state_dict(best_model_wts)
    return model


torch.manual_seed(3)
inputs = torch.randn(24, 4)
labels = (inputs.sum(1) > 0).long()

model_ft = Backbone()
before = model_ft.body[0].weight.clone()
set_parameter_requires_grad(model_ft, feature_extracting=True)
num_ftrs = model_ft.fc.in_features
model_ft.fc = nn.Linear(num_ftrs, 2)  # a new layer requires grad

params_to_update = [p for p in model_ft.parameters() if p.requires_grad]
print("Params to learn:")
for name, param in model_ft.named_parameters():
    if param.requires_grad == True:
        print("\t", name)

optimizer_ft = optim.SGD(params_to_update, lr=0.5, momentum=0.9)
exp_lr_scheduler = lr_scheduler.StepLR(optimizer_ft, step_size=2, gamma=0.1)
model_ft = train_model(model_ft, inputs, labels, nn.CrossEntropyLoss(), optimizer_ft, exp_lr_scheduler)
print(torch.equal(before, model_ft.body[0].weight), model_ft.body[0].weight.grad)
model_ft.requires_grad_(True)
print(all(p.requires_grad for p in model_ft.parameters()), optimizer_ft.param_groups[0]['lr'])
