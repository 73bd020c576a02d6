torch.manual_seed(3)
logits = torch.zeros(3, requires_grad=True)
rewards = torch.tensor([0.0, 1.0, 0.2])
for t in range(20):
    probs = torch.softmax(logits, -1)
    a = torch.multinomial(probs.detach(), 1)
    loss = -torch.log(probs[a]) * rewards[a]
    logits.grad = None
    loss.sum().backward()
    with torch.no_grad(): logits -= 0.5 * logits.grad
print(probs.detach().argmax(), a)
