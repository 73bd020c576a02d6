# The smallest problem that a single layer cannot learn.
torch.manual_seed(5)
inputs = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
targets = torch.tensor([[0.], [1.], [1.], [0.]])
layers = [(2, 4), (4, 1)]
weights = [torch.randn(a, b).requires_grad_() for a, b in layers]
biases = [torch.zeros(b, requires_grad=True) for _, b in layers]

def predict(x):
    for index, (w, b) in enumerate(zip(weights, biases)):
        x = x @ w + b
        x = torch.tanh(x) if index == 0 else torch.sigmoid(x)
    return x

before = ((predict(inputs) - targets) ** 2).mean()
for _ in range(300):
    loss = ((predict(inputs) - targets) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for parameter in weights + biases:
            parameter -= 1.0 * parameter.grad
            parameter.grad.zero_()
after = ((predict(inputs) - targets) ** 2).mean()
print(before.item() > after.item(), after.item() < 0.1)
print((predict(inputs) > 0.5).int().flatten().tolist())
