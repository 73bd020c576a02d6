"""Training runs that PyTorch, or gradcli in its place, answers with numbers and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

CONFIGURATIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "SGD": (
        {},
        {"lr": 0.01, "momentum": 0.9},
        {"lr": 0.01, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1},
        {"lr": 0.01, "momentum": 0.5, "dampening": 0.5},
        {"lr": 0.001, "maximize": True, "foreach": True},
    ),
    "Adam": (
        {},
        {"lr": 0.05, "betas": (0.8, 0.99), "weight_decay": 0.1},
        {"lr": 0.05, "amsgrad": True},
        {"lr": 0.01, "betas": (0.3, 0.9), "maximize": True},
        {"weight_decay": 0.1, "decoupled_weight_decay": True, "fused": True},
    ),
    "AdamW": ({}, {"lr": 0.05, "weight_decay": 0.1, "amsgrad": True}),
    "Adamax": ({}, {"lr": 0.05, "weight_decay": 0.1}, {"maximize": True}),
    "NAdam": (
        {},
        {"lr": 0.05, "weight_decay": 0.1},
        {"lr": 0.05, "weight_decay": 0.1, "decoupled_weight_decay": True},
    ),
    "RAdam": (
        {},
        {"lr": 0.05, "weight_decay": 0.1},
        {"lr": 0.05, "weight_decay": 0.1, "decoupled_weight_decay": True},
    ),
    "Adagrad": (
        {},
        {"lr": 0.1, "lr_decay": 0.01, "weight_decay": 0.1, "initial_accumulator_value": 0.2},
    ),
    "Adadelta": ({}, {"lr": 0.5, "rho": 0.8, "weight_decay": 0.1}),
    "RMSprop": (
        {},
        {"lr": 0.005, "centered": True},
        {"lr": 0.002, "momentum": 0.9, "weight_decay": 0.1},
        {"lr": 0.002, "momentum": 0.5, "centered": True, "alpha": 0.9},
    ),
    "Rprop": ({}, {"lr": 0.1, "etas": (0.4, 1.1), "step_sizes": (1e-4, 1)}),
    "ASGD": ({}, {"lr": 0.05, "t0": 20, "lambd": 0.01, "weight_decay": 0.1}),
    "LBFGS": (
        {"max_iter": 4},
        {"max_iter": 4, "line_search_fn": "strong_wolfe"},
        {"lr": 0.5, "max_iter": 3, "history_size": 2, "line_search_fn": "strong_wolfe"},
    ),
}

CASES = [
    (f"{problem}-{name}-{number}", problem, name, options)
    for problem in ("valley", "network")
    for name, several in CONFIGURATIONS.items()
    for number, options in enumerate(several)
    if problem == "network" or number == 0 or name == "LBFGS"
]

SHOWN = (1, 2, 10, 100)


def valley(torch: Any) -> tuple[list[Any], Callable[[], Any]]:
    """Return Rosenbrock's function."""
    p = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
    return [p], lambda: (1 - p[0]) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2


def network(torch: Any) -> tuple[list[Any], Callable[[], Any]]:
    """Return the loss of a network of two layers, one of whose parameters has no dimension."""
    torch.manual_seed(0)
    sizes = ((2, 3), (3,), (3, 1), ())
    params = [torch.randn(size, dtype=torch.float64, requires_grad=True) for size in sizes]
    x = torch.linspace(-1, 1, 16, dtype=torch.float64).reshape(8, 2)
    y = (x * x).sum(1, keepdim=True)
    w, b, v, c = params
    return params, lambda: ((torch.sigmoid(x @ w + b) @ v + c - y) ** 2).mean()


