# Conventions where there is no derivative.
for name, function in [("relu", torch.relu), ("abs", torch.abs), ("sqrt", torch.sqrt), ("sign", torch.sign)]:
    x = torch.tensor([-1.0, 0.0, 1.0], requires_grad=True)
    y = function(x)
    y.sum().backward()
    print(f"{name:5}", y.tolist(), x.grad.tolist())
x = torch.zeros(2, requires_grad=True)
x.norm().backward()
print(x.grad)
