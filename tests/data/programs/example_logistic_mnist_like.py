import math
torch.manual_seed(2)
n, k = 40, 5
xb = torch.randn(n, 12)
yb = torch.randint(0, k, (n,))
weights = torch.randn(12, k) / math.sqrt(12)
weights.requires_grad_()
bias = torch.zeros(k, requires_grad=True)
def log_softmax(x):
    return x - x.exp().sum(-1).log().unsqueeze(-1)
def model(xb):
    return log_softmax(xb @ weights + bias)
def nll(input, target):
    return -input[range(target.shape[0]), target].mean()
loss_func = nll
preds = model(xb)
print(preds[0], preds.shape)
print(loss_func(preds, yb))
def accuracy(out, yb):
    preds = torch.argmax(out, dim=1)
    return (preds == yb).float().mean()
print(accuracy(preds, yb))
lr, epochs, bs = 0.5, 3, 16
for epoch in range(epochs):
    for i in range((n - 1) // bs + 1):
        start_i = i * bs
        end_i = start_i + bs
        xs, ys = xb[start_i:end_i], yb[start_i:end_i]
        loss = loss_func(model(xs), ys)
        loss.backward()
        with torch.no_grad():
            weights -= weights.grad * lr
            bias -= bias.grad * lr
            weights.grad.zero_()
            bias.grad.zero_()
    print(epoch, f"{loss_func(model(xb), yb):.3f}", accuracy(model(xb), yb))
