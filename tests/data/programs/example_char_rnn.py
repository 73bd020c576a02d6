torch.manual_seed(5)
text = "hello world"
chars = sorted(list(set(text)))
stoi = {ch: i for i, ch in enumerate(chars)}
itos = {i: ch for ch, i in stoi.items()}
print(chars, len(chars))
V, Hn = len(chars), 8
Wxh = (torch.randn(V, Hn) * 0.1).requires_grad_()
Whh = (torch.randn(Hn, Hn) * 0.1).requires_grad_()
Why = (torch.randn(Hn, V) * 0.1).requires_grad_()
bh, by = torch.zeros(Hn, requires_grad=True), torch.zeros(V, requires_grad=True)
params = [Wxh, Whh, Why, bh, by]
ids = [stoi[c] for c in text]
for it in range(21):
    h = torch.zeros(Hn)
    loss = 0
    for i, t in zip(ids[:-1], ids[1:]):
        x = F.one_hot(torch.tensor(i), V).float()
        h = torch.tanh(x @ Wxh + h @ Whh + bh)
        logits = h @ Why + by
        loss = loss + F.cross_entropy(logits.unsqueeze(0), torch.tensor([t]))
    for p in params:
        p.grad = None
    loss.backward()
    for p in params:
        p.data.add_(p.grad, alpha=-0.1)
    if it % 10 == 0:
        print(f"iter {it:3d} loss {loss.item():.3f}")
print(''.join(itos[int(i)] for i in [torch.argmax(logits)]))
