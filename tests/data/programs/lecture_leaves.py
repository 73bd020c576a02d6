# Which tensors are leaves, and which of them get a gradient?
a = torch.ones(2)
b = torch.ones(2, requires_grad=True)
c = a + 1
d = b + 1
e = d.detach()
f = b.clone()
for name, t in [("a", a), ("b", b), ("c", c), ("d", d), ("e", e), ("f", f)]:
    print(f"{name}: leaf {t.is_leaf!s:5} requires grad {t.requires_grad!s:5} {t.grad_fn}")
