x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2
with torch.no_grad():
    v = y.view(2)
y.mul_(2)
print(v)
print(v.grad_fn)
