def loss_fn(w): return ((w - torch.tensor([1., -2., 3.])) ** 2 * torch.tensor([1., 10., .1])).sum()
def sgd(p, state, lr=0.05):
    p -= lr * p.grad
def momentum(p, state, lr=0.02, beta=0.9):
    state['v'] = beta * state.get('v', torch.zeros_like(p)) + p.grad
    p -= lr * state['v']
def rmsprop(p, state, lr=0.1, alpha=0.99, eps=1e-8):
    sq = state.setdefault('sq', torch.zeros_like(p))
    sq.mul_(alpha).addcmul_(p.grad, p.grad, value=1 - alpha)
    p.addcdiv_(p.grad, sq.sqrt().add_(eps), value=-lr)
def adam(p, state, lr=0.1, betas=(0.9, 0.999), eps=1e-8):
    state['t'] = t = state.get('t', 0) + 1
    m = state['m'] = state.get('m', 0) * betas[0] + (1 - betas[0]) * p.grad
    v = state['s'] = state.get('s', 0) * betas[1] + (1 - betas[1]) * p.grad ** 2
    mhat, vhat = m / (1 - betas[0] ** t), v / (1 - betas[1] ** t)
    p -= lr * mhat / (vhat.sqrt() + eps)
for rule in (sgd, momentum, rmsprop, adam):
    w = torch.zeros(3, requires_grad=True)
    state = {}
    for i in range(30):
        if w.grad is not None:
            w.grad.zero_()
        loss = loss_fn(w)
        loss.backward()
        with torch.no_grad():
            rule(w, state)
    print(f"{rule.__name__:>10}: {loss.item():.4f} {w.detach()}")
