# An abstract trainer, mixins, properties, and models made from a registry.
from abc import ABC, abstractmethod
from collections import defaultdict
from typing import Callable, Dict, Optional, Type

import torch
from torch import Tensor, nn

MODELS: Dict[str, Type[nn.Module]] = {}


def register(name: str) -> Callable:
    def wrap(cls):
        MODELS[name] = cls
        return cls
    return wrap


class CountParameters:
    @property
    def n_params(self) -> int:
        return sum(p.numel() for p in self.parameters())


@register("linear")
class LinearModel(CountParameters, nn.Module):
    def __init__(self, dim: int) -> None:
        super().__init__()
        self.out = nn.Linear(dim, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(x)


@register("deep")
class DeepModel(LinearModel):
    def __init__(self, dim: int, hidden: int = 6) -> None:
        super().__init__(hidden)
        self.into = nn.Linear(dim, hidden)

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(torch.relu(self.into(x)))


class Trainer(ABC):
    def __init__(self, model: nn.Module, lr: float = 0.05):
        self.model = model
        self.optimizer = self.configure_optimizer(lr)
        self.history = defaultdict(list)

    @abstractmethod
    def configure_optimizer(self, lr: float): ...

    @abstractmethod
    def loss(self, prediction: Tensor, target: Tensor) -> Tensor: ...

    def fit(self, x: Tensor, y: Tensor, steps: int = 4, callback: Optional[Callable] = None) -> "Trainer":
        for step in range(steps):
            self.optimizer.zero_grad()
            loss = self.loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.history["loss"].append(loss.item())
            if callback is not None:
                callback(step, self)
        return self


class Regression(Trainer):
    def configure_optimizer(self, lr):
        return torch.optim.SGD(self.model.parameters(), lr=lr)

    def loss(self, prediction, target):
        return nn.functional.mse_loss(prediction, target)


class Robust(Regression):
    def loss(self, prediction, target):
        return nn.functional.smooth_l1_loss(prediction, target) + 0 * super().loss(prediction, target)


torch.manual_seed(0)
x, y = torch.randn(20, 3), torch.randn(20, 1)
for name, cls in MODELS.items():
    model = cls(3)
    print(name, cls.__name__, model.n_params, isinstance(model, LinearModel), [c.__name__ for c in cls.__mro__[:3]])
    for trainer in (Regression, Robust):
        history = trainer(model).fit(x, y).history
        print(f"  {trainer.__name__:10s}", " ".join(f"{l:.4f}" for l in history["loss"]))
print(sorted(n for n, _ in MODELS["deep"](2).named_parameters()))
Regression(MODELS["linear"](3)).fit(x, y, 2, lambda step, t: print(step, type(t).__name__, len(t.history["loss"])))
try:
    Trainer(model)
except TypeError as e:
    print("TypeError:", str(e).split(" with")[0])
print(issubclass(Robust, Trainer), Robust.__bases__[0].__name__)
