torch.manual_seed(0)
print(torch.randint(5, 6, (2,)))
torch.randint(5, 5, (2,))
