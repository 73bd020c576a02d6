a = torch.ones(2, requires_grad=True)
b = a * 1
c = b * b
b += 1
c.sum().backward()
