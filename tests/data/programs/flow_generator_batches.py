def batches(data, size):
    """Yield parts of a tensor."""
    for start in range(0, len(data), size):
        yield data[start : start + size]

w = torch.zeros(3, requires_grad=True)
data = torch.arange(12.0).reshape(4, 3)

def losses():
    for batch in batches(data, 2):
        loss = ((batch @ w - 1) ** 2).mean()
        loss.backward()
        yield loss.item(), w.grad.tolist()

for number, (loss, grad) in enumerate(losses()):
    print(number, loss, grad)

def learning_rates(first, factor):
    rate = first
    while True:
        yield rate
        rate *= factor

for step, rate in zip(range(4), learning_rates(0.1, 0.5)):
    with torch.no_grad():
        w -= rate * w.grad
    print(step, rate, w.tolist())

total = sum(part.sum() for part in batches(data, 3))
print(total, list(part.shape for part in batches(data, 3)))

@torch.no_grad()
def evaluate():
    return [torch.is_grad_enabled() for _ in range(2)]

print(evaluate(), torch.is_grad_enabled())
