# Filling tensors, with history.
torch.manual_seed(9)
x = torch.ones(2, 3, requires_grad=True)
for name in ["uniform_", "normal_", "exponential_", "random_", "cauchy_", "log_normal_"]:
    y = x * 2
    if name == "uniform_":
        y.uniform_(-1, 1)
    elif name == "normal_":
        y.normal_(5, 0.5)
    elif name == "exponential_":
        y.exponential_(3)
    elif name == "random_":
        y.random_(0, 10)
    elif name == "cauchy_":
        y.cauchy_(0, 0.1)
    else:
        y.log_normal_(0, 0.25)
    print(y)
    y.sum().backward()
    print(x.grad)
y = (x * 2).random_(5)
print(y.grad_fn, (x * 2).random_().grad_fn)
print((x * 2).geometric_(0.4))
