torch.manual_seed(0)
# Sequences without their padding; a batch that has it first in time is left turned.
from torch.nn.utils.rnn import unpad_sequence, pad_sequence
parts = [torch.ones(3, 2), torch.zeros(1, 2)]
padded = pad_sequence(parts)
print(unpad_sequence(padded, torch.tensor([3, 1])), padded.shape)
padded = pad_sequence(parts, batch_first=True)
print(unpad_sequence(padded, torch.tensor([3, 1]), batch_first=True), padded.shape)
weights = torch.ones(3, 2, requires_grad=True) * 1
print(unpad_sequence(weights, torch.tensor([3, 1])), weights.shape)
import warnings
warnings.simplefilter("ignore")
print(torch.ones(2).storage(), torch.ones(2).untyped_storage())
# Shapes of least squares of several matrices and right sides.
for driver in ('gels', 'gelsy', 'gelsd', 'gelss'):
    for a, b in (((5, 3), (2, 5, 4)), ((1, 5, 3), (2, 5, 4)), ((2, 5, 3), (2, 5)), ((5, 3), (5, 1)), ((2, 3, 4, 3), (2, 3, 4, 2))):
        r = torch.linalg.lstsq(torch.randn(a), torch.randn(b), driver=driver)
        print(driver, a, b, [tuple(x.shape) for x in r], r.rank)
# Texts of classes, and of what has no other method.
class L(nn.Linear):
    __doc__ = nn.Linear.__doc__
class K(nn.Linear): pass
class Q(nn.Linear): "mine"
print(Q.__doc__, K.__doc__, L.__doc__ is None, nn.Linear(1, 1).__doc__ is None, Q(1, 1).__doc__, torch.optim.SGD.__doc__ is None)
print(torch.device('cpu').__repr__(), torch.float32.__repr__(), torch.device('cpu').__str__(), torch.Size([2]).__repr__())
class N(nn.Linear):
    def __repr__(self): return 'N:' + super().__repr__()
print(N(1, 2), nn.ReLU().__repr__())
# What is no class has no subclass.
def wrong(base):
    try:
        class Net(base): pass
    except TypeError as e: print(e)
for base in (nn, torch.relu, wrong): wrong(base)
