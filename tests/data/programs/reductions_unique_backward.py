x = torch.tensor([2., 1., 2.], requires_grad=True)
print(torch.unique(x))
torch.unique(x).sum().backward()
