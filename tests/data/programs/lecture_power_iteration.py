A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
v = torch.ones(2)
for i in range(20):
    v = A @ v
    v = v / v.norm()
value = torch.dot(v, A @ v)
print(v, value)
print(torch.isnan(v).any(), (A @ v - value * v).norm() < 1e-3)
