x = torch.ones(2, requires_grad=True)
x.sum().backward()
assert x.grad is not None
assert torch.equal(x.grad, torch.zeros(2)), f"expected zeros, got {x.grad}"
