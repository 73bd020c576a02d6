torch.vmap(lambda x, y: x + y)(torch.ones(2, 3), torch.ones(3, 3))
