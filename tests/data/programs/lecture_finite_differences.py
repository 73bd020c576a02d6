# Is the derivative right? Compare it with a difference quotient.
def f(x):
    return (torch.sin(x) * torch.exp(-x)).sum()

x = torch.tensor([0.3, 1.1, 2.0], dtype=torch.double, requires_grad=True)
f(x).backward()
eps = 1e-6
numeric = torch.zeros_like(x)
for i in range(x.numel()):
    up, down = x.detach().clone(), x.detach().clone()
    up[i] += eps
    down[i] -= eps
    numeric[i] = (f(up) - f(down)) / (2 * eps)
print(x.grad)
print(numeric)
print((x.grad - numeric).abs().max().item() < 1e-8)
