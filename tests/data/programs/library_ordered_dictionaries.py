import torch, copy
m=torch.nn.Linear(2,1)
sd=m.state_dict(); print(type(sd)); v=sd.pop('bias'); print(list(sd)); sd['extra']=v; print(list(sd), list(sd.items())[0][0]); sd.update(a=1); print(list(sd)); print(sd.setdefault('q',2)); sd.popitem(); print(list(sd)); c=sd.copy(); print(type(c)); sd.clear(); print(len(sd), list(sd))
from collections import OrderedDict, defaultdict, Counter
o=OrderedDict(a=1,b=2,c=3); o.pop('b'); print(o, list(reversed(o)), o.pop('zz', None), 'a' in o, o.get('c')); del o['a']; print(o); o.move_to_end('c'); o.setdefault('d', 4); o.update({'e':5}); print(o, o.popitem(last=False)); o.clear(); print(o)
d=defaultdict(list, a=[1]); d.pop('a'); print(d, d['z'], d.setdefault('k',3), d.popitem(), d)
c=Counter('aab'); c.pop('a'); print(c)
