# Everything without the prefix.
x = linspace(0, 1, 5, requires_grad=True)
y = exp(-x) * cos(pi * x / 3)
print(y)
y.sum().backward()
print(x.grad)
print(zeros(2), ones(2), eye(2), full((2,), 0.5))
print(float32, int64, tensor(e), inf, nan)
