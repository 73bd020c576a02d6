device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
print(device, device.type, repr(device))
device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
x = torch.ones(2, device=device).to(device)
print(x.device, x.is_cuda, x.cpu().device == torch.device("cpu"))
print(torch.cuda.device_count())
