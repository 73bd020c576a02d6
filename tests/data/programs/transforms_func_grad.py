from torch.func import grad, grad_and_value
x = torch.tensor(0.5)
print(grad(torch.sin)(x), grad(grad(torch.sin))(x), grad(grad(grad(torch.sin)))(x))
def f(w, b, t=2.0):
    return (w @ w * b).sum() * t
w = torch.tensor([1., 2., 3.])
b = torch.tensor(2.)
print(grad(f)(w, b))
print(grad(f, argnums=1)(w, b))
print(grad(f, argnums=(0, 1))(w, b, t=3.0))
print(grad(f, argnums=(-1,))(w, b))
print(grad_and_value(f)(w, b))
def g(w, b):
    y = w * b
    return y.sum(), (y, {"b": b})
print(grad(g, has_aux=True)(w, b))
print(grad_and_value(g, argnums=(0, 1), has_aux=True)(w, b))
p = {"w": w, "b": [b, torch.tensor(1.)]}
def h(p, x):
    return (p["w"] * x).sum() * p["b"][0] + p["b"][1]
print(grad(h)(p, w))
print(grad(lambda p: (p[0] * p[1]).sum())((w, w)))
print(grad(lambda x: torch.tensor(3.))(x))
print(grad(lambda x, y: x * 2)(x, 3))
