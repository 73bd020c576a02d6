w = torch.tensor([0.3, -1.2], requires_grad=True)
x, t = torch.tensor([[0.1, 0.7], [1.3, -0.4]]), torch.tensor([1., 0.])
for step in range(4):
    loss = F.mse_loss((x * w).sum(1).exp(), t)
    loss.backward()
    with torch.no_grad():
        w.add_(w.grad, alpha=-0.1)
        w.grad = None
    print(step, w.tolist())
print(torch.arange(0, 1, 0.1).tolist())
print(torch.linspace(0, 1, 7).tolist(), torch.tensor([0.1, 2.5]).exp().tolist(), (torch.tensor([1.7]) ** 2.5).item(), torch.tensor([0.3, 0.9]).log().tolist())
