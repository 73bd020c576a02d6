x = torch.arange(3)
x.requires_grad = True
