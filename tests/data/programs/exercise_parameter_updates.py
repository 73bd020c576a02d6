# Three ways to update a leaf.
w = torch.tensor([1.0, 2.0], requires_grad=True)
(w ** 2).sum().backward()
with torch.no_grad():
    w -= 0.1 * w.grad
print(w)
w.data -= 0.1 * w.grad
print(w)
w.data = w.data - 0.1 * w.grad
print(w, w.is_leaf)
w = (w - 0.1 * w.grad).detach().requires_grad_(True)
print(w, w.grad)
