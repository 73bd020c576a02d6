x = torch.ones(2, 3)
rows, columns = x.shape
print(rows, columns)
batch, rows, columns = x.shape
