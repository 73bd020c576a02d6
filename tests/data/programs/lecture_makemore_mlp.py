words = ["emma", "olivia", "ava", "isabella", "sophia", "charlotte", "mia", "amelia"]
chars = sorted(list(set(''.join(words))))
stoi = {s: i + 1 for i, s in enumerate(chars)}; stoi['.'] = 0
itos = {i: s for s, i in stoi.items()}
block_size = 3
def build_dataset(words):
    X, Y = [], []
    for w in words:
        context = [0] * block_size
        for ch in w + '.':
            ix = stoi[ch]
            X.append(context)
            Y.append(ix)
            context = context[1:] + [ix]
    X = torch.tensor(X)
    Y = torch.tensor(Y)
    print(X.shape, Y.shape)
    return X, Y
X, Y = build_dataset(words)
g = torch.Generator().manual_seed(42)
C = torch.randn((len(itos), 2), generator=g)
W1 = torch.randn((6, 16), generator=g)
b1 = torch.randn(16, generator=g)
W2 = torch.randn((16, len(itos)), generator=g)
b2 = torch.randn(len(itos), generator=g)
parameters = [C, W1, b1, W2, b2]
print(sum(p.nelement() for p in parameters))
for p in parameters:
    p.requires_grad = True
lossi, stepi = [], []
for i in range(20):
    ix = torch.randint(0, X.shape[0], (8,), generator=g)
    emb = C[X[ix]]
    h = torch.tanh(emb.view(-1, 6) @ W1 + b1)
    logits = h @ W2 + b2
    loss = F.cross_entropy(logits, Y[ix])
    for p in parameters:
        p.grad = None
    loss.backward()
    lr = 0.1 if i < 10 else 0.01
    for p in parameters:
        p.data += -lr * p.grad
    stepi.append(i)
    lossi.append(loss.log10().item())
print([round(l, 2) for l in lossi[::5]])
@torch.no_grad()
def split_loss(x, y):
    emb = C[x]
    h = torch.tanh(emb.view(emb.shape[0], -1) @ W1 + b1)
    print(f"{F.cross_entropy(h @ W2 + b2, y).item():.2f}")
split_loss(X, Y)
