import os, shutil, pathlib, numpy as np, torch
from pathlib import Path
from torch.optim.sgd import SGD
from torch.optim.adam import Adam
from torch.optim import lr_scheduler
from torch.nn.modules.utils import _single, _pair, _triple, _ntuple
from torch.nn.modules.upsampling import Upsample
from torch.utils.hooks import RemovableHandle
from torch.utils.checkpoint import get_device_states, checkpoint
from torch.utils.model_zoo import load_url
from torch.nn.modules.padding import ConstantPad2d
print(_single(3), _pair(2), _pair((1, 2)), _triple(1))
print(_ntuple(4)(1))
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.benchmark = True
print(torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.benchmark)
h = torch.nn.Linear(1, 1).register_forward_hook(lambda *a: None)
print(isinstance(h, RemovableHandle))
p = Path.cwd() / 'data'
q = Path('~/x').expanduser()
with open('a.txt', 'w') as f: f.write('hello')
shutil.copyfile('a.txt', 'b.txt')
os.makedirs('d', exist_ok=True)
print(shutil.copy('a.txt', 'd'), shutil.move('b.txt', 'd/c.txt'), sorted(os.listdir('d')))
print(Path('d/c.txt').read_text(), os.path.exists('b.txt'))
import sys
print('google.colab' in sys.modules, 'torch' in sys.modules)
r = np.random.RandomState()
print(r.rand(2).shape)
print(SGD, Adam([torch.zeros(1, requires_grad=True)]).defaults['lr'])
