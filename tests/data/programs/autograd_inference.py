x = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    y = x * x
    print(y.requires_grad, y.is_inference(), torch.is_inference_mode_enabled(), torch.is_grad_enabled())
    v = x.view(2)
    print(v.is_inference(), x.is_inference(), x.detach().is_inference())
    y.add_(1)
    a, b = torch.ones(2, 2).unbind()
    print(a.is_inference(), torch.is_inference(b))
    with torch.inference_mode(False):
        print(torch.is_inference_mode_enabled(), (x * 2).requires_grad)
print(y, y.is_inference(), (y * 2).is_inference(), y.clone().is_inference())
print(y.view(1, 2).is_inference(), y[0].is_inference(), y.detach().is_inference())
print(y + x)
z = y.clone() * x
print(z)
z.sum().backward()
print(x.grad, torch.inference_mode())
