a = torch.Tensor([2.0]).double(); a.requires_grad = True
b = torch.Tensor([-3.0]).double(); b.requires_grad = True
c = torch.Tensor([10.0]).double(); c.requires_grad = True
e = a * b; d = e + c; f = torch.Tensor([-2.0]).double()
f.requires_grad = True
L = d * f
L.retain_grad(); d.retain_grad(); e.retain_grad()
L.backward()
for n, v in [('a', a), ('b', b), ('c', c), ('d', d), ('e', e), ('f', f), ('L', L)]:
    print(n, v.data.item(), v.grad.item())
