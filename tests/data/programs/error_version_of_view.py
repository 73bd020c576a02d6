x = torch.ones(2, 2, requires_grad=True)
y = x.clone()
row = y[0]
out = row * row
y.zero_()
out.sum().backward()
