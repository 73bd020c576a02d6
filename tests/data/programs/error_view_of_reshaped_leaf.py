x = torch.arange(6.0).reshape(2, 3).requires_grad_()
print(x)
flat = x.view(-1)
flat += 1
