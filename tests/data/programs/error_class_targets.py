import torch
import torch.nn as nn

torch.manual_seed(0)
criterion = nn.CrossEntropyLoss()
logits = torch.randn(4, 3)
print("%.4f" % criterion(logits, torch.tensor([0, 1, 2, 1])).item())
for target in (torch.tensor([0, 1, 2]), torch.tensor([0., 1., 2., 1.]), torch.rand(4, 2)):
    try:
        print(criterion(logits, target))
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, "-", e)
try:
    nn.BCELoss()(torch.sigmoid(logits[:, 0]), torch.ones(4, 1))
except ValueError as e:
    print(e)
try:
    nn.Embedding(3, 2)(torch.tensor([0, 3]))
except IndexError as e:
    print("IndexError:", e)
nn.NLLLoss()(logits.log_softmax(1), torch.tensor([0, 1, 5, 1]))
