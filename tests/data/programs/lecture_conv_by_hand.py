img = torch.arange(25.).reshape(1, 1, 5, 5)
k = torch.tensor([[1., 0., -1.], [2., 0., -2.], [1., 0., -1.]], requires_grad=True)
out = torch.zeros(3, 3)
rows = []
for i in range(3):
    rows.append(torch.stack([(img[0, 0, i:i + 3, j:j + 3] * k).sum() for j in range(3)]))
out = torch.stack(rows)
ref = F.conv2d(img, k[None, None])
print(out, ref, sep="\n")
out.sum().backward()
print(k.grad)
cols = F.unfold(img, 3)
print(cols.shape, (k.reshape(1, -1) @ cols).reshape(3, 3))
