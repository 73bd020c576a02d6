# Learning rates of the schedulers, epoch by epoch.
import math
import torch
from torch.optim import lr_scheduler

model = torch.nn.Linear(2, 1)


def rates(make, epochs=8, **options):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, **options)
    scheduler = make(optimizer)
    lrs = []
    for i in range(epochs):
        optimizer.step()
        lrs.append(optimizer.param_groups[0]["lr"])
        scheduler.step()
    return " ".join("%.4f" % lr for lr in lrs)


print("StepLR     ", rates(lambda o: lr_scheduler.StepLR(o, step_size=2, gamma=0.1)))
print("MultiStep  ", rates(lambda o: lr_scheduler.MultiStepLR(o, milestones=[3, 6], gamma=0.5)))
print("Exponential", rates(lambda o: lr_scheduler.ExponentialLR(o, gamma=0.9)))
print("Cosine     ", rates(lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=7, eta_min=0.001)))
print("Restarts   ", rates(lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, T_0=2, T_mult=2)))
print("Lambda     ", rates(lambda o: lr_scheduler.LambdaLR(o, lr_lambda=lambda epoch: 0.65 ** epoch)))
print("Linear     ", rates(lambda o: lr_scheduler.LinearLR(o, start_factor=0.5, total_iters=4)))
print("Constant   ", rates(lambda o: lr_scheduler.ConstantLR(o, factor=0.3, total_iters=3)))
print("Cyclic     ", rates(lambda o: lr_scheduler.CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=3),
                           momentum=0.9))
print("OneCycle   ", rates(lambda o: lr_scheduler.OneCycleLR(o, max_lr=0.1, total_steps=8), momentum=0.9))


def warmup_cosine(step, warmup=3, total=8):
    if step < warmup:
        return (step + 1) / warmup
    return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))


print("by hand    ", rates(lambda o: lr_scheduler.LambdaLR(o, warmup_cosine)))
print("chain      ", rates(lambda o: lr_scheduler.SequentialLR(o, [
    lr_scheduler.ConstantLR(o, factor=0.1, total_iters=2),
    lr_scheduler.ExponentialLR(o, gamma=0.9)], milestones=[2])))

optimizer = torch.optim.Adam(model.parameters(), lr=1.0)
plateau = lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=1)
for loss in [1.0, 0.9, 0.9, 0.9, 0.9, 0.8, 0.85, 0.86]:
    plateau.step(loss)
    print(loss, optimizer.param_groups[0]["lr"], plateau.num_bad_epochs)
scheduler = lr_scheduler.StepLR(optimizer, 3)
print(scheduler.get_last_lr(), scheduler.state_dict()["step_size"], scheduler.last_epoch)
