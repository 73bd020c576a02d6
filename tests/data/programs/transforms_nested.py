from torch.func import grad, jacrev, jacfwd, vjp, jvp, hessian
x = torch.tensor([0.5, 1.5], dtype=torch.float64)
f = lambda x: (torch.sin(x) * x ** 2).sum()
H = [jacrev(jacrev(f))(x), jacfwd(jacrev(f))(x), jacrev(jacfwd(f))(x), jacfwd(jacfwd(f))(x), jacrev(grad(f))(x), hessian(f)(x)]
print(H[0], [torch.allclose(H[0], h) for h in H])
print(jacrev(jacrev(jacrev(f)))(x))
print(jvp(grad(f), (x,), (torch.ones_like(x),)))
print(vjp(grad(f), x)[1](torch.ones_like(x)))
print(grad(lambda x: jvp(f, (x,), (torch.ones_like(x),))[1])(x))
print(grad(lambda x: vjp(torch.sin, x)[1](torch.ones_like(x))[0].sum())(x))
print(jvp(lambda x: jvp(torch.exp, (x,), (x,))[1], (x,), (x,)))
print(grad(lambda a: grad(lambda b: (a * b) ** 3)(a))(torch.tensor(2.)))
print(grad(lambda x: grad(lambda y: x * y ** 2)(x) * x)(torch.tensor(3.)))
