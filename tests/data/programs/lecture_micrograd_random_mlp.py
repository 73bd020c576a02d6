import random
random.seed(1337)
def neuron(nin):
    return [random.uniform(-1, 1) for _ in range(nin)] + [0.0]
layers = [[neuron(3) for _ in range(4)], [neuron(4) for _ in range(1)]]
params = [torch.tensor(n, dtype=torch.float64, requires_grad=True) for layer in layers for n in layer]
print(len(params), params[0])
xs = torch.tensor([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]], dtype=torch.float64)
ys = [1.0, -1.0, -1.0, 1.0]
def forward(x):
    h = torch.stack([torch.tanh((x * p[:-1]).sum() + p[-1]) for p in params[:4]])
    return torch.tanh((h * params[4][:-1]).sum() + params[4][-1])
for k in range(5):
    loss = sum((forward(x) - y) ** 2 for x, y in zip(xs, ys))
    for p in params:
        p.grad = None
    loss.backward()
    for p in params:
        p.data += -0.1 * p.grad
    print(k, round(loss.item(), 6))
