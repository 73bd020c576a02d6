torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
@torch.no_grad()
def step(p, lr=0.1):
    p -= lr * p.grad
    p.grad.zero_()
for _ in range(3):
    ((w - 1) ** 2).sum().backward()
    step(w)
print(w)
@torch.enable_grad()
def doubler(x):
    return x * 2
with torch.no_grad():
    print(doubler(w).requires_grad)
@torch.inference_mode()
def f(x):
    return x * x
print(f(w).requires_grad, f.__name__)
