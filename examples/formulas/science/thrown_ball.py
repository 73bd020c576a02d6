"""How far a ball flies, by the angle at which it is thrown; a program that Python runs as well."""

import math

import torch

speed, gravity = 20.0, 9.81
angle = torch.tensor([30.0, 45.0, 60.0], dtype=torch.float64, requires_grad=True)

radians = angle * math.pi / 180
reach = speed**2 * torch.sin(2 * radians) / gravity
reach.sum().backward()

by_hand = 2 * speed**2 / gravity * torch.cos(2 * radians.detach()) * math.pi / 180
torch.testing.assert_close(angle.grad, by_hand)
assert angle.grad[1].abs() < 1e-12, "45 degrees is the best angle"
