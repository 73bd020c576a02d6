table = torch.arange(8.0).reshape(4, 2).requires_grad_()
picked = table[torch.tensor([0, 2, 2])]
print(picked)
picked.sum().backward()
print(table.grad)
table.grad = None
table[table > 4].pow(2).sum().backward()
print(table.grad)
