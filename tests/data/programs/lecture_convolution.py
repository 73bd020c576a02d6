# A moving average is a convolution; its gradient is one as well.
signal = torch.tensor([0.0, 1.0, 4.0, 9.0, 16.0, 25.0], requires_grad=True)
kernel = torch.tensor([0.25, 0.5, 0.25], requires_grad=True)
windows = torch.stack([signal[i:i + 3] for i in range(len(signal) - 2)])
smooth = windows @ kernel
print(windows)
print(smooth)
smooth.pow(2).sum().backward()
print(signal.grad)
print(kernel.grad)
