# k-fold cross-validation without scikit-learn, and a confusion matrix at the end
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, Subset, TensorDataset


def kfold(n, k, generator=None):
    perm = torch.randperm(n, generator=generator)
    folds = torch.chunk(perm, k)
    for i in range(k):
        train = torch.cat([f for j, f in enumerate(folds) if j != i])
        yield train.tolist(), folds[i].tolist()


def reset_weights(m):
    for layer in m.children():
        if hasattr(layer, 'reset_parameters'):
            layer.reset_parameters()


torch.manual_seed(42)
centers = torch.tensor([[0., 2.], [2., -1.], [-2., -1.]])
targets = torch.arange(60) % 3
inputs = centers[targets] + 0.8 * torch.randn(60, 2)
dataset = TensorDataset(inputs, targets)

network = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
results = {}
confusion = torch.zeros(3, 3, dtype=torch.int64)
for fold, (train_ids, test_ids) in enumerate(kfold(len(dataset), 3)):
    print(f'FOLD {fold}')
    print('-' * 20)
    trainloader = DataLoader(Subset(dataset, train_ids), batch_size=10, shuffle=True)
    testloader = DataLoader(Subset(dataset, test_ids), batch_size=20)
    network.apply(reset_weights)
    optimizer = optim.Adam(network.parameters(), lr=2e-2)
    loss_function = nn.CrossEntropyLoss()
    for epoch in range(2):
        current_loss = 0.0
        for i, data in enumerate(trainloader, 0):
            x, y = data
            optimizer.zero_grad()
            loss = loss_function(network(x), y)
            loss.backward()
            optimizer.step()
            current_loss += loss.item()
        print('Loss after epoch %d: %.3f' % (epoch + 1, current_loss / len(trainloader)))
    correct, total = 0, 0
    with torch.no_grad():
        for x, y in testloader:
            _, predicted = torch.max(network(x).data, 1)
            total += y.size(0)
            correct += (predicted == y).sum().item()
            for t, p in zip(y.view(-1), predicted.view(-1)):
                confusion[t.long(), p.long()] += 1
    results[fold] = 100.0 * (correct / total)

print('K-FOLD CROSS VALIDATION RESULTS FOR 3 FOLDS')
for key, value in results.items():
    print(f'Fold {key}: {value:.1f} %')
print(f'Average: {sum(results.values())/len(results.items()):.1f} %')
print(confusion)
print(confusion.diag() / confusion.sum(1))
