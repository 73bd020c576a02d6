"""PyTorch's ``torch.distributions``: those that are drawn with what PyTorch draws tensors with.

This package knows densities, moments and divergences, written on the operators as users call them.
"""

from gradcli.distributions.chances import Bernoulli, Categorical, Geometric
from gradcli.distributions.distribution import Distribution, Independent
from gradcli.distributions.divergence import kl_divergence
from gradcli.distributions.families import Exponential, Laplace, Normal, Poisson, Uniform
from gradcli.distributions.vectors import MultivariateNormal

__all__ = [
    "Bernoulli",
    "Categorical",
    "Distribution",
    "Exponential",
    "Geometric",
    "Independent",
    "Laplace",
    "MultivariateNormal",
    "Normal",
    "Poisson",
    "Uniform",
    "kl_divergence",
]
