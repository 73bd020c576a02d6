# What is written in a module's dictionary is in the module, past its registries.
class Net(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.__dict__.update(settings)
        self.__dict__['_hidden'] = nn.Linear(2, 2)
        self.__dict__['shared'] = nn.Linear(2, 2)
        self.layer = nn.Linear(1, 1)
    def forward(self, x): return x * self.scale
net = Net(scale=3, title='a')
print(net(torch.ones(2)), net.title, net._hidden, net.shared, len(list(net.parameters())), net)
net.__dict__['scale'] = 5
vars(net)['z'] = 1
print(net.scale, net.z, 'z' in net.__dict__, net.__dict__.get('z'), net.__dict__.pop('z'), hasattr(net, 'z'))
del net.__dict__['scale']
print(hasattr(net, 'scale'), net.__dict__.setdefault('q', 4), net.q)
print([name for name in net.__dict__ if not name.startswith('_')])
try: del net.__dict__['absent']
except KeyError as e: print('KeyError', e)
class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.note = nn.Linear(1, 1), 'kept'
    def __getstate__(self): return self.__dict__.copy()
    def __setstate__(self, state): self.__dict__.update(state)
first, second = Kept(), Kept()
second.__setstate__(first.__getstate__())
print(second.layer is first.layer, second.note, second)
class Data(torch.utils.data.Dataset):
    def __init__(self, **fields): self.__dict__.update(fields)
    def __len__(self): return self.size
print(len(Data(size=3)), Data(size=3, other=4).__dict__)
# Instances of a program's classes may come to be of another one.
class A:
    def hi(self): return 'A'
class B(A):
    def hi(self): return 'B'
a = A(); a.__class__ = B; print(a.hi(), type(a).__name__, isinstance(a, B))
class Zero(Net):
    def forward(self, x): return x * 0
net.__class__ = Zero; print(net, net(torch.ones(2)), type(net).__name__)
class Index(A):
    def __index__(self): return 2
class Seven(A):
    @property
    def q(self): return 7
a.__class__ = Index; print([1, 2, 3][a])
a.__class__ = Seven; print(a.q)
class Slotted:
    __slots__ = ('x',)
for other in (3, Slotted, int):
    try: a.__class__ = other
    except TypeError as e: print('TypeError', e)
# Hooks of all modules are called for modules of the program's classes as well.
class Outer(nn.Module):
    def __init__(self): super().__init__(); self.layer = nn.Linear(2, 2)
    def forward(self, x): return self.layer(x)
outer, x = Outer(), torch.ones(1, 2)
from torch.nn.modules import module
outer(x)
handle = module.register_module_forward_hook(lambda m, i, o: print('after', type(m).__name__))
outer(x); handle.remove(); outer(x)
handle = module.register_module_forward_pre_hook(lambda m, i: print('before', type(m).__name__))
outer(x); handle.remove()
handle = module.register_module_full_backward_hook(lambda m, i, o: print('back', type(m).__name__))
outer(x).sum().backward(); handle.remove()
# Modules without tensors can be sent anywhere; unknown words are refused.
print(nn.ReLU().to('cuda'), nn.Sequential(nn.ReLU()).cuda(), nn.Dropout().to('mps', torch.float16), nn.CrossEntropyLoss().to(device='xpu'))
for wrong in (lambda: nn.CrossEntropyLoss(weight=torch.ones(2)).to('cuda'), lambda: nn.ReLU().to('foo'), lambda: x.to(foo=1), lambda: x.to('cpu', foo=1), lambda: nn.ReLU().to(foo=1)):
    try: print(wrong())
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0])
print(x.to(tensor=torch.ones(1).double()).dtype)
