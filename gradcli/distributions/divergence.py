"""How far one distribution is from another: the Kullback-Leibler divergence."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.backward import grad
from gradcli.distributions.cross import CROSSING, EXPONENTIAL, NO_BREGMAN
from gradcli.distributions.distribution import Distribution, invalid, sum_rightmost
from gradcli.nn.calls import F, linalg, torch


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """Return the Kullback-Leibler divergence of ``p`` from ``q``, for each of the batch."""
    kinds = [_of_library(p), _of_library(q)]
    if kinds[0] == kinds[1] and kinds[0] in _DIVERGENCES:
        return _DIVERGENCES[kinds[0]](p, q)
    formula = CROSSING.get((str(kinds[0]), str(kinds[1])))
    if formula is not None:
        return formula(p, q)
    if kinds[0] != kinds[1] and EXPONENTIAL.issuperset(map(str, kinds)):
        raise invalid(NO_BREGMAN, NotImplementedError)
    if "TransformedDistribution" in _kinds(p) and "TransformedDistribution" in _kinds(q):
        raise invalid("", NotImplementedError)
    raise invalid(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}",
        NotImplementedError,
    )


def _of_library(value: Any) -> str | None:
    """Return the name of the nearest class of a distribution that has a divergence."""
    known = (*_DIVERGENCES, "LowRankMultivariateNormal")
    return next((name for name in _kinds(value) if name in known), None)


def _kinds(value: Any) -> list[str]:
    """Return the names of the classes of a distribution."""
    return [kind.__name__ for kind in type(value).__mro__]


def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def _laplace(p: Any, q: Any) -> Any:
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * torch.exp(-away / p.scale) - 1


def _cauchy(p: Any, q: Any) -> Any:
    apart = (p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)
    return apart.log() - (4 * p.scale * q.scale).log()


def _uniform(p: Any, q: Any) -> Any:
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


def _exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


def _poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


def _bernoulli(p: Any, q: Any) -> Any:
    yes = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    yes[q.probs == 0] = math.inf
    yes[p.probs == 0] = 0
    no = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    no[q.probs == 1] = math.inf
    no[p.probs == 1] = 0
    return yes + no


def _geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


def _categorical(p: Any, q: Any) -> Any:
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


def _multivariate_normal(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise invalid(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be "
            "computed"
        )
    from gradcli.distributions import vectors  # which is there: p has its class

    dets = vectors.half_log_det(q._scale) - vectors.half_log_det(p._scale)
    size = p.event_shape[0]
    batch = np.broadcast_shapes(q._scale.shape[:-2], p._scale.shape[:-2])
    lower = [d._scale.expand((*batch, size, size)) for d in (q, p)]
    solved = linalg.solve_triangular(*lower, upper=False)
    trace = solved.reshape((-1, size * size)).pow(2).sum(-1).reshape(batch)
    return dets + 0.5 * (trace + vectors.squared_length(q._scale, q.loc - p.loc) - size)


def _independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise invalid("", NotImplementedError)
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


def _beta(p: Any, q: Any) -> Any:
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    sum_p, sum_q = a + b, c + d
    norms = c.lgamma() + d.lgamma() + sum_p.lgamma() - (a.lgamma() + b.lgamma() + sum_q.lgamma())
    found = norms + (a - c) * torch.digamma(a) + (b - d) * torch.digamma(b)
    return found + (sum_q - sum_p) * torch.digamma(sum_p)


def _binomial(p: Any, q: Any) -> Any:
    if bool((p.total_count < q.total_count).any()):
        raise invalid(
            "KL between Binomials where q.total_count > p.total_count is not implemented",
            NotImplementedError,
        )
    found = p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p()
    found = p.total_count * found
    found[p.total_count > q.total_count] = math.inf
    return found


def _continuous_bernoulli(p: Any, q: Any) -> Any:
    norms = p.log_norm() + torch.log1p(-p.probs)
    return p.mean * (p.logits - q.logits) + norms - q.log_norm() - torch.log1p(-q.probs)


def _dirichlet(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    sum_p, sum_q = a.sum(-1), b.sum(-1)
    norms = sum_p.lgamma() - sum_q.lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return norms + ((a - b) * (a.digamma() - sum_p.digamma().unsqueeze(-1))).sum(-1)


def _gamma(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    found = b * (p.rate / q.rate).log() + (torch.lgamma(b) - torch.lgamma(a))
    return found + (a - b) * torch.digamma(a) + (q.rate - p.rate) * (a / p.rate)


def _gumbel(p: Any, q: Any) -> Any:
    ratio, mine, other = p.scale / q.scale, p.loc / q.scale, q.loc / q.scale
    found = -ratio.log() - other + mine + ratio * _EULER
    return found + torch.exp(other + (1 + ratio).lgamma() - mine) - (1 + _EULER)


def _pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    found[p.scale < q.scale] = math.inf
    return found


def _transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise invalid("", NotImplementedError)
    return kl_divergence(p.base_dist, q.base_dist)


def _wishart(p: Any, q: Any) -> Any:
    """Return the Bregman divergence of what normalizes the family."""
    size = p._event_shape[-1]

    def natural(d: Any) -> list[Any]:
        return [-d.precision_matrix / 2, (d.df - size - 1) / 2]

    def normalizer(matrix: Any, count: Any) -> Any:
        half = count + (size + 1) / 2
        logs = -linalg.slogdet(-2 * matrix)[1] + math.log(2) * size
        return half * logs + torch.mvlgamma(half, p=size)

    mine, other = [each.detach().requires_grad_() for each in natural(p)], natural(q)
    normal = normalizer(*mine)
    slopes = grad([normal.sum()], mine, create_graph=True)
    found = normalizer(*other) - normal
    for a, b, slope in zip(mine, other, slopes, strict=True):
        found = found - sum_rightmost((b - a) * slope, 2)
    return found


_EULER = float(np.euler_gamma)

_DIVERGENCES: dict[str, Callable[[Any, Any], Any]] = {
    "Bernoulli": _bernoulli,
    "Beta": _beta,
    "Binomial": _binomial,
    "Categorical": _categorical,
    "Cauchy": _cauchy,
    "ContinuousBernoulli": _continuous_bernoulli,
    "Dirichlet": _dirichlet,
    "Exponential": _exponential,
    "Gamma": _gamma,
    "Geometric": _geometric,
    "Gumbel": _gumbel,
    "HalfNormal": lambda p, q: _normal(p.base_dist, q.base_dist),
    "Independent": _independent,
    "Laplace": _laplace,
    "MultivariateNormal": _multivariate_normal,
    "Normal": _normal,
    "OneHotCategorical": lambda p, q: _categorical(p._categorical, q._categorical),
    "Pareto": _pareto,
    "Poisson": _poisson,
    "TransformedDistribution": _transformed,
    "Uniform": _uniform,
    "Wishart": _wishart,
}
"""The divergences of distributions of one family, by its name."""
