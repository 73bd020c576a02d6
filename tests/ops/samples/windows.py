"""Proofs of the operators in ``gradcli/ops/windows.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample


def _lengths(call: str, *more: str) -> list[Any]:
    """Sample a window, a text with ``{}`` for its arguments, at all the lengths that matter."""
    forms = ["5", "6, sym=False", "1", "2", "0", "7, dtype=torch.float64", *more]
    return [sample(call.format(form)) for form in forms]


def _periods(forms: str, *more: str) -> list[Any]:
    return [
        sample(forms.format(form))
        for form in (
            "5",
            "6, periodic=False",
            "1",
            "2, False",
            "0",
            "7, dtype=torch.float64",
            *more,
        )
    ]


PROOFS = {
    "general_cosine": Proof(
        _lengths("torch.signal.windows.general_cosine({}, a=[0.5, 0.3, 0.2])", "4, sym=False"),
        wrong=["torch.signal.windows.general_cosine(5, a=[])"],
    ),
    "general_hamming": Proof(_lengths("torch.signal.windows.general_hamming({})", "5, alpha=0.6")),
    "hann": Proof(
        _lengths("torch.signal.windows.hann({})"),
        wrong=["torch.signal.windows.hann(-1)", "torch.signal.windows.hann(3, dtype=torch.long)"],
    ),
    "hamming": Proof(_lengths("torch.signal.windows.hamming({})")),
    "blackman": Proof(_lengths("torch.signal.windows.blackman({}) + 1")),
    "nuttall": Proof(_lengths("torch.signal.windows.nuttall({})")),
    "bartlett": Proof(_lengths("torch.signal.windows.bartlett({})")),
    "cosine": Proof(_lengths("torch.signal.windows.cosine({})")),
    "exponential_window": Proof(
        _lengths("torch.signal.windows.exponential({})", "5, tau=3.0", "5, center=1, sym=False"),
        wrong=[
            "torch.signal.windows.exponential(3, tau=0)",
            "torch.signal.windows.exponential(3, center=1)",
        ],
    ),
    "gaussian": Proof(
        _lengths("torch.signal.windows.gaussian({})", "5, std=0.5"),
        wrong=["torch.signal.windows.gaussian(3, std=0)"],
    ),
    "kaiser": Proof(
        _lengths("torch.signal.windows.kaiser({})", "5, beta=2.0", "5, beta=0.0"),
        wrong=["torch.signal.windows.kaiser(3, beta=-1)"],
    ),
    "hann_window": Proof(_periods("hann_window({})"), wrong=["hann_window(-1)"]),
    "hamming_window": Proof(
        _periods("hamming_window({})", "5, False, 0.5, 0.4", "5, True, alpha=0.6")
    ),
    "blackman_window": Proof(_periods("blackman_window({}) + 1")),
    "bartlett_window": Proof(_periods("bartlett_window({})")),
    "kaiser_window": Proof(_periods("kaiser_window({})", "5, True, 9.0", "5, False, beta=2.0")),
}
