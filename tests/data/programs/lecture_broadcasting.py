# The gradient of what was stretched is summed back.
column = torch.arange(3.0).reshape(3, 1).requires_grad_()
row = torch.tensor([1.0, 10.0], requires_grad=True)
scale = torch.tensor(2.0, requires_grad=True)
table = scale * column + row
print(table)
table.sum().backward()
print(column.grad)
print(row.grad)
print(scale.grad)
