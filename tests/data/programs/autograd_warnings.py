# Warnings go to standard error, each once for its line.
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2
for i in range(3):
    print(y.grad)
print(y.grad)
print(float(x[0]), math.sqrt(x[0]))
print(torch.tensor(y.detach()))
print(torch.ones(3).T, torch.ones(()).T)
(x ** 2).sum().backward(create_graph=True)
with torch.autograd.detect_anomaly():
    (x * 3).sum().backward()
print(Variable(torch.ones(1)))
