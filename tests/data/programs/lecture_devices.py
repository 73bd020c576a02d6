# What scripts say about devices and layouts means little on a CPU.
x = torch.ones(2, 3, requires_grad=True)
print(x.device, x.cpu() is x, x.contiguous() is x, x.is_contiguous(), x.t().is_contiguous())
y = x.to("cpu").t().contiguous()
print(y.is_contiguous(), y.shape, y.stride())
y.sum().backward()
print(x.grad.device)
