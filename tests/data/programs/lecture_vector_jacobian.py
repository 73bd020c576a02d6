# A vector result needs a vector to be multiplied by.
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x ** 2
v = torch.tensor([1.0, 0.1, 0.01])
y.backward(v)
print(x.grad)
x.grad = None
(x ** 2 @ v).backward()
print(x.grad)
x.grad = None
y = torch.exp(x)
torch.autograd.backward([y, x * 2], [torch.ones(3), v])
print(x.grad)
