w = torch.tensor([1.0, 2.0], requires_grad=True)
def update(p):
    with torch.no_grad():
        p -= 0.1 * p.grad
    p.grad = None
w.register_post_accumulate_grad_hook(update)
for i in range(3):
    (w ** 2).sum().backward()
    print(w.detach(), w.grad)
