x = torch.tensor([1.0, 1.2, 0.8, 4.0, 4.2, 3.9])
mu, pi, sigma = torch.tensor([0., 5.]), torch.tensor([.5, .5]), 1.0
for it in range(10):
    logp = -0.5 * ((x[:, None] - mu) / sigma) ** 2 + pi.log()
    r = (logp - logp.logsumexp(1, keepdim=True)).exp()
    n = r.sum(0)
    mu, pi = (r * x[:, None]).sum(0) / n, n / len(x)
print(mu, pi)
