# Differentiate through a simulation.
def simulate(length, steps=50, dt=0.02):
    angle, speed = torch.tensor(0.5), torch.tensor(0.0)
    for _ in range(steps):
        speed = speed - 9.81 / length * torch.sin(angle) * dt
        angle = angle + speed * dt
    return angle

length = torch.tensor(1.0, requires_grad=True)
final = simulate(length)
final.backward()
print(f"angle {final.item():.4f}, by length {length.grad.item():.4f}")
h = 1e-3
with torch.no_grad():
    difference = (simulate(length + h) - simulate(length - h)) / (2 * h)
print(abs(difference.item() - length.grad.item()) < 1e-2)
