@torch.no_grad()
def quiet(x):
    return x * 2
x = torch.tensor([1.], requires_grad=True)
print(quiet(x).requires_grad, quiet.__name__)
with torch.no_grad():
    @torch.enable_grad()
    def loud(x):
        return x * 2
    print(loud(x).requires_grad, (x * 2).requires_grad)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.inference_mode():
    y = x * x
print(y.requires_grad, y.is_inference())
y.requires_grad_()
