w = torch.tensor(2., requires_grad=True)
x = torch.tensor(3., requires_grad=True)
y = w * (w * (w * x))
y.backward()
print(w.grad, x.grad)
def show(node, depth=0):
    if node is None:
        return
    print("  " * depth + type(node).__name__)
    for nxt, _ in node.next_functions:
        show(nxt, depth + 1)
show(y.grad_fn)
