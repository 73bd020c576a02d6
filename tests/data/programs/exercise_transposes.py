x = torch.arange(6.0).reshape(2, 3).requires_grad_()
y = x.T @ x
print(y)
print(y.grad_fn.next_functions)
y[0, 2].backward()
print(x.grad)
b = torch.arange(8.0).reshape(2, 2, 2)
print(b.mT)
print(b.transpose(0, 2)[1], b.permute(1, 2, 0).shape, torch.transpose(b, 1, 2).equal(b.mT))
