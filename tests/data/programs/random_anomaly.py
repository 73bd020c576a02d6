# Infinities pass detection; only NaN is refused.
torch.manual_seed(3)
x = torch.rand(4).round().requires_grad_()
print(x)
with torch.autograd.set_detect_anomaly(True):
    x.sqrt().sum().backward()
print(x.grad)
print(torch.is_anomaly_enabled())
