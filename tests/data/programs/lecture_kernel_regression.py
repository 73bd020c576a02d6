# A weighted mean with weights from distances.
xs = torch.tensor([0.0, 1.0, 2.0, 3.0])
ys = torch.tensor([0.0, 1.0, 4.0, 9.0])
query = torch.tensor([0.5, 1.5, 2.5])
width = torch.tensor(0.5, requires_grad=True)
distance = query.unsqueeze(1) - xs.unsqueeze(0)
weight = torch.exp(-(distance / width) ** 2 / 2)
weight = weight / weight.sum(1, keepdim=True)
estimate = weight @ ys
print(weight)
print(estimate)
loss = (estimate - query ** 2).pow(2).mean()
loss.backward()
print(loss, width.grad)
