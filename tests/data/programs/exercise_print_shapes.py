for s in [(), (0,), (1,), (2, 0), (1, 1, 1), (2, 1, 2), (2, 2, 2, 2)]:
    print(torch.ones(s))
print(torch.arange(2000))
print(torch.zeros(50, 50))
print(torch.linspace(0, 1, 7), torch.logspace(-3, 3, 7))
print(torch.tensor([1e-8, 1., 1e8]), torch.tensor([1.5, 2.25]), torch.tensor([1., 2.]))
print(torch.tensor([float('inf'), -float('inf'), float('nan'), 1.]))
print(torch.tensor([1e10]), torch.tensor(1e-10), torch.tensor(123456789.), torch.tensor(0.1, dtype=torch.float64))
print([torch.tensor(1.), torch.tensor([2])], {'a': torch.zeros(2)}, (torch.tensor(True),))
