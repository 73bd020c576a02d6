x = torch.tensor(3., requires_grad=True)
def f(x):
    return x ** 4
ys = [f(x)]
for i in range(4):
    g, = torch.autograd.grad(ys[-1], x, create_graph=True)
    ys.append(g)
print(ys)
print([y.grad_fn.name() if y.grad_fn else None for y in ys])
t = torch.tensor([1., 2., 3.], requires_grad=True)
gradients = []
for i in range(3):
    t.grad = None
    (t[i] ** 2 * t.sum()).backward()
    gradients.append(t.grad.clone())
print(torch.stack(gradients))
u = t.detach().clone().requires_grad_(True)
opt_steps = 0
while True:
    loss = ((u - 1) ** 2).sum()
    if loss < 1e-3 or opt_steps > 50:
        break
    u.grad = None
    loss.backward()
    with torch.no_grad():
        u -= 0.2 * u.grad
    opt_steps += 1
print(opt_steps, u)
v = torch.zeros(2, requires_grad=True)
v.data.add_(1)
v.data = v.data * 3
print(v, v._version)
