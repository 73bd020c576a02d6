"""PyTorch's ``torch.optim``: update rules, and schedules of learning rates.

This room knows how parameters change by their gradients. It does not know where those come from.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gradcli.optim.lbfgs import LBFGS
from gradcli.optim.matrices import Adafactor, Muon
from gradcli.optim.optimizer import Optimizer
from gradcli.optim.rules import (
    ASGD,
    SGD,
    Adadelta,
    Adagrad,
    Adam,
    Adamax,
    AdamW,
    NAdam,
    RAdam,
    RMSprop,
    Rprop,
    SparseAdam,
)

if TYPE_CHECKING:
    from gradcli.optim import lr_scheduler as lr_scheduler

__all__ = [
    "ASGD",
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Muon",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SparseAdam",
    "lr_scheduler",
]


def __getattr__(name: str) -> Any:
    if name in ("lr_scheduler", "swa_utils"):
        return import_module(f"gradcli.optim.{name}")
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
