torch.device('foo')
