x = torch.ones(2, 2, requires_grad=True)
y = x.clone()
y[0] *= 5
y[:, 1] = torch.tensor([7.0, 8.0])
print(y)
print(y.grad_fn.name(), y.grad_fn.next_functions)
(y * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(x.grad)
