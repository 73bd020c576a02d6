with torch.inference_mode():
    y = torch.ones(2)
y.requires_grad_()
