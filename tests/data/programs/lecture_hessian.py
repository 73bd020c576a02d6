# Second derivatives: differentiate every entry of the gradient.
def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2

p = torch.tensor([0.5, 2.0], requires_grad=True)
value = rosenbrock(p)
gradient, = torch.autograd.grad(value, p, create_graph=True)
H = torch.stack([torch.autograd.grad(g, p, retain_graph=True)[0] for g in gradient])
print(f"f = {value.item():.4f}")
print(gradient.detach())
print(H)
print("symmetric:", torch.equal(H, H.T))
