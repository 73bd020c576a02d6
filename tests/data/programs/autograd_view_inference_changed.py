x = torch.tensor([1., 2.], requires_grad=True)
with torch.inference_mode():
    v = x.view(2)
v.add_(1)
