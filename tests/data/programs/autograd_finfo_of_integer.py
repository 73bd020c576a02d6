print(torch.finfo(torch.int32))
