# Halve the step until the loss goes down enough.
def loss(w):
    return w[0] ** 4 + 3 * w[1] ** 2

w = torch.tensor([2.0, -1.0], requires_grad=True)
for step in range(4):
    value = loss(w)
    g, = torch.autograd.grad(value, w)
    size, tries = 1.0, 0
    with torch.no_grad():
        while loss(w - size * g) > value - 0.5 * size * (g * g).sum():
            size /= 2
            tries += 1
        w -= size * g
    print(f"{step}: {value.item():.4f} after {tries} halvings, {w.tolist()[0]:.4f}")
