# Cross-entropy and softmax: the gradient is p - onehot.
logits = torch.tensor([[2.0, 1.0, 0.1], [0.5, 2.5, 0.3]], requires_grad=True)
target = torch.tensor([0, 2])
shifted = logits - logits.max(dim=1, keepdim=True).values.detach()
log_p = shifted - shifted.exp().sum(dim=1, keepdim=True).log()
loss = -log_p[torch.arange(2), target].mean()
loss.backward()
onehot = torch.eye(3)[target]
print(loss)
print(logits.grad)
print((log_p.exp().detach() - onehot) / 2)
