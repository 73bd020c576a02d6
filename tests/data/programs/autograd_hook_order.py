# The order in which hooks of leaves and results run is that of the graph.
x = torch.tensor([1., 2.], requires_grad=True)
w = torch.tensor([3., 4.], requires_grad=True)
v = torch.ones(2, requires_grad=True)
y = x * w
z = y * v
def announce(name):
    return lambda g: print(name, g)
for name, t in [("x", x), ("w", w), ("v", v), ("y", y), ("z", z)]:
    t.register_hook(announce(name))
z.sum().backward()
with x.register_hook(lambda g: g * 0) as handle:
    (x * w).sum().backward()
print(x.grad)
h = w.register_hook(lambda g: g + 1)
k = w.register_hook(lambda g: g * 2)
print(k.id - h.id, h)
h.remove()
h.remove()
w.grad = None
(x * w).sum().backward()
print(w.grad)
