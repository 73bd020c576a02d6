# The same weight at every step: its gradient is a sum over time.
w = torch.tensor(0.9, requires_grad=True)
u = torch.tensor(0.5, requires_grad=True)
state = torch.tensor(0.0)
history = []
for token in [1.0, -1.0, 0.5, 2.0]:
    state = torch.tanh(w * state + u * token)
    state.retain_grad()
    history.append(state)
history[-1].backward()
for i, h in enumerate(history):
    print(i, f"{h.item():+.4f}", f"{h.grad.item():+.4f}")
print(w.grad, u.grad)
