import inspect
from dataclasses import dataclass, field
@dataclass
class C:
    a: int
    b: float = 2.0
    c: list = field(default_factory=list)
    d: int = field(init=False, default=3)
    e: int = field(kw_only=True, default=3)
print([(k, str(p.kind), p.default) for k,p in inspect.signature(C).parameters.items()])
cfg={'a':1,'zz':2,'b':4}
print(C(**{k:v for k,v in cfg.items() if k in inspect.signature(C).parameters}))
@classmethod
def from_dict(cls, env): return cls(**{k: v for k, v in env.items() if k in inspect.signature(cls).parameters})
C.from_dict=from_dict
print(C.from_dict(cfg))
