x = torch.tensor([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], requires_grad=True)
mean = x.mean()
variance = ((x - mean) ** 2).mean()
deviation = variance.sqrt()
print(mean, variance, deviation)
standard = (x - mean) / deviation
print(standard)
standard[0].backward()
print(x.grad)
