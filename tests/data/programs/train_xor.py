import torch
import torch.nn as nn

torch.manual_seed(2)

# XOR data
X = torch.Tensor([[0, 0], [0, 1], [1, 0], [1, 1]])
Y = torch.Tensor([0, 1, 1, 0]).view(-1, 1)


class XOR(nn.Module):
    def __init__(self, input_dim=2, output_dim=1):
        super(XOR, self).__init__()
        self.lin1 = nn.Linear(input_dim, 2)
        self.lin2 = nn.Linear(2, output_dim)

    def forward(self, x):
        x = self.lin1(x)
        x = torch.sigmoid(x)
        x = self.lin2(x)
        return x


def weights_init(model):
    for m in model.modules():
        if isinstance(m, nn.Linear):
            # initialize the weight tensor, here we use a normal distribution
            m.weight.data.normal_(0, 1)


model = XOR()
weights_init(model)
loss_func = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)

epochs = 101
steps = X.size(0)
for i in range(epochs):
    for j in range(steps):
        data_point = torch.randint(X.size(0), (1,)).item()
        x_var = X[data_point]
        y_var = Y[data_point]
        optimizer.zero_grad()
        y_hat = model(x_var)
        loss = loss_func.forward(y_hat, y_var)
        loss.backward()
        optimizer.step()
    if i % 50 == 0:
        print("Epoch: {0}, Loss: {1:.3f}, ".format(i, loss.item()))

model_params = list(model.parameters())
model_weights = model_params[0].data.numpy()
print(model_weights.shape, model_params[1].data.size())
print(model(X).shape)
