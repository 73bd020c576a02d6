torch.ones(1, device='cuda:0')
