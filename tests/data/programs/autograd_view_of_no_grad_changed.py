x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2
with torch.no_grad():
    v = y.view(2)
v.add_(1)
