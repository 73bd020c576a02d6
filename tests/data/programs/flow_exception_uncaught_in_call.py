class StepError(RuntimeError):
    """Raised where a step makes no sense."""

def step(w, rate):
    if rate <= 0:
        raise StepError(f"a rate of {rate}")
    return w - rate * w.grad

w = torch.ones(2, requires_grad=True)
(w * w).sum().backward()
print(step(w, 0.5))
try:
    step(w, -1)
except StepError as error:
    print("once:", error)
step(w, 0)
