x = torch.ones(2)
x.is_leaf = False
