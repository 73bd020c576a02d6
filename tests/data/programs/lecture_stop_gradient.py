# Straight through a rounding: the value of one, the gradient of the other.
x = torch.tensor([0.2, 0.6, 1.4], requires_grad=True)
rounded = x + (torch.round(x) - x).detach()
print(rounded)
(rounded * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(x.grad)
plain = torch.round(x)
x.grad = None
plain.sum().backward()
print(x.grad)
