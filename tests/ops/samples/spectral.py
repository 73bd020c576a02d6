"""Proofs of the operators in ``gradcli/ops/spectral.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_X = "cos(arange(20.0) ** 1.2)"
_W = "torch.hann_window(8)"

PROOFS = {
    "stft": Proof(
        [
            sample(f"torch.stft(x, 8, window={_W}, return_complex=True)", x=_X),
            sample("torch.stft(x, 4, 3, return_complex=True).abs() ** 2", x=_X),
            sample("x.stft(6, 2, 4, return_complex=True, center=False)", x=_X),
            sample("torch.stft(x, 8, window=w, return_complex=True, normalized=True)", x=_X, w=_W),
            sample("torch.stft(x, 5, return_complex=True, onesided=False)", x=_X),
            sample("torch.stft(x, 4, return_complex=True)", x=_X + ".reshape(2, 10)"),
            sample("torch.stft(x * 1j, 4, pad_mode='constant', return_complex=True)", x=_X),
            sample(f"torch.stft(x, 8, window={_W}, return_complex=False)", x=_X),
        ],
        wrong=[
            "torch.stft(ones(8), 4)",
            "torch.stft(ones(20), 8, hop_length=0, return_complex=True)",
        ],
    ),
    "_overlapped": Proof(
        [
            sample(
                f"torch.istft(torch.stft(x, 8, window={_W}, return_complex=True), 8, "
                f"window={_W}) ** 2",
                x=_X,
            )
        ]
    ),
    "_pieces": Proof(
        [
            sample(
                f"w = {_W}\ny = torch.istft(torch.stft(x, 8, window=w, return_complex=True), 8, "
                "window=w)\ng, = torch.autograd.grad((y ** 3).sum(), x, create_graph=True)\ng ** 2",
                x=_X,
            )
        ]
    ),
    "istft": Proof(
        [
            sample(
                "torch.istft(torch.stft(x, 8, window=w, return_complex=True), 8, window=w)",
                x=_X,
                w=_W,
            ),
            sample("torch.istft(torch.stft(x, 8, return_complex=True), 8, length=15) ** 2", x=_X),
            sample("torch.istft(torch.stft(x, 8, 3, 6, return_complex=True), 8, 3, 6)", x=_X),
            sample(
                "torch.istft(torch.stft(x, 4, return_complex=True, normalized=True), 4, "
                "normalized=True)",
                x=_X + ".reshape(2, 10)",
            ),
            sample(
                "torch.istft(torch.stft(x, 6, return_complex=True, onesided=False), 6, "
                "onesided=False, length=22)",
                x=_X,
            ),
            sample(
                "torch.istft(torch.stft(x * 1j, 6, return_complex=True), 6, return_complex=True, "
                "onesided=False)",
                x=_X,
            ),
        ],
        wrong=["torch.istft(ones(20), 8)", "torch.istft(ones(5, 4) + 0j, 8, win_length=9)"],
    ),
}

EXAMPLES = {
    "stft": sample(
        "x.stft(4, 2, return_complex=True, center=False).abs()", x="cos(arange(8.0) ** 1.2)"
    ),
}
