torch.vmap(torch.sin)(3.0)
