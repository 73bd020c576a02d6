x = torch.tensor([1.0, 2.0], requires_grad=True)
(x ** 3).sum().backward(create_graph=True)
print(x.grad.detach(), x.grad.requires_grad)
first = x.grad
x.grad = None
first.sum().backward()
print(x.grad)
