"""PyTorch's ``torch.distributions``: those that are drawn with what PyTorch draws tensors with.

This package knows densities, moments and divergences, written on the operators as users call them.
A name is loaded when it is first asked for; ``PLACES`` says which file has it.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

_NAMES = {
    "angles": "VonMises",
    "chances": "Bernoulli Categorical Geometric",
    "cholesky": "CorrCholeskyTransform LowerCholeskyTransform PositiveDefiniteTransform",
    "counts": "Binomial ContinuousBernoulli Multinomial NegativeBinomial OneHotCategorical "
    "OneHotCategoricalStraightThrough",
    "distribution": "Distribution Independent",
    "divergence": "kl_divergence",
    "extremes": "Gumbel Kumaraswamy Pareto Weibull",
    "families": "Cauchy Exponential Laplace Normal Poisson Uniform",
    "gammas": "Beta Chi2 Dirichlet FisherSnedecor Gamma StudentT",
    "lowrank": "LKJCholesky LowRankMultivariateNormal",
    "mixture": "MixtureSameFamily",
    "registry": "biject_to transform_to",
    "relaxed": "ExpRelaxedCategorical LogitRelaxedBernoulli",
    "tails": "GeneralizedPareto",
    "transform": "ComposeTransform IndependentTransform Transform",
    "transformed": "HalfCauchy HalfNormal InverseGamma LogNormal LogisticNormal RelaxedBernoulli "
    "RelaxedOneHotCategorical TransformedDistribution",
    "transforms": "AbsTransform AffineTransform ExpTransform PowerTransform SigmoidTransform "
    "SoftmaxTransform SoftplusTransform StickBreakingTransform TanhTransform",
    "vectors": "MultivariateNormal",
    "wishart": "Wishart",
}


def names(file: str) -> list[str]:
    """Return the names that a file has."""
    return _NAMES[file].split()


PLACES = {name: file for file, names in _NAMES.items() for name in names.split()}
"""The file of each name."""

_ELSEWHERE = {
    "Chi2": "chi2",
    "ExpRelaxedCategorical": "relaxed_categorical",
    "FisherSnedecor": "fishersnedecor",
    "LogitRelaxedBernoulli": "relaxed_bernoulli",
    "LKJCholesky": "lkj_cholesky",
    "LowRankMultivariateNormal": "lowrank_multivariate_normal",
    "OneHotCategoricalStraightThrough": "one_hot_categorical",
    "RelaxedOneHotCategorical": "relaxed_categorical",
    "StudentT": "studentT",
    "kl_divergence": "kl",
    **dict.fromkeys(names("registry"), "constraint_registry"),
    **dict.fromkeys((*names("cholesky"), *names("transform"), *names("transforms")), "transforms"),
}
"""The files of PyTorch's that are not named as what is in them."""


def file_of(name: str) -> str:
    """Return the file of PyTorch's that has something."""
    return _ELSEWHERE.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


FILES = {
    "": "",
    **{
        f".{file_of(name)}": " ".join(other for other in PLACES if file_of(other) == file_of(name))
        for name in PLACES
    },
}
"""What PyTorch's files have, by their names; the whole package has everything."""

__all__ = [*PLACES]


def __getattr__(name: str) -> Any:
    if f".{name}" in FILES:  # of PyTorch's files each has a part of what is here
        return import_module(__name__)
    if name not in PLACES:
        raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
    value = vars(import_module(f"{__name__}.{PLACES[name]}"))[name]
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
