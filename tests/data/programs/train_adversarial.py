# FGSM and PGD against a small classifier, and training with them
import torch
import torch.nn as nn
import torch.nn.functional as F

epsilons = [0, .1, .3]


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(6, 12)
        self.fc2 = nn.Linear(12, 3)

    def forward(self, x):
        return F.log_softmax(self.fc2(F.relu(self.fc1(x))), dim=1)


# FGSM attack code
def fgsm_attack(image, epsilon, data_grad):
    # Collect the element-wise sign of the data gradient
    sign_data_grad = data_grad.sign()
    perturbed_image = image + epsilon*sign_data_grad
    # Adding clipping to maintain [0,1] range
    return torch.clamp(perturbed_image, 0, 1)


def pgd(model, X, y, epsilon=0.2, alpha=0.05, num_iter=4):
    delta = torch.zeros_like(X, requires_grad=True)
    for t in range(num_iter):
        loss = F.nll_loss(model(X + delta), y)
        loss.backward()
        delta.data = (delta + alpha * delta.grad.detach().sign()).clamp(-epsilon, epsilon)
        delta.grad.zero_()
    return delta.detach()


def test(model, device, data, target, epsilon):
    correct = 0
    for d, t in zip(data.split(1), target.split(1)):
        d, t = d.clone().to(device), t.to(device)
        d.requires_grad = True
        output = model(d)
        init_pred = output.max(1, keepdim=True)[1]
        if init_pred.item() != t.item():
            continue
        loss = F.nll_loss(output, t)
        model.zero_grad()
        loss.backward()
        perturbed_data = fgsm_attack(d, epsilon, d.grad.data)
        final_pred = model(perturbed_data).max(1, keepdim=True)[1]
        correct += final_pred.item() == t.item()
    final_acc = correct/float(len(target))
    print(f"Epsilon: {epsilon}\tTest Accuracy = {correct} / {len(target)} = {final_acc}")


torch.manual_seed(1)
device = torch.device("cpu")
X = torch.rand(40, 6)
y = X.view(40, 3, 2).sum(2).argmax(1)
model = Net().to(device)
opt = torch.optim.SGD(model.parameters(), lr=0.5)
for attack in (None, pgd):
    for epoch in range(15):
        delta = attack(model, X, y) if attack else 0
        loss = F.nll_loss(model(X + delta), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print("trained with", attack.__name__ if attack else "clean data", f"{loss.item():.3f}")
    for eps in epsilons:
        test(model.eval(), device, X, y, eps)
