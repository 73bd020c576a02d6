"""Every tensor is an instance of Variable."""

from torch.autograd.variable import Variable
print(Variable, isinstance(Variable(torch.ones(1)), Variable), type(Variable(torch.ones(1))))

print(isinstance(torch.ones(1), Variable), isinstance(1, (list, Variable)))
