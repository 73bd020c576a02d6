torch.manual_seed(0)
I, H = 3, 4
W = [torch.randn(H, I + H) * .3 for _ in range(4)]
for w in W: w.requires_grad_()
bi, bf, bg, bo = (torch.zeros(H) for _ in "ifgo")
def cell(x, state):
    h, c = state
    z = torch.cat((x, h))
    i, f, o = (torch.sigmoid(w @ z + b) for w, b in zip((W[0], W[1], W[3]), (bi, bf, bo)))
    g = torch.tanh(W[2] @ z + bg)
    c = f * c + i * g
    return o * torch.tanh(c), c
state = torch.zeros(H), torch.zeros(H)
for step in range(5):
    state = cell(torch.full((I,), float(step)), state)
h, c = state
print(h, c)
h.norm().backward()
print([w.grad.norm().item() > 0 for w in W])
print(W[0].grad.shape)
