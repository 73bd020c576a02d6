x = torch.ones(2)
x.requires_grad = True
y = torch.ones(2)
y.requires_grad_()
print(x.requires_grad, y.requires_grad, (x + y).requires_grad)
x.requires_grad = False
print(x.requires_grad, (x + y).requires_grad, (x + x).requires_grad)
z = torch.tensor([1, 2])
print(z.requires_grad, z.float().requires_grad_().requires_grad)
print((x > 0).requires_grad, (y > 0).requires_grad, y.long().requires_grad)
