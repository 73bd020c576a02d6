import torch
from torch import nn
from torch.nn.utils import prune
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
l = nn.Linear(2, 2)
attempt(lambda: prune.l1_unstructured(l, "weight", -1))
attempt(lambda: prune.l1_unstructured(l, "weight", 1.5))
attempt(lambda: prune.l1_unstructured(l, "weight", 5))
attempt(lambda: prune.l1_unstructured(l, "weight", "a"))
print(list(l.state_dict()))
attempt(lambda: prune.ln_structured(l, "bias", 1, 2, 0))
attempt(lambda: prune.ln_structured(l, "weight", 1, 2, 3))
attempt(lambda: prune.remove(l, "weight"))
attempt(lambda: prune.custom_from_mask(l, "weight", torch.ones(3)))
attempt(lambda: prune.l1_unstructured(l, "weight", 1, importance_scores=torch.ones(3)))
attempt(lambda: prune.global_unstructured(3, prune.L1Unstructured, amount=1))
attempt(lambda: prune.global_unstructured([(l, "weight")], prune.L1Unstructured, importance_scores=[], amount=1))
attempt(lambda: prune.global_unstructured([(l, "weight")], prune.LnStructured, amount=1, n=2))
attempt(lambda: prune.random_unstructured(l, "w", 1))
print(list(l.state_dict()), prune.is_pruned(l))
