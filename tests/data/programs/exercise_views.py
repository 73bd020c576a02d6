x = torch.arange(6.)
y = x.view(2, 3)
y[0, 0] = 100
print(x, x.data_ptr() == y.data_ptr(), y.is_contiguous(), y.t().is_contiguous())
print(y.stride(), y.t().stride(), y.storage_offset(), y[1:].storage_offset())
print(y.t().contiguous().view(-1))
y.t().view(-1)
