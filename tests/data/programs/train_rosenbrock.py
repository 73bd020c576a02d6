# Paths of optimizers through the valley of Rosenbrock.
import matplotlib.pyplot as plt
import numpy as np
import torch


def rosenbrock(xy):
    x, y = xy
    return (1 - x) ** 2 + 100 * (y - x ** 2) ** 2


def run_optimization(xy_init, optimizer_class, n_iter, **optimizer_kwargs):
    xy_t = torch.tensor(xy_init, requires_grad=True)
    optimizer = optimizer_class([xy_t], **optimizer_kwargs)
    path = np.empty((n_iter + 1, 2))
    path[0, :] = xy_init
    for i in range(1, n_iter + 1):
        optimizer.zero_grad()
        loss = rosenbrock(xy_t)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(xy_t, 1.0)
        optimizer.step()
        path[i, :] = xy_t.detach().numpy()
    return path


def main():
    xy_init = (0.3, 0.8)
    n_iter = 60
    paths = {
        "Adam": run_optimization(xy_init, torch.optim.Adam, n_iter, lr=0.05),
        "SGD": run_optimization(xy_init, torch.optim.SGD, n_iter, lr=1e-2),
        "Adagrad": run_optimization(xy_init, torch.optim.Adagrad, n_iter, lr=0.1),
    }
    x = np.linspace(-2, 2, 50)
    y = np.linspace(-1, 3, 50)
    X, Y = np.meshgrid(x, y)
    Z = rosenbrock([X, Y])
    print(X.shape, Z.shape, round(float(Z.max()), 1))
    fig, ax = plt.subplots(figsize=(8, 8))
    ax.contour(X, Y, Z, 90, cmap="jet")
    for name, path in paths.items():
        ax.plot(path[:, 0], path[:, 1], label=name)
        x_end, y_end = path[-1]
        print(f"{name:8s} ends at ({x_end:.2f}, {y_end:.2f}), f = {rosenbrock(path[-1]):.3f}, {len(path)} points")
    ax.legend()
    plt.show()


if __name__ == "__main__":
    main()
