# Down the slope of a parabola, with momentum.
w = torch.tensor([5.0, -3.0], requires_grad=True)
velocity = torch.zeros(2)
for step in range(1, 31):
    loss = (w ** 2 * torch.tensor([1.0, 10.0])).sum()
    loss.backward()
    with torch.no_grad():
        velocity = 0.5 * velocity + w.grad
        w -= 0.04 * velocity
        w.grad.zero_()
    if step % 10 == 0:
        print(f"step {step:3d}  loss {loss.item():8.4f}")
print(w)
