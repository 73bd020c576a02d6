# Pi by throwing darts; a Gaussian by adding uniform numbers.
torch.manual_seed(2024)
points = torch.rand(1000, 2)
inside = (points ** 2).sum(1) < 1
print(4 * inside.float().mean())
sums = torch.rand(500, 12).sum(dim=1) - 6
print(f"{sums.mean():.4f}")
walk = torch.randint(0, 2, (10,)) * 2 - 1
print(walk)
