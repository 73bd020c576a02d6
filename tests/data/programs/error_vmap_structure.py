torch.vmap(lambda x, y: x + y, in_dims=(0,))(torch.ones(2), torch.ones(2))
