x = torch.tensor([0.5], requires_grad=True)
y = x.exp()
print(y.grad_fn._saved_self)
