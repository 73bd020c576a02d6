from torch.func import grad, grad_and_value, vjp, jvp, jacrev, jacfwd
x = torch.tensor([1., 2., 3.])
def f(x):
    y = x ** 2
    return y.sum(), {"y": y, "n": [x]}
print(grad(f, has_aux=True)(x))
print(grad_and_value(f, has_aux=True)(x))
print(jacrev(lambda x: (x * 2, x.sum()), has_aux=True)(x))
print(jacfwd(lambda x: (x * 2, x.sum()), has_aux=True)(x))
value, pull, aux = vjp(lambda x: (x.sin(), [x, x.cos()]), x, has_aux=True)
print(value, aux, pull(aux[1]))
print(jvp(lambda x: (x.sin(), (x.cos(), x)), (x,), (x,), has_aux=True))
g, (v, a) = grad_and_value(f, has_aux=True)(x)
print(g.requires_grad, v.requires_grad, a["y"].requires_grad)
