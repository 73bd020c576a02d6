torch.manual_seed(4)
ws = [torch.randn(3, 3, dtype=torch.float64, requires_grad=True) for _ in range(4)]
x = torch.randn(3, dtype=torch.float64)
acts = [x]
with torch.no_grad():
    h = x
    for w in ws:
        h = torch.tanh(w @ h)
        acts.append(h)
g = 2 * acts[-1]
for w, inp in reversed(list(zip(ws, acts[:-1]))):
    inp = inp.detach().requires_grad_()
    out = torch.tanh(w @ inp)
    out.backward(g)
    g = inp.grad
hand = [w.grad.clone() for w in ws]
for w in ws:
    w.grad = None
h = x
for w in ws:
    h = torch.tanh(w @ h)
(h ** 2).sum().backward()
print(all(torch.allclose(a, w.grad) for a, w in zip(hand, ws)))
print(h)
