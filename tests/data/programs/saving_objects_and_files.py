import torch, io, pickle, os, json, copy
import torch.nn as nn
from pathlib import Path
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a=nn.Linear(2,3); self.b=nn.Linear(3,1); self.b.weight=self.b.weight
        self.register_buffer('k',torch.ones(2))
    def forward(self,x): return self.b(torch.relu(self.a(x)))
torch.manual_seed(0)
m=Net(); o=torch.optim.Adam(m.parameters(),lr=0.1)
x=torch.randn(4,2)
for i in range(3):
    o.zero_grad(); m(x).sum().backward(); o.step()
torch.save(m.state_dict(),'m.pt')
print(os.path.exists('m.pt'),os.path.exists('n.pt'))
m2=Net(); print(m2.load_state_dict(torch.load('m.pt')))
print(torch.equal(m(x),m2(x)))
os.makedirs('ck',exist_ok=True)
torch.save({'epoch':3,'model':m.state_dict(),'opt':o.state_dict(),'loss':torch.tensor(0.5)},'ck/c.pt')
c=torch.load('ck/c.pt',map_location='cpu',weights_only=True)
print(c['epoch'],c['loss'],list(c['model']),c['opt']['state'][0]['step'])
o2=torch.optim.Adam(m2.parameters()); o2.load_state_dict(c['opt']); print(o2)
print(os.listdir('ck'))
torch.save(m,'whole.pt')
m3=torch.load('whole.pt',weights_only=False); print(m3); print(torch.equal(m3(x),m(x)), [p.grad for p in m3.parameters()])
try: torch.load('whole.pt')
except pickle.UnpicklingError as e: print(e)
with torch.serialization.safe_globals([Net, nn.Linear]):
    try: print(type(torch.load('whole.pt')))
    except Exception as e: print(str(e)[-400:])
b=io.BytesIO(); torch.save([1,'a',{'x':torch.arange(3)}],b); b.seek(0); print(torch.load(b))
x=torch.ones(3,requires_grad=True); y=x*2; v=y[:2]
l=pickle.loads(pickle.dumps([x,y,v,x])); print(l, l[0] is l[3], l[1].is_leaf)
with torch.no_grad(): l[1][0]=9.
print(l)
torch.save([y,v],'yv.pt'); l=torch.load('yv.pt')
with torch.no_grad(): l[0][0]=7.
print(l, l[1].untyped_storage().nbytes())
w=torch.arange(12.).reshape(3,4).t(); torch.save(w,'w'); r=torch.load('w'); print(r.stride(), r)
try: torch.load('none.pt')
except FileNotFoundError as e: print(e)
try: torch.save(1,'nodir/x')
except RuntimeError as e: print(e)
try: torch.save(lambda x:x,'x')
except Exception as e: print(type(e).__name__)
def f():
    class B: pass
    return B()
try: pickle.dumps(f())
except Exception as e: print(e)
for a in [lambda: pickle.loads(b''), lambda: torch.save(1,5), lambda: torch.load(5), lambda: torch.save((i for i in [1]),'g')]:
    try: a()
    except Exception as e: print(type(e), e)
with open('log.txt','w') as fh:
    fh.write('a 1\n'); print('b', 2, file=fh); fh.writelines(['c\n','d'])
with open('log.txt') as fh:
    for line in fh: print(line.strip())
with open('log.txt') as fh: print(fh.read().split('\n'), os.path.getsize('log.txt'), os.path.isfile('log.txt'))
with open('log.txt','a') as fh: fh.write('e')
print(Path('log.txt').read_text())
with open('d.json','w') as fh: json.dump({'a':[1,2]},fh)
with open('d.json') as fh: print(json.load(fh))
with open('p.pkl','wb') as fh: pickle.dump({'a':torch.ones(2)},fh); pickle.dump(3,fh)
with open('p.pkl','rb') as fh: print(pickle.load(fh),pickle.load(fh))
try:
    with open('p.pkl','rb') as fh: pickle.load(fh);pickle.load(fh);pickle.load(fh)
except EOFError as e: print(e)
try:
    with open('log.txt') as fh: fh.write('a')
except Exception as e: print(type(e),e)
Path('q/r').mkdir(parents=True,exist_ok=True); (Path('q')/'r'/'a.txt').write_text('hi'); print(sorted(os.listdir('q/r')), [str(p) for p in Path('q/r').iterdir()])
os.remove('log.txt'); print(os.path.exists('log.txt'))
try: open('log.txt')
except FileNotFoundError as e: print(e, e.errno)
try: torch.load('d.json')
except Exception as e: print(type(e))
s=io.StringIO('ab\ncd'); print(s.readlines()); print(io.BytesIO(b'abc').read(2))
torch.save(nn.Parameter(torch.ones(2)),'pp'); print(torch.load('pp'))
import shutil; shutil.rmtree('q'); print(os.path.isdir('q'))
import collections
P=collections.namedtuple('P','a b')
torch.save(P(1,torch.ones(1)),'nt'); print(torch.load('nt',weights_only=False))
print(torch.load('nt'))
