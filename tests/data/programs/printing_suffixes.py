x = torch.ones(3, requires_grad=True)
print(x, x.double(), (x * 2).double(), x.half(), x.detach())
print(torch.ones(2, dtype=torch.float64, requires_grad=True))
print(
    torch.zeros(0, dtype=torch.int32),
    torch.tensor([1], dtype=torch.uint8),
    torch.tensor([], requires_grad=True),
)
wide = torch.arange(10.0, requires_grad=True)
print(wide, wide * 1.5)
print((wide * 12345.678).reshape(2, 5))
print(x.sum(), x[0], x.view(3, 1), x.relu())