def train(torch: Any, problem: str, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters after some steps, the state's keys, the repr and the calls."""
    params, loss = {"valley": valley, "network": network}[problem](torch)
    optimizer = getattr(torch.optim, name)(params, **options)
    calls = 0

    def closure() -> Any:
        nonlocal calls
        calls += 1
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    shown = {}
    steps = 10 if name == "LBFGS" else 100  # beyond, it would divide what only rounding left
    for step in range(1, steps + 1):
        value = optimizer.step(closure)
        if step in SHOWN:
            numbers = [number for p in params for number in p.detach().reshape(-1).tolist()]
            shown[str(step)] = [value.item(), *numbers]
    state = optimizer.state_dict()
    return {
        "repr": repr(optimizer),
        "calls": calls,
        "numbers": shown,
        "keys": {str(key): list(value) for key, value in state["state"].items()},
        "groups": [list(group) for group in state["param_groups"]],
    }


def _schedulers(torch: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    s = torch.optim.lr_scheduler
    yield "lambda", lambda o: s.LambdaLR(o, lambda e: 0.95**e)
    yield "lambdas", lambda o: s.LambdaLR(o, [lambda e: 0.95**e, lambda e: 1 / (e + 1)])
    yield "multiplicative", lambda o: s.MultiplicativeLR(o, lambda e: 0.9 if e % 3 else 1.1)
    yield "step", lambda o: s.StepLR(o, 7, gamma=0.5)
    yield "multistep", lambda o: s.MultiStepLR(o, [5, 20, 20, 41], gamma=0.3)
    yield "constant", lambda o: s.ConstantLR(o, factor=0.25, total_iters=9)
    yield "linear", lambda o: s.LinearLR(o, start_factor=0.2, end_factor=0.7, total_iters=13)
    yield "exponential", lambda o: s.ExponentialLR(o, 0.93)
    yield "polynomial", lambda o: s.PolynomialLR(o, total_iters=30, power=1.7)
    yield "cosine", lambda o: s.CosineAnnealingLR(o, T_max=12, eta_min=0.001)
    yield "restarts", lambda o: s.CosineAnnealingWarmRestarts(o, T_0=5, T_mult=2, eta_min=0.01)
    yield "restarts-1", lambda o: s.CosineAnnealingWarmRestarts(o, 7)
    for mode in ("triangular", "triangular2", "exp_range"):
        yield (
            mode,
            lambda o, mode=mode: s.CyclicLR(o, 0.01, 0.2, 5, 8, mode=mode, gamma=0.97),
        )
    yield (
        "scaled",
        lambda o: s.CyclicLR(
            o, [0.01, 0.02], [0.2, 0.1], 4, scale_fn=lambda x: 0.9**x, scale_mode="iterations"
        ),
    )
    yield "one-cycle", lambda o: s.OneCycleLR(o, 0.3, total_steps=60)
    yield (
        "one-cycle-3",
        lambda o: s.OneCycleLR(
            o, [0.3, 0.1], epochs=6, steps_per_epoch=10, anneal_strategy="linear", three_phase=True
        ),
    )
    yield (
        "chained",
        lambda o: s.ChainedScheduler([s.ConstantLR(o, 0.1, 4), s.ExponentialLR(o, 0.9)]),
    )
    yield (
        "sequential",
        lambda o: s.SequentialLR(
            o,
            [s.LinearLR(o, 0.1, total_iters=10), s.CosineAnnealingLR(o, 20), s.StepLR(o, 4)],
            [10, 30],
        ),
    )
    for mode in ("min", "max"):
        yield (
            f"plateau-{mode}",
            lambda o, mode=mode: s.ReduceLROnPlateau(
                o, mode, 0.5, patience=3, cooldown=2, min_lr=[0.001, 0.01]
            ),
        )
    yield "plateau-abs", lambda o: s.ReduceLROnPlateau(o, patience=2, threshold_mode="abs")


def schedules(torch: Any) -> dict[str, Any]:
    """Return the rates, and what goes with them, over 60 steps of every schedule."""
    found = {}
    for name, make in _schedulers(torch):
        for kind in ("SGD", "Adam") if "cycle" in name or name == "triangular" else ("SGD",):
            found[f"{name}-{kind}"] = _schedule(torch, kind, make)
    return found


def _schedule(torch: Any, kind: str, make: Callable[[Any], Any]) -> dict[str, Any]:
    a, b = (torch.ones(2, requires_grad=True) for _ in range(2))
    options = {"momentum": 0.9} if kind == "SGD" else {}
    optimizer = getattr(torch.optim, kind)([{"params": [a]}, {"params": [b], "lr": 0.05}], lr=0.1)
    for group in optimizer.param_groups:
        group.update(options)
    optimizer.defaults.update(options)
    scheduler = make(optimizer)
    rows = [_row(optimizer, scheduler)]
    for step in range(60):
        optimizer.step()
        if "Plateau" in type(scheduler).__name__:
            scheduler.step(1 / (1 + step // 2) if step < 20 else 0.1 + step % 3)
        else:
            scheduler.step()
        rows.append(_row(optimizer, scheduler))
    state = scheduler.state_dict()
    return {"rows": rows, "keys": sorted(state), "groups": sorted(optimizer.param_groups[0])}


def _row(optimizer: Any, scheduler: Any) -> list[float]:
    momentum = [group.get("momentum") or group["betas"][0] for group in optimizer.param_groups]
    return [*map(float, scheduler.get_last_lr()), *momentum[:1]]
