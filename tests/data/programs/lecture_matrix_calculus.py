# d/dA of trace-like forms.
A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v = torch.tensor([1.0, -1.0])
quadratic = v @ A @ v
quadratic.backward()
print(quadratic)
print(A.grad)
A.grad = None
(A @ A).sum().backward()
print(A.grad)
A.grad = None
(A * torch.eye(2)).sum().backward()
print(A.grad)
A.grad = None
A.norm().backward()
print(A.grad)
