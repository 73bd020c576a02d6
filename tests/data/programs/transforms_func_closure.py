from torch.func import grad, jacrev, vjp, jvp, hessian
x = torch.tensor([1., 2.], requires_grad=True)
w = torch.tensor([3., 4.], requires_grad=True)
g = grad(lambda w: (w ** 2 * x).sum())(w)
print(g)
g.sum().backward()
print(x.grad, w.grad)
x.grad = None; w.grad = None
j = jacrev(lambda w: w ** 2 * x)(w)
print(j)
j.sum().backward()
print(x.grad, w.grad)
def outer(a):
    return grad(lambda b: (a * b ** 2).sum())(a * 1.0).sum()
print(grad(outer)(torch.tensor([1., 2.])))
print(grad(lambda a: grad(lambda b: a * b ** 2)(a))(torch.tensor(3.)))
print(grad(lambda x: x * grad(lambda y: x + y)(torch.tensor(1.)))(torch.tensor(1.)))
with torch.no_grad():
    print(grad(lambda x: x ** 3)(torch.tensor(2.)))
def with_no_grad(x):
    with torch.no_grad():
        c = x ** 2
    return x ** 2 - c
print(grad(with_no_grad)(torch.tensor(2.)))
out, pull = vjp(lambda w: w * x, w)
print(out, pull(torch.ones(2)))
value, product = jvp(lambda w: w * x, (w,), (torch.ones(2),))
print(value.detach(), product.detach(), product.requires_grad)
print(hessian(lambda a: (a ** 2 * w).sum())(torch.ones(2)))
