"""How far one distribution is from another: the Kullback-Leibler divergence."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.distributions import chances, families, vectors
from gradcli.distributions.distribution import Distribution, Independent, invalid, sum_rightmost
from gradcli.nn.calls import F, linalg, torch


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """Return the Kullback-Leibler divergence of ``p`` from ``q``, for each of the batch."""
    kinds = [_of_library(p), _of_library(q)]
    if kinds[0] is kinds[1] and kinds[0] in _DIVERGENCES:
        return _DIVERGENCES[kinds[0]](p, q)
    raise invalid(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}",
        NotImplementedError,
    )


def _of_library(value: Any) -> type | None:
    return next((kind for kind in type(value).__mro__ if kind in _DIVERGENCES), None)


def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def _laplace(p: Any, q: Any) -> Any:
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * torch.exp(-away / p.scale) - 1


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


_DIVERGENCES: dict[type, Callable[[Any, Any], Any]] = {
    chances.Bernoulli: _bernoulli,
    chances.Categorical: _categorical,
    families.Exponential: _exponential,
    chances.Geometric: _geometric,
    families.Laplace: _laplace,
    vectors.MultivariateNormal: _multivariate_normal,
    families.Normal: _normal,
    families.Poisson: _poisson,
    families.Uniform: _uniform,
    Independent: _independent,
}
