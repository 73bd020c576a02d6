x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
for row in x:
    print(row)
top, bottom = x
(top * bottom).sum().backward()
print(x.grad)
a, b = x.unbind(1)
print(a, b)
print([len(row) for row in x], 2.0 in x, 9 in x)
