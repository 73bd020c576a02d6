x = torch.zeros(2, 3)
row = x[0]
flat = x.view(-1)
turned = x.t()
row += 1
flat[4] = 9
turned[2, 1] = -1
print(x)
print(row)
print(turned)
copied = x.clone()
copied.zero_()
print(x.sum(), copied.sum())
print(x._version, row._version, copied._version)
