from torch.distributions import Multinomial, Wishart

torch.manual_seed(3)
for w in (
    Wishart(tensor(4.0), eye(2)),
    Wishart(5.0, precision_matrix=tensor([[2.0, 0.5], [0.5, 1.0]])),
    Wishart(tensor([4.0, 5.0]), scale_tril=tensor([[2.0, 0.0], [0.5, 1.0]])),
):
    print(w, w.batch_shape, w.event_shape)
    print(w.mean, w.mode, w.variance, w.entropy())
    print(w.sample(), w.sample((2,)).shape)
    print(w.log_prob(w.rsample()), w.expand((3, 2)))
    print(w.covariance_matrix, w.precision_matrix, w.scale_tril)
scale = tensor([[2.0, 0.0], [0.5, 1.0]], requires_grad=True)
df = tensor(3.5, requires_grad=True)
w = Wishart(df, scale_tril=scale)
w.log_prob(w.rsample()).backward()
print(scale.grad, df.grad)
m = Multinomial(5, tensor([0.2, 0.3, 0.5])).expand((3, 2))
print(m, m.sample(), m.log_prob(m.sample()).shape)
print(Multinomial(5, tensor([0.2, 0.3, 0.5])).sample_n(2))
try:
    Wishart(tensor(1.0), eye(2))
except ValueError as error:
    print(error)
try:
    Wishart(tensor(4.0))
except AssertionError as error:
    print(error)
