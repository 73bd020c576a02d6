x = torch.linspace(0, 1, 4).reshape(2, 2).requires_grad_()
row = x[0]
print(row)
row.zero_()
