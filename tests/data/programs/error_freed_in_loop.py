x = torch.ones(2, requires_grad=True)
h = (x ** 2).sum()
for weight in [1.0, 2.0]:
    (h * weight).backward()
    print(x.grad)
