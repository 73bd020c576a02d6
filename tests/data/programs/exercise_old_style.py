# As one wrote it in 2017.
from torch.autograd import Variable
x = Variable(torch.FloatTensor([[1, 2], [3, 4]]), requires_grad=True)
y = Variable(torch.ones(2, 2))
z = (x.mul(2).add(y)).pow(2)
out = z.mean()
out.backward()
print(x.grad.data)
print(out.data, x.data.numpy())
print(torch.LongTensor([1, 2]), torch.FloatTensor(2, 2).zero_(), torch.DoubleTensor([1.5]))
print(x.size(), z.size(1), type(x), x.type())
