"""Ordinary code for PyTorch, as people write it: it runs, and type checkers accept it."""

import math

import numpy as np

import gradcli as torch
import gradcli.nn.functional as F
from gradcli.autograd.functional import hessian, jacobian
from gradcli.func import grad, vmap
from gradcli.testing import assert_close


def creation(device: torch.device | None = None) -> list[torch.Tensor]:
    """Make tensors in every way."""
    shape: torch.Size = torch.ones(2, 3).shape
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)
    return [
        torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True),
        torch.tensor(np.arange(3.0)),
        torch.from_numpy(np.eye(2)),
        torch.zeros(shape, device=device),
        torch.ones((2, 3), dtype=torch.float32),
        torch.randn(2, 3, generator=generator),
        torch.arange(0, 1, 0.25),
        torch.full((2,), math.pi),
        torch.zeros_like(torch.eye(3)),
    ]


def parts(x: torch.Tensor) -> torch.Tensor:
    """Take tensors apart, change them in place, put them together."""
    y = x.clone().detach()
    y[0] = 7
    y[:, 1] *= 2.0
    y[y > 5] = 0.0
    y += 1
    y.add_(1).mul_(2)
    rows = [row.sum() for row in y]
    first, *_ = y.split(1)
    joined = torch.cat([first, y[1:]], dim=0).view(-1).view(2, -1)
    return torch.stack(rows) + joined[None, ..., 0].squeeze(0)[-1] if len(rows) > 1 else joined


def arithmetic(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    """Compute with numbers on both sides, and with tensors."""
    y: torch.Tensor = 2 * x**2 + 1 - x / 3
    z = (1 / (1 + (-y).exp())) @ w.T - 2 ** x.mean()
    mask = (z > 0) & ~(z >= 0.5) | (z == 1)
    return torch.where(mask, z, torch.tensor(0.0)).clamp(min=0) // 1 % 2 + abs(z)


def reductions(x: torch.Tensor) -> float:
    """Reduce along dimensions, and give results their names."""
    total = x.sum() + x.sum(0).mean() + x.sum(dim=(0, 1)) + x.sum(1, keepdim=True).std()
    largest = x.max(dim=1)
    values, indices = torch.sort(x, descending=True)
    top: torch.Tensor = largest.values + torch.topk(x, 2).values[:, 0] + values[indices[0, 0]].max()
    count: int = x.shape[-1] * x.size(0) * x.numel() + int(x.argmax().item())
    rank: torch.Tensor = x.softmax(dim=-1).argmax(dim=1)
    return total.item() + top.sum().item() + count + float(rank.sum())


def learning(steps: int = 3) -> list[float]:
    """Fit a network."""
    w1, w2 = (torch.randn(n, 3, requires_grad=True) for n in (3, 1))
    images, losses = torch.randn(4, 1, 5, 5), []
    for _ in range(steps):
        features = F.max_pool2d(F.relu(F.conv2d(images, torch.ones(3, 1, 3, 3))), 3).flatten(1)
        loss = F.mse_loss(torch.tanh(features @ w1) @ w2.T, torch.zeros(4, 1), reduction="sum")
        loss.backward()
        with torch.no_grad():
            for w in (w1, w2):
                assert w.grad is not None
                w -= 0.01 * w.grad
                w.grad = None
        losses.append(loss.item())
    return losses


def derivatives(x: torch.Tensor) -> dict[str, torch.Tensor]:
    """Differentiate in every way."""
    x.requires_grad_().register_hook(lambda g: g * 1)
    y = (x**3).sum()
    assert y.grad_fn is not None and y.grad_fn.next_functions[0][0] is not None
    (first,) = torch.autograd.grad(y, x, create_graph=True)
    second = torch.autograd.grad(first.sum(), [x], allow_unused=True)[0]
    slope: torch.Tensor = grad(lambda t: torch.sin(t) * 2)(torch.tensor(0.0))
    batch = vmap(lambda row: row.dot(row))(torch.ones(2, 3))
    matrix = jacobian(torch.exp, x.detach())
    curvature = hessian(lambda t: (t**3).sum(), x.detach())
    found = [second] if second is not None else []
    return dict(zip("abcde", [first, *found, slope, batch, matrix + curvature], strict=False))


@torch.no_grad()
def algebra(a: torch.Tensor) -> torch.Tensor:
    """Solve, decompose and transform."""
    u, s, vh = torch.linalg.svd(a)
    assert_close(u @ torch.diag(s) @ vh, a)
    sign, logarithm = torch.linalg.slogdet(a)
    solved = torch.linalg.solve(a, torch.ones(2)) + torch.linalg.eigh(a).eigenvalues
    spectrum = torch.fft.fft(a).abs() + torch.special.expit(a)
    array: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = a.numpy()
    return solved + sign * logarithm + spectrum.norm() + float(array.sum())


assert len(creation()) == 9
assert parts(torch.ones(2, 2)).shape == (2,)
assert arithmetic(torch.ones(2, 3), torch.ones(2, 3)).dtype is torch.float32
assert math.isfinite(reductions(torch.randn(3, 3)))
assert len(learning()) == 3
assert derivatives(torch.ones(2))["a"].tolist() == [3.0, 3.0]
assert algebra(torch.eye(2)).shape == (2,)
assert torch.run("x ** 2", {"x": 3.0}).value == 9.0
