# What is drawn does not depend, for a gradient, on what it was drawn from.
torch.manual_seed(1)
mu = torch.zeros(3, requires_grad=True)
sigma = torch.ones(3, requires_grad=True)
x = torch.normal(mu, sigma)
print(x)
print(x.grad_fn.next_functions)
x.sum().backward()
print(mu.grad, sigma.grad)
y = torch.normal(mu, 2.0)
print(y.grad_fn, torch.normal(0.5, sigma).grad_fn)
# The reparametrised form does.
mu.grad = sigma.grad = None
z = mu + sigma * torch.randn(3)
z.sum().backward()
print(mu.grad, sigma.grad)
