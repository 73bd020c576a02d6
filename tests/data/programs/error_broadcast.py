a = torch.ones(2, 3)
for n in (1, 3, 2):
    print(a + torch.ones(n))
