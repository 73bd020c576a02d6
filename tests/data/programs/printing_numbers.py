print(torch.tensor([0.0, -0.0, 1.0]), torch.tensor([1.5, 2.25]), torch.tensor([1e-5, 1.0]))
print(torch.tensor([1e5, 1.0]), torch.tensor([12345.678]), torch.tensor([1e10]), torch.tensor(1e-3))
print(torch.tensor([float("nan"), float("inf"), -float("inf")]), torch.tensor([inf, 1.5, nan]))
print(
    torch.tensor([1, -200, 30]), torch.tensor([True, False]), torch.tensor(7), torch.tensor(False)
)
print(
    torch.tensor([0.1 + 0.2], dtype=torch.float64),
    torch.tensor(1 / 3),
    torch.tensor([1 / 3, 1000.0]),
)
print(torch.tensor([100000000.0]), torch.tensor([0.00001]), torch.tensor([99999.0, 0.5]))
