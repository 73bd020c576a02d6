buffer = torch.zeros(4)
a = torch.tensor(2.0, requires_grad=True)
for i in range(4):
    buffer[i] = a ** i
print(buffer)
buffer.sum().backward()
print(a.grad)
