x = torch.tensor(0.5, requires_grad=True)
current = torch.sin(x)
for order in range(1, 5):
    current, = torch.autograd.grad(current, x, create_graph=True)
    print(order, current.detach(), f"{math.sin(0.5 + order * math.pi / 2):.4f}")
