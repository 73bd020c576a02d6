import torch
from torch.optim.lr_scheduler import CyclicLR, LambdaLR, MultiplicativeLR


class Decay:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, epoch):
        return self.rate**epoch


def halved(epoch):
    return 0.5


x = torch.ones(1, requires_grad=True)
for function in (lambda epoch: 0.9**epoch, halved, Decay(0.8)):
    optimizer = torch.optim.SGD([x], 0.1)
    schedule = LambdaLR(optimizer, function)
    optimizer.step()
    schedule.step()
    torch.save({"optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}, "state")
    state = torch.load("state")["schedule"]
    print(state["last_epoch"], state["_last_lr"], state["lr_lambdas"])
other = LambdaLR(torch.optim.SGD([x], 0.1), Decay(0.1))
other.load_state_dict(state)
print(other.last_epoch, other.lr_lambdas[0].rate, other.get_last_lr())
optimizer = torch.optim.SGD([x], 0.1, momentum=0.9)
print(MultiplicativeLR(optimizer, halved).state_dict()["lr_lambdas"])
cyclic = CyclicLR(optimizer, 0.1, 0.2, scale_fn=Decay(0.5))
print(cyclic.state_dict()["_scale_fn_custom"])
cyclic = CyclicLR(optimizer, 0.1, 0.2, scale_fn=lambda cycle: 1.0)
print(cyclic.state_dict()["_scale_fn_custom"])
print(type(torch.float16), type(torch.bfloat16), type(torch.float32))
