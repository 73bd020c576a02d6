w = torch.tensor([1.0, -1.0, 2.0], requires_grad=True)
for other in [torch.tensor([1, 2, 3]), torch.tensor([1.0, 2.0, 3.0]).double(), torch.tensor([True, False, True]), torch.tensor(2.0, dtype=torch.float64)]:
    product = w * other
    w.grad = None
    product.sum().backward()
    print(product.dtype, w.grad)
half = w.half() * 2
w.grad = None
half.sum().backward()
print(half, w.grad)
w.sum().double().backward(torch.tensor(3))
print(w.grad)
