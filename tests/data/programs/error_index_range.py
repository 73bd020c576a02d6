x = torch.arange(3)
for i in range(5):
    print(x[i])
