"""Divergences of distributions from those of other families, where they are known in closed form.

``CROSSING`` has them by the names of both families. The divergence is infinite where the second
gives values no probability that the first has; that needs no formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.distributions.distribution import invalid
from gradcli.nn.calls import linalg, special, torch

_EULER = float(np.euler_gamma)
_TURN = 2 * math.pi


def _infinite(name: str) -> Callable[[Any, Any], Any]:
    """Return the divergence that is infinite for all parameters, in the shape of one."""
    return lambda p, q: torch.full_like(getattr(p, name), math.inf)


def _log_power(x: Any) -> Any:
    """Return x * log(x), which is 0 at 0."""
    return special.xlogy(x, x)


def _known(found: Any, outside: Any) -> Any:
    """Return divergences, infinite where values lie outside."""
    found[outside] = math.inf
    return found


def _gamma_norm(q: Any) -> Any:
    """Return the logarithm of what the density of a gamma distribution is divided by."""
    return q.concentration.lgamma() - q.concentration * q.rate.log()


def _bernoulli_poisson(p: Any, q: Any) -> Any:
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


# From numbers between 0 and 1


def _beta_mean(p: Any) -> Any:
    return p.concentration1 / (p.concentration1 + p.concentration0)


def _beta_continuous_bernoulli(p: Any, q: Any) -> Any:
    return -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q.log_norm()


def _beta_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * _beta_mean(p)


def _beta_gamma(p: Any, q: Any) -> Any:
    total = p.concentration1 + p.concentration0
    slope = (q.concentration - 1) * (p.concentration1.digamma() - total.digamma())
    return -p.entropy() + _gamma_norm(q) - slope + q.rate * p.concentration1 / total


def _beta_normal(p: Any, q: Any) -> Any:
    mean, variance = _beta_mean(p), q.scale.pow(2)
    norm = 0.5 * (variance * 2 * math.pi).log()
    total = p.concentration1 + p.concentration0
    square = (mean * (1 - mean) / (total + 1) + mean.pow(2)) * 0.5
    return -p.entropy() + norm + (square - q.loc * mean + q.loc.pow(2) * 0.5) / variance


def _beta_uniform(p: Any, q: Any) -> Any:
    return _known(-p.entropy() + (q.high - q.low).log(), (q.low > 0) | (q.high < 1))


def _continuous_bernoulli_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - torch.log(q.rate) + q.rate * p.mean


def _continuous_bernoulli_normal(p: Any, q: Any) -> Any:
    norm = 0.5 * (math.log(_TURN) + torch.square(q.loc / q.scale)) + torch.log(q.scale)
    square = p.variance + torch.square(p.mean) - 2.0 * q.loc * p.mean
    return -p.entropy() + norm + square / (2.0 * torch.square(q.scale))


def _continuous_bernoulli_uniform(p: Any, q: Any) -> Any:
    found = -p.entropy() + (q.high - q.low).log()
    # As in PyTorch, where this is what a range that reaches further is compared with.
    outside = torch.max(torch.ge(q.low, 0.0), torch.le(q.high, 1.0))
    return torch.where(outside, torch.ones_like(found) * math.inf, found)


# From times


def _exponential_gamma(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    shape = q.concentration
    found = -shape * torch.log(ratio) + ratio + shape.lgamma()
    return found + shape * _EULER - (1 + _EULER)


def _exponential_gumbel(p: Any, q: Any) -> Any:
    wide, place = p.rate * q.scale, q.loc / q.scale
    lifted = torch.exp(place) * wide / (wide + 1)
    return wide.log() - 1 - place + lifted + wide.reciprocal()


def _exponential_normal(p: Any, q: Any) -> Any:
    variance, square = q.scale.pow(2), p.rate.pow(2)
    away = square.reciprocal() - q.loc / p.rate + q.loc.pow(2) * 0.5
    return 0.5 * torch.log(square * variance * 2 * math.pi) - 1 + away / variance


def _gamma_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


def _gamma_gumbel(p: Any, q: Any) -> Any:
    wide, place, shape = p.rate * q.scale, q.loc / q.scale, p.concentration
    own = (shape - 1) * shape.digamma() - shape.lgamma() - shape
    lifted = torch.exp(place) * (1 + wide.reciprocal()).pow(-shape) - place
    return own + (wide.log() + shape / wide) + lifted


def _gamma_normal(p: Any, q: Any) -> Any:
    variance, square, shape = q.scale.pow(2), p.rate.pow(2), p.concentration
    own = 0.5 * torch.log(square * variance * 2 * math.pi) - shape - shape.lgamma()
    away = 0.5 * (shape.pow(2) + shape) / square - q.loc * shape / p.rate + 0.5 * q.loc.pow(2)
    return own + (shape - 1) * shape.digamma() + away / variance


def _pareto_exponential(p: Any, q: Any) -> Any:
    wide = p.scale * q.rate
    found = (p.alpha / wide).log() - p.alpha.reciprocal() + p.alpha * wide / (p.alpha - 1) - 1
    return _known(found, p.alpha <= 1)


def _pareto_gamma(p: Any, q: Any) -> Any:
    common = p.scale.log() + p.alpha.reciprocal()
    found = p.alpha.log() - common + _gamma_norm(q) + (1 - q.concentration) * common
    return _known(found + q.rate * p.alpha * p.scale / (p.alpha - 1) - 1, p.alpha <= 1)


def _pareto_normal(p: Any, q: Any) -> Any:
    mean = p.scale / (p.alpha - 1)
    norm = (math.sqrt(_TURN) * q.scale * p.alpha / p.scale).log() - p.alpha.reciprocal()
    square = p.alpha * mean.pow(2) / (p.alpha - 2) + (p.alpha * mean - q.loc).pow(2)
    return _known(norm + square / (2 * q.scale.pow(2)) - 1, p.alpha <= 2)


# From numbers around a place


def _gumbel_normal(p: Any, q: Any) -> Any:
    ratio = p.scale / q.scale
    spread = (math.pi * ratio * 0.5).pow(2) / 3
    away = ((p.loc + p.scale * _EULER - q.loc) / q.scale).pow(2) * 0.5
    return -(ratio / math.sqrt(_TURN)).log() + spread + away - (_EULER + 1)


def _laplace_normal(p: Any, q: Any) -> Any:
    variance = q.scale.pow(2)
    ratio = p.scale.pow(2) / variance
    away = 0.5 * p.loc.pow(2) - p.loc * q.loc + 0.5 * q.loc.pow(2)
    return -(0.5 * torch.log(2 * ratio / math.pi)) + ratio + away / variance - 1


def _normal_gumbel(p: Any, q: Any) -> Any:
    mine, other, ratio = p.loc / q.scale, q.loc / q.scale, (p.scale / q.scale).pow(2)
    lifted = torch.exp(-mine + 0.5 * ratio + other)
    return -(ratio.log() * 0.5) + (mine - other) + lifted - (0.5 * (1 + math.log(_TURN)))


def _normal_laplace(p: Any, q: Any) -> Any:
    away = p.loc - q.loc
    ratio = away / p.scale
    near = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * ratio.pow(2))
    far = away * torch.erf(math.sqrt(0.5) * ratio)
    constant = 0.5 * (1 + math.log(0.5 * math.pi))
    return -torch.log(p.scale / q.scale) + (near + far) / q.scale - constant


# From a range


def _mean_power(p: Any) -> Any:
    """Return the mean of the logarithm, times the length of the range."""
    return _log_power(p.high) - _log_power(p.low) - (p.high - p.low)


def _uniform_beta(p: Any, q: Any) -> Any:
    length, a, b = p.high - p.low, q.concentration1, q.concentration0
    mine = (a - 1) * _mean_power(p) / length
    mirrored = _log_power(1 - p.high) - _log_power(1 - p.low) + length
    other = (b - 1) * mirrored / length
    norm = a.lgamma() + b.lgamma() - (a + b).lgamma()
    return _known(other + norm - torch.log(length) - mine, (p.high > 1) | (p.low < 0))


def _uniform_continuous_bernoulli(p: Any, q: Any) -> Any:
    found = -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q.log_norm()
    outside = torch.max(torch.ge(p.high, 1.0), torch.le(p.low, 0.0))
    return torch.where(outside, torch.ones_like(found) * math.inf, found)


def _uniform_exponential(p: Any, q: Any) -> Any:
    found = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    return _known(found, p.low < 0)


def _uniform_gamma(p: Any, q: Any) -> Any:
    length = p.high - p.low
    found = -length.log() + _gamma_norm(q) + (1 - q.concentration) * _mean_power(p) / length
    return _known(found + q.rate * (p.high + p.low) / 2, p.low < 0)


def _uniform_gumbel(p: Any, q: Any) -> Any:
    common = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    lifted = common * (torch.exp(-high) - torch.exp(-low))
    return common.log() + 0.5 * (high + low) - lifted


def _uniform_normal(p: Any, q: Any) -> Any:
    length = p.high - p.low
    norm = (math.sqrt(math.pi * 2) * q.scale / length).log()
    away = ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return norm + 0.5 * (length.pow(2) / 12 + away) / q.scale.pow(2)


def _uniform_pareto(p: Any, q: Any) -> Any:
    length = p.high - p.low
    norm = (q.alpha * q.scale.pow(q.alpha) * length).log()
    found = _mean_power(p) / length * (q.alpha + 1) - norm
    return _known(found, p.low < q.scale)


# Between normal vectors with and without directions in common


def _trace(matrix: Any) -> Any:
    """Return the trace of matrices times themselves, transposed."""
    m, n = matrix.shape[-2:]
    return matrix.reshape((-1, m * n)).pow(2).sum(-1).reshape(matrix.shape[:-2])


def _same_size(p: Any, q: Any, which: str) -> int:
    if p.event_shape != q.event_shape:
        gap = " " * 26
        raise invalid(
            f"KL-divergence between two {which} Multivariate Normals with{gap}different event "
            "shapes cannot be computed"
        )
    return int(p.event_shape[0])


def _lowrank(p: Any, q: Any) -> Any:
    size = _same_size(p, q, "Low Rank")
    dets, away = q.log_det() - p.log_det(), q.distance(q.loc - p.loc)
    a, own, other = q.scaled_factor(), p._diagonal, q._diagonal
    trace = (own / other).sum(-1) + _trace(p._factor * other.rsqrt().unsqueeze(-1))
    trace = trace - _trace(a * own.sqrt().unsqueeze(-2)) - _trace(torch.matmul(a, p._factor))
    return 0.5 * (dets + trace + away - size)


def _normal_lowrank(p: Any, q: Any) -> Any:
    size = _same_size(p, q, "(Low Rank)")
    dets, away = q.log_det() - 2 * vectors().half_log_det(p._scale), q.distance(q.loc - p.loc)
    trace = _trace(p._scale * q._diagonal.rsqrt().unsqueeze(-1))
    trace = trace - _trace(torch.matmul(q.scaled_factor(), p._scale))
    return 0.5 * (dets + trace + away - size)


def _lowrank_normal(p: Any, q: Any) -> Any:
    size = _same_size(p, q, "(Low Rank)")
    dets = 2 * vectors().half_log_det(q._scale) - p.log_det()
    away = vectors().squared_length(q._scale, q.loc - p.loc)
    batch = np.broadcast_shapes(q._scale.shape[:-2], p._factor.shape[:-2])
    scale = q._scale.expand((*batch, size, size))
    parts = p._factor, torch.diag_embed(p._diagonal.sqrt())
    wide = [part.expand((*batch, *part.shape[-2:])) for part in parts]
    solved = [linalg.solve_triangular(scale, part, upper=False) for part in wide]
    return 0.5 * (dets + (_trace(solved[0]) + _trace(solved[1])) + away - size)


def vectors() -> Any:
    """Return the module of normal vectors, which is there where one is."""
    from gradcli.distributions import vectors

    return vectors


_BETWEEN = "Beta ContinuousBernoulli Pareto Uniform"
_NOT_NEGATIVE = "Beta ContinuousBernoulli Exponential Gamma Pareto Uniform"
_NEVER = {
    "Beta": ("concentration1", "Pareto"),
    "ContinuousBernoulli": ("probs", "Pareto"),
    "Exponential": ("rate", _BETWEEN),
    "Gamma": ("concentration", _BETWEEN),
    "Gumbel": ("loc", _NOT_NEGATIVE),
    "Laplace": ("loc", _NOT_NEGATIVE),
    "Normal": ("loc", _NOT_NEGATIVE),
    "Pareto": ("scale", "Beta ContinuousBernoulli Uniform"),
    "Poisson": ("rate", "Bernoulli Binomial"),
}
"""Families whose values others never have: a parameter, and which others."""

CROSSING: dict[tuple[str, str], Callable[[Any, Any], Any]] = {
    **{(p, q): _infinite(name) for p, (name, others) in _NEVER.items() for q in others.split()},
    ("Bernoulli", "Poisson"): _bernoulli_poisson,
    ("Beta", "ContinuousBernoulli"): _beta_continuous_bernoulli,
    ("Beta", "Exponential"): _beta_exponential,
    ("Beta", "Gamma"): _beta_gamma,
    ("Beta", "Normal"): _beta_normal,
    ("Beta", "Uniform"): _beta_uniform,
    ("ContinuousBernoulli", "Exponential"): _continuous_bernoulli_exponential,
    ("ContinuousBernoulli", "Normal"): _continuous_bernoulli_normal,
    ("ContinuousBernoulli", "Uniform"): _continuous_bernoulli_uniform,
    ("Exponential", "Gamma"): _exponential_gamma,
    ("Exponential", "Gumbel"): _exponential_gumbel,
    ("Exponential", "Normal"): _exponential_normal,
    ("Gamma", "Exponential"): _gamma_exponential,
    ("Gamma", "Gumbel"): _gamma_gumbel,
    ("Gamma", "Normal"): _gamma_normal,
    ("Gumbel", "Normal"): _gumbel_normal,
    ("Laplace", "Normal"): _laplace_normal,
    ("LowRankMultivariateNormal", "LowRankMultivariateNormal"): _lowrank,
    ("LowRankMultivariateNormal", "MultivariateNormal"): _lowrank_normal,
    ("MultivariateNormal", "LowRankMultivariateNormal"): _normal_lowrank,
    ("Normal", "Gumbel"): _normal_gumbel,
    ("Normal", "Laplace"): _normal_laplace,
    ("Pareto", "Exponential"): _pareto_exponential,
    ("Pareto", "Gamma"): _pareto_gamma,
    ("Pareto", "Normal"): _pareto_normal,
    ("Uniform", "Beta"): _uniform_beta,
    ("Uniform", "ContinuousBernoulli"): _uniform_continuous_bernoulli,
    ("Uniform", "Exponential"): _uniform_exponential,
    ("Uniform", "Gamma"): _uniform_gamma,
    ("Uniform", "Gumbel"): _uniform_gumbel,
    ("Uniform", "Normal"): _uniform_normal,
    ("Uniform", "Pareto"): _uniform_pareto,
}

_FAMILIES = "Bernoulli Beta ContinuousBernoulli Dirichlet Exponential Gamma Normal Poisson Wishart"
EXPONENTIAL = frozenset(_FAMILIES.split())
"""The exponential families, of which PyTorch says more where it knows no divergence."""

NO_BREGMAN = (
    "The cross KL-divergence between different exponential families cannot "
    "                            be computed using Bregman divergences"
)
