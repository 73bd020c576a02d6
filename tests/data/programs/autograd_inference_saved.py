with torch.inference_mode():
    y = torch.ones(2)
x = torch.ones(2, requires_grad=True)
print(x * y)
