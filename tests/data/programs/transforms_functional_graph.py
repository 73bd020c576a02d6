from torch.autograd.functional import jacobian, hessian, vjp, jvp, hvp, vhp
x = torch.tensor([0.5, 1., 1.5], requires_grad=True)
w = torch.tensor(2., requires_grad=True)
j = jacobian(lambda x: w * x ** 2, x, create_graph=True)
j.sum().backward()
print(x.grad, w.grad)
x.grad = None; w.grad = None
h = hessian(lambda x: (w * x ** 3).sum(), x, create_graph=True)
h.sum().backward()
print(x.grad, w.grad)
x.grad = None
v = torch.ones(3, requires_grad=True)
out, p = vjp(lambda x: x ** 3, x, v, create_graph=True)
print(out, p)
p.sum().backward()
print(x.grad, v.grad)
x.grad = None; v.grad = None
out, p = jvp(lambda x: x ** 3, x, v, create_graph=True)
print(out)
p.sum().backward()
print(x.grad, v.grad)
x.grad = None; v.grad = None
out, p = hvp(lambda x: (x ** 4).sum(), x, v, create_graph=True)
p.sum().backward()
print(x.grad, v.grad)
x.grad = None; v.grad = None
out, p = vhp(lambda x: (x ** 4).sum(), x, v, create_graph=True)
p.sum().backward()
print(x.grad, v.grad)
j = jacobian(lambda x: w * x ** 2, x)
print(j, j.requires_grad, x.requires_grad)
with torch.no_grad():
    print(jacobian(lambda x: w * x ** 2, x))
    print(jvp(lambda x: x ** 3, x, torch.ones(3)))
