torch.manual_seed(0)
corpus = "the cat sat on the mat the dog sat on the log".split()
vocab = {w: i for i, w in enumerate(dict.fromkeys(corpus))}
pairs = [(vocab[corpus[i]], vocab[corpus[j]]) for i in range(len(corpus)) for j in range(max(0, i - 1), min(len(corpus), i + 2)) if i != j]
print(len(vocab), len(pairs), pairs[:4])
E = torch.randn(len(vocab), 4, requires_grad=True)
U = torch.randn(len(vocab), 4, requires_grad=True)
c, o = map(torch.tensor, zip(*pairs))
for it in range(15):
    loss = F.cross_entropy(F.embedding(c, E) @ U.T, o)
    loss.backward()
    for p in (E, U):
        p.data.sub_(0.5 * p.grad); p.grad.zero_()
print(f"{loss:.3f}")
