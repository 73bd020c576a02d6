torch.ones(2).cuda()
