from torch.func import grad, grad_and_value, jacrev, hessian
params = {"w1": torch.tensor([[0.1, -0.2], [0.3, 0.4]]), "b1": torch.zeros(2), "w2": torch.tensor([0.5, -0.5])}
x = torch.tensor([[1., 2.], [3., -1.], [0.5, 0.5]])
y = torch.tensor([1., 0., 2.])
def predict(params, x):
    return torch.tanh(x @ params["w1"] + params["b1"]) @ params["w2"]
def loss(params, x, y):
    return ((predict(params, x) - y) ** 2).mean()
for step in range(5):
    gradients, value = grad_and_value(loss)(params, x, y)
    print(f"{step} {value:.4f}")
    params = {name: p - 0.5 * gradients[name] for name, p in params.items()}
print(params)
print(jacrev(predict)(params, x)["b1"])
print({name: j.shape for name, j in jacrev(predict)(params, x).items()})
H = hessian(loss)(params, x, y)
print(list(H), list(H["w1"]), H["w2"]["b1"])
