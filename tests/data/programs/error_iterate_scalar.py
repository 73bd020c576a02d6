for v in torch.tensor(1.0):
    print(v)
