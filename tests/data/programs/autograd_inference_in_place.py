with torch.inference_mode():
    y = torch.ones(2)
y.mul_(2)
