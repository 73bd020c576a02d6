torch.set_grad_enabled(1)
