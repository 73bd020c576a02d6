# One head of attention, and the gradient of its queries.
q = torch.tensor([[1.0, 0.0], [0.0, 1.0]], requires_grad=True)
k = torch.tensor([[1.0, 1.0], [0.0, 2.0], [-1.0, 0.5]])
v = torch.arange(6.0).reshape(3, 2)
scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
mask = torch.tensor([[False, False, True], [False, False, False]])
scores = torch.where(mask, torch.full_like(scores, -inf), scores)
weights = torch.exp(scores - scores.max(-1, keepdim=True)[0])
weights = weights / weights.sum(-1, keepdim=True)
out = weights @ v
print(weights)
print(out)
out.sum().backward()
print(q.grad)
