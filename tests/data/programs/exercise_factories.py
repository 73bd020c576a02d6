print(torch.zeros(2, 3), torch.ones((2,), dtype=torch.int32), torch.full((2, 2), 7))
print(torch.full((1, 3), 0.25), torch.eye(2, 3), torch.arange(5), torch.arange(1, 2, 0.25))
print(
    torch.arange(10, 0, -3), torch.linspace(-1, 1, 5), torch.linspace(0, 10, 3, dtype=torch.float64)
)
base = torch.tensor([[1.0, 2.0]], dtype=torch.float64)
print(torch.zeros_like(base), torch.ones_like(base, dtype=torch.int64), torch.full_like(base, 3))
print(torch.zeros(0), torch.zeros(2, 0), torch.ones(()), torch.tensor([]), torch.tensor([[]]))
