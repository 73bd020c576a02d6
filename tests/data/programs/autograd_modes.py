# Modes as contexts, as calls and as decorators.
x = torch.tensor([1.], requires_grad=True)
def double(t):
    return t * 2
print(torch.no_grad()(double)(x).requires_grad)
print(torch.no_grad(double)(x).requires_grad)
print(torch.inference_mode()(double)(x).requires_grad)
print(torch.set_grad_enabled(False)(double)(x).requires_grad)
print(torch.is_grad_enabled())
with torch.no_grad():
    print(torch.enable_grad(double)(x).requires_grad)
    with torch.enable_grad():
        print((x * 2).requires_grad)
print(torch.no_grad(double), torch.no_grad(double).__name__)
torch.set_grad_enabled(False)
print((x * 2).requires_grad, torch.is_grad_enabled())
torch.set_grad_enabled(mode=True)
is_train = False
with torch.set_grad_enabled(is_train):
    y = x * 2
print(y.requires_grad)
print(torch.no_grad(), torch.enable_grad(), torch.set_grad_enabled(True))
print(torch.no_grad, torch.inference_mode)
with torch.autograd.set_multithreading_enabled(False):
    (x * 2).backward()
print(x.grad)
again = torch.no_grad()
for i in range(2):
    with again:
        print(torch.is_grad_enabled())
