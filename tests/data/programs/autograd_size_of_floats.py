print(torch.Size([1, 2.5]))
