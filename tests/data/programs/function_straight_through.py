"""Binarised activations with the straight-through estimator."""
import torch
from torch import nn


class BinarizeSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).float() * 2 - 1

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        # hard tanh: let the gradient through where |x| <= 1
        return grad * (x.abs() <= 1).float()


class BinaryLayer(nn.Module):
    def __init__(self, n_in: int, n_out: int):
        super(BinaryLayer, self).__init__()
        self.linear = nn.Linear(n_in, n_out)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return BinarizeSTE.apply(self.linear(x))


def main():
    torch.manual_seed(42)
    model = nn.Sequential(BinaryLayer(4, 8), nn.Linear(8, 1))
    x = torch.randn(32, 4)
    y = (x[:, :1] * x[:, 1:2]).sign()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    criterion = nn.MSELoss()
    for epoch in range(1, 31):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        if epoch % 10 == 0:
            print(f"epoch {epoch:3d}  loss {loss.item():.3f}")
    hidden = model[0](x)
    print("values of the hidden layer:", hidden.unique().tolist())
    print("grad reaches the first layer:", bool(model[0].linear.weight.grad.abs().sum() > 0))
    print(hidden.grad_fn.__class__.__name__)


if __name__ == "__main__":
    main()
