x = torch.ones(3)
F.dropout(x, p=1.5)
