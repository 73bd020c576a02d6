"""The classes of optimizers and schedulers bear the names of PyTorch's modules."""
import torch

x = torch.nn.Parameter(torch.ones(2))
for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.Adamax, torch.optim.NAdam, torch.optim.RAdam):
    print(kind, type(kind([x], lr=0.1)))
for kind in (torch.optim.Adagrad, torch.optim.Adadelta, torch.optim.RMSprop, torch.optim.Rprop, torch.optim.ASGD, torch.optim.SparseAdam, torch.optim.LBFGS):
    print(kind, kind.__name__)
print(torch.optim.Optimizer, torch.optim.lr_scheduler.StepLR, torch.optim.lr_scheduler.LRScheduler)
print(torch.optim.lr_scheduler.ReduceLROnPlateau, torch.optim.lr_scheduler.CosineAnnealingLR, torch.optim.swa_utils.SWALR)
print(torch.optim.lr_scheduler.OneCycleLR, torch.optim.lr_scheduler.SequentialLR, torch.optim.lr_scheduler.LambdaLR)
class Own(torch.optim.SGD):
    pass
print(isinstance(Own([x], lr=1.0), torch.optim.SGD), type(torch.Generator()))
