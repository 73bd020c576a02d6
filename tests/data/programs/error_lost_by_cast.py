x = torch.ones(3, requires_grad=True)
y = (x * 2).long()
print(y)
y.float().sum().backward()
