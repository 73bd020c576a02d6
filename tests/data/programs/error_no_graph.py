x = torch.ones(2)
x.sum().backward()
