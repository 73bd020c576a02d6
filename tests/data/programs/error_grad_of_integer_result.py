x = torch.ones(2, requires_grad=True)
(x > 0).sum().backward()
