class ObjectView(object):
    def __init__(self, d): self.__dict__ = d
o = ObjectView({'a': 1, 'b': 2})
print(o.a, o.b)
o.c = 3
print(o.__dict__)
class AttrDict(dict):
    def __init__(self, *args, **kwargs):
        super(AttrDict, self).__init__(*args, **kwargs)
        self.__dict__ = self
d = AttrDict(x=1, y=2)
print(d.x, d['y'], d)
d.z = 5
print(d['z'], d, len(d))
d['w'] = 7
print(d.w, sorted(d), 'w' in d)
del d.x
print(d)
class Borg:
    shared = {}
    def __init__(self): self.__dict__ = self.shared
a, b = Borg(), Borg()
a.x = 1
print(b.x)
o.__dict__.update({'q': 9}); print(o.q)
try: o.__dict__ = 3
except TypeError as e: print(e)
import copy

e = copy.copy(d)
e.w = 8
print(d.w, e.w, type(e) is AttrDict, copy.deepcopy(o).a)


class Slotted:
    __slots__ = ("a",)


try:
    Slotted().__dict__ = {}
except AttributeError as error:
    print("refused")
