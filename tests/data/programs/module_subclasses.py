import torch
from torch import nn


class Counted(nn.Linear):
    count = 0

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        nn.init.ones_(self.weight)
        nn.init.zeros_(self.bias)

    def forward(self, x):
        type(self).count += 1
        return super().forward(x) * 2

    @property
    def size(self):
        return self.in_features * self.out_features

    def extra_repr(self):
        return "counted, " + super().extra_repr()


c = Counted(2, 3)
print(c, c(torch.ones(1, 2)), Counted.count, c.size, isinstance(c, nn.Linear), issubclass(Counted, nn.Module))


class Residual(nn.Sequential):
    def forward(self, x):
        return x + super().forward(x)


r = Residual(Counted(2, 2), nn.ReLU())
print(r, r(torch.tensor([[1.0, -1.0]])), len(r), r[0].count)


class Focal(nn.Module):
    def __init__(self, gamma=2.0):
        super().__init__()
        self.gamma = gamma

    def forward(self, logits, target):
        p = torch.sigmoid(logits)
        pt = torch.where(target == 1, p, 1 - p)
        return (-((1 - pt) ** self.gamma) * pt.log()).mean()


logits = torch.tensor([0.5, -1.0], requires_grad=True)
loss = Focal()(logits, torch.tensor([1.0, 0.0]))
loss.backward()
print(loss, logits.grad)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, 2.0]))

    def forward(self, x):
        return self.body(x * self.w)

    def body(self, x):
        raise NotImplementedError


class Sum(Base):
    def body(self, x):
        return x.sum()


class Nothing(Base):
    pass


s = Sum()
s(torch.ones(2)).backward()
print(s.w.grad, s.w)
try:
    Nothing()(torch.ones(2))
except NotImplementedError as e:
    print("not implemented", e.args)
try:
    nn.Module()(1)
except NotImplementedError as e:
    print(e)
s.w = None
print(s.w, list(s.parameters()))
s.helper = nn.Linear(1, 1)
print(s, hasattr(s, "helper"), hasattr(s, "nothing"))
s.note = "text"
print(s.note)
s.missing
