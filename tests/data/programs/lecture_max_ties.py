# Who gets the gradient when several are the largest?
x = torch.tensor([1.0, 3.0, 3.0], requires_grad=True)
x.max().backward()
print(x.grad)
x.grad = None
x.max(0).values.backward()
print(x.grad)
x.grad = None
torch.maximum(x, torch.full((3,), 3.0)).sum().backward()
print(x.grad)
x.grad = None
x.min().backward()
print(x.grad)
