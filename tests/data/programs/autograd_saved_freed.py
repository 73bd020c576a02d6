# After backward() what was saved is gone.
x = torch.tensor([0.5], requires_grad=True)
y = x.exp()
y.backward()
print(x.grad)
print(y.grad_fn._saved_result)
