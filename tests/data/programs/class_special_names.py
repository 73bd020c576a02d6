"""Special methods of numbers, texts, lists and tensors, called by their names."""

import torch

print((5).__add__(3), (5).__add__(2.5), (2.5).__add__(5), (5).__radd__(1), (7).__floordiv__(2))
print((5).__eq__(5), (5).__lt__(6), (5).__eq__("a"), "a".__eq__("a"), (3).__neg__(), (-3).__abs__())
print("ab".__len__(), "ab".__contains__("a"), "ab".__add__("c"), "ab".__mul__(2), "ab".__getitem__(1))
print([1].__add__([2]), [1, 2].__len__(), [1].__repr__(), {"a": 1}.__str__(), (1, 2).__add__((3,)))
print((2).__pow__(3), (7).__mod__(4), (6).__and__(3), (1).__lshift__(4), (5).__str__(), (0).__bool__())
print((5).__format__("04d"), (2.5).__int__(), (2).__float__(), (2.567).__round__(1), "a".__add__("b"))
numbers = [10, 20].__iter__()
print(numbers.__next__(), next(numbers))
squares = (i * i for i in range(3))
print(squares.__next__(), squares.__next__(), list(squares.__iter__()))
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.__mul__(3).__add__(1).__rsub__(0).__neg__()
y.sum().backward()
print(y, x.grad, x.__len__(), x.__getitem__(1), x.__repr__())
z = torch.ones(2)
print(z.__iadd__(1) is z, z, z.__eq__(2), z.__matmul__(z), z.__pow__(2), z.__truediv__(4))
print(torch.tensor(2.5).__float__(), torch.tensor(3).__int__(), torch.tensor(0).__bool__())
print(torch.tensor(2.5).__format__(".3f"), z.__contains__(2), (1).__class__.__name__)
z.__setitem__(0, 7)
print(z, (z.__hash__() == hash(z)), [].__class__, z.__class__.__name__)
try:
    (1).__nothing__
except AttributeError as error:
    print(error)
print(z.__add__([1]), z.__mul__("a"))
