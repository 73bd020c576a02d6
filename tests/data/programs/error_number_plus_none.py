x = torch.ones(2, requires_grad=True)
print(x.grad)
x.grad + 1
