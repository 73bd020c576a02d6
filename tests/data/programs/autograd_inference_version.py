x = torch.ones(2)
x.add_(1)
print(x._version)
with torch.inference_mode():
    y = torch.ones(2)
print(y._version)
