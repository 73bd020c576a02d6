# hooks as in the tutorial on visualizing gradients
torch.manual_seed(0)
grads = {}
def hook_fn(name):
    def hook(g):
        grads[name] = g.norm().item()
    return hook
w1 = torch.full((3, 3), 0.5, requires_grad=True)
w2 = torch.full((3, 1), 0.25, requires_grad=True)
x = torch.arange(6.).reshape(2, 3)
h1 = x @ w1
h1.retain_grad()
h2 = torch.sigmoid(h1)
h2.register_hook(hook_fn('h2'))
loss = (h2 @ w2).pow(2).mean()
loss.register_hook(hook_fn('loss'))
loss.backward()
print(h1.grad.shape, {k: round(v, 4) for k, v in grads.items()})
print(h1.is_leaf, h1.retains_grad, w1.retains_grad)
for name, t in [('w1', w1), ('h1', h1), ('loss', loss)]:
    print(f"{name:5} leaf={t.is_leaf!s:5} fn={t.grad_fn} grad={'yes' if t.grad is not None else 'no'}")
def walk(node, depth=0):
    if node is None:
        return
    print('  ' * depth + node.name())
    for child, _ in node.next_functions:
        walk(child, depth + 1)
walk(loss.grad_fn)
def count(node, seen=None):
    seen = set() if seen is None else seen
    if node is None or node in seen:
        return 0
    seen.add(node)
    return 1 + sum(count(child, seen) for child, _ in node.next_functions)
print(count(loss.grad_fn))
with torch.autograd.set_detect_anomaly(False):
    print(torch.is_anomaly_enabled())
