# Losses as classes: label smoothing, focal loss, dice, and what torch has.
import torch
import torch.nn as nn
import torch.nn.functional as F


class LabelSmoothingCrossEntropy(nn.Module):
    def __init__(self, eps: float = 0.1, reduction='mean'):
        super().__init__()
        self.eps = eps
        self.reduction = reduction

    def forward(self, output, target):
        c = output.size()[-1]
        log_preds = F.log_softmax(output, dim=-1)
        loss = -log_preds.sum(dim=-1)
        if self.reduction == 'mean':
            loss = loss.mean()
        return loss * self.eps / c + (1 - self.eps) * F.nll_loss(log_preds, target, reduction=self.reduction)


class FocalLoss(nn.Module):
    def __init__(self, gamma=0, alpha=None, size_average=True):
        super(FocalLoss, self).__init__()
        self.gamma = gamma
        self.alpha = alpha
        if isinstance(alpha, (float, int)):
            self.alpha = torch.Tensor([alpha, 1 - alpha])
        if isinstance(alpha, list):
            self.alpha = torch.Tensor(alpha)
        self.size_average = size_average

    def forward(self, input, target):
        target = target.view(-1, 1)
        logpt = F.log_softmax(input, dim=1)
        logpt = logpt.gather(1, target).view(-1)
        pt = logpt.detach().exp()
        if self.alpha is not None:
            at = self.alpha.gather(0, target.view(-1))
            logpt = logpt * at
        loss = -1 * (1 - pt) ** self.gamma * logpt
        return loss.mean() if self.size_average else loss.sum()


torch.manual_seed(0)
logits = torch.randn(5, 3, requires_grad=True)
target = torch.tensor([0, 2, 1, 1, 0])

ours = LabelSmoothingCrossEntropy(0.1)(logits, target)
theirs = nn.CrossEntropyLoss(label_smoothing=0.1)(logits, target)
print(f"{ours.item():.4f} {theirs.item():.4f}")
for gamma in (0, 0.5, 2):
    logits.grad = None
    loss = FocalLoss(gamma)(logits, target)
    loss.backward()
    print(f"gamma {gamma}: {loss.item():.4f} |grad| {logits.grad.norm().item():.4f}")
print("%.4f" % FocalLoss(2, alpha=[0.2, 0.3, 0.5], size_average=False)(logits, target).item())

a, b = torch.randn(4, 3), torch.rand(4, 3)
signs = torch.tensor([1., -1., 1., -1.])
for criterion, args in [
    (nn.L1Loss(), (a, b)),
    (nn.MSELoss(reduction='sum'), (a, b)),
    (nn.SmoothL1Loss(beta=0.5), (a, b)),
    (nn.HuberLoss(delta=2.0), (a, b)),
    (nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1., 2., 3.])), (a, b)),
    (nn.KLDivLoss(reduction='batchmean'), (F.log_softmax(a, 1), F.softmax(b, 1))),
    (nn.PoissonNLLLoss(), (a, b)),
    (nn.GaussianNLLLoss(), (a, b, torch.full((4, 1), 0.5))),
    (nn.HingeEmbeddingLoss(), (a[:, 0], signs)),
    (nn.CosineEmbeddingLoss(margin=0.1), (a, b, signs)),
    (nn.MarginRankingLoss(), (a[:, 0], a[:, 1], signs)),
    (nn.TripletMarginLoss(), (a, b, a.flip(0))),
    (nn.MultiLabelSoftMarginLoss(), (a, b.round())),
    (nn.MultiMarginLoss(), (a, torch.tensor([0, 1, 2, 0]))),
    (nn.SoftMarginLoss(), (a, torch.sign(b - 0.5))),
]:
    print(f"{criterion!r:28} {criterion(*args).item():.4f}")
