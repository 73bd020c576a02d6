torch.manual_seed(0)
b, t, h, d = 2, 3, 2, 4
q, k, v = torch.randn(3, b, t, h * d, dtype=torch.float64).requires_grad_().unbind(0)
split = lambda x: x.view(b, t, h, d).transpose(1, 2)
qs, ks, vs = map(split, (q, k, v))
scores = torch.einsum('bhqd,bhkd->bhqk', qs, ks) / d ** 0.5
probs = scores.softmax(-1)
out = torch.einsum('bhqk,bhkd->bhqd', probs, vs)
merged = out.transpose(1, 2).contiguous().view(b, t, h * d)
print(merged.shape, merged.grad_fn)
print(probs.sum(-1))
print(merged[0, 0])
