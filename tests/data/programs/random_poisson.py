# Counting events.
torch.manual_seed(4)
rates = torch.tensor([0.0, 0.5, 4.0, 12.0, 80.0, 1000.0], requires_grad=True)
n = torch.poisson(rates)
print(n)
n.sum().backward()
print(rates.grad)
print(torch.poisson(rates.detach().double()))
