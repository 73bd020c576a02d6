"""Proofs of the operators in ``gradcli/ops/fft.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample

_X = "cos(arange(5.0))"
_Y = "cos(arange(6.0)) + 0.2"
_M = "cos(arange(20.0)).reshape(4, 5)"
_C = "(x * (1 - 0.5j) + x.roll(1, -1) * 1j)"


def _lines(name: str, *, half: bool = False) -> list[Any]:
    """Sample a transform along one dimension; ``half`` for those that take half a spectrum."""
    calls = ["{}(x)", "{}(x, n=3)", "{}(x, 8)", "{}(x, norm='ortho')", "{}(x, norm='forward')"]
    found = [sample(call.format("torch.fft." + name), x=_X) for call in calls]
    found.append(sample(f"torch.fft.{name}(x, dim=0)", x=_M))
    found.append(sample(f"torch.fft.{name}(x.T, dim=-2)", x=_M))
    found.append(sample(f"torch.fft.{name}(x)", x="tensor([1, 2, 4])"))
    if name == "rfft":
        found += [
            sample("torch.fft.rfft(x).abs()", x=_Y),
            sample("torch.fft.rfft(x, norm='backward').real ** 2", x=_Y),
            sample("torch.fft.rfft(x)", x="tensor([3.0])"),
            sample("torch.fft.rfft(x[::2])", x=_Y),
        ]
    if half or name in ("fft", "ifft"):
        found += [
            sample(f"torch.fft.{name}({_C})", x=_Y),
            sample(f"torch.fft.{name}({_C}, 5) ** 2", x=_Y),
            sample(f"torch.fft.{name}({_C}, dim=0)", x=_M),
        ]
    return found


def _spaces(name: str, *, half: bool = False) -> list[Any]:
    """Sample a transform along several dimensions."""
    calls = ["{}(x)", "{}(x, s=(3, 6))", "{}(x, norm='ortho')", "{}(x, (2, -1), norm='forward')"]
    found = [sample(call.format("torch.fft." + name), x=_M) for call in calls]
    found.append(sample(f"torch.fft.{name}(x, dim=(0, 2))", x="cos(arange(12.0)).reshape(2, 2, 3)"))
    found.append(sample(f"torch.fft.{name}(x, dim=(1, 0))", x=_M))
    if half or name[:3] in ("fft", "iff"):
        found.append(sample(f"torch.fft.{name}({_C}) ** 2", x=_M))
    return found


_SHIFTS = ["{}(x)", "{}(x, 0)", "{}(x, dim=(0, 1))", "{}(x, (-1,)) ** 2"]

PROOFS = {
    "_fft_c2c": Proof(
        [sample(f"torch.fft.fft({_C})", x=_X), sample(f"(torch.fft.ifft({_C}) ** 2).imag", x=_X)]
    ),
    "_fft_r2c": Proof(
        [
            sample("torch.fft.rfft(x).abs() ** 2", x=_X),
            sample("(torch.fft.rfft2(x) ** 2).imag", x=_M),
        ]
    ),
    "_fft_c2r": Proof(
        [
            sample(f"torch.fft.irfft({_C}) ** 2", x=_X),
            sample(f"torch.fft.irfft({_C}, n=7) ** 2", x=_X),
        ]
    ),
    "fft": Proof(
        [
            *_lines("fft"),
            sample("torch.fft.fft(x, 5, 0).abs()", x="linspace(1, 2, 6).reshape(3, 2)"),
        ],
        wrong=[
            "torch.fft.fft(zeros(0))",
            "torch.fft.fft(ones(3), n=0)",
            "torch.fft.fft(ones(3), dim=1)",
            "torch.fft.fft(ones(3), norm='x')",
            "torch.fft.fft(ones(3).half())",
        ],
    ),
    "ifft": Proof(_lines("ifft")),
    "rfft": Proof(_lines("rfft"), wrong=["torch.fft.rfft(ones(3) + 0j)"]),
    "irfft": Proof(_lines("irfft", half=True), wrong=["torch.fft.irfft(ones(1))"]),
    "hfft": Proof(_lines("hfft", half=True)),
    "ihfft": Proof(_lines("ihfft"), wrong=["torch.fft.ihfft(ones(3) + 0j)"]),
    "fft2": Proof(_spaces("fft2"), wrong=["torch.fft.fft2(ones(3))"]),
    "ifft2": Proof(_spaces("ifft2")),
    "rfft2": Proof(_spaces("rfft2")),
    "irfft2": Proof(_spaces("irfft2", half=True)),
    "hfft2": Proof(_spaces("hfft2", half=True)),
    "ihfft2": Proof(_spaces("ihfft2")),
    "fftn": Proof(
        [*_spaces("fftn"), sample("torch.fft.fftn(x)", x="cos(arange(8.0)).reshape(2, 2, 2)")],
        wrong=[
            "torch.fft.fftn(ones(3, 3), dim=(0, 0))",
            "torch.fft.fftn(ones(3, 3), s=(2,), dim=(0, 1))",
            "torch.fft.fftn(ones(3, 3), s=(2, 2, 2))",
        ],
    ),
    "ifftn": Proof(_spaces("ifftn")),
    "rfftn": Proof(_spaces("rfftn"), wrong=["torch.fft.rfftn(ones(3, 3) + 0j)"]),
    "irfftn": Proof(_spaces("irfftn", half=True)),
    "hfftn": Proof(_spaces("hfftn", half=True)),
    "ihfftn": Proof(_spaces("ihfftn")),
    "fftshift": Proof(
        [
            *(sample(call.format("torch.fft.fftshift"), x=_M) for call in _SHIFTS),
            sample("torch.fft.fftshift(x)", x=_X),
        ]
    ),
    "ifftshift": Proof(
        [
            *(sample(call.format("torch.fft.ifftshift"), x=_M) for call in _SHIFTS),
            sample("torch.fft.ifftshift(x)", x=_X),
        ]
    ),
    "fftfreq": Proof(
        [
            sample("torch.fft.fftfreq(5)"),
            sample("torch.fft.fftfreq(4, 0.5)"),
            sample("torch.fft.fftfreq(1)"),
            sample("torch.fft.fftfreq(0)"),
            sample("torch.fft.fftfreq(4, d=0.0)"),
        ]
    ),
    "rfftfreq": Proof(
        [
            sample("torch.fft.rfftfreq(5)"),
            sample("torch.fft.rfftfreq(4, 0.5)"),
            sample("torch.fft.rfftfreq(1)"),
            sample("torch.fft.rfftfreq(6, d=2.0)"),
            sample("torch.fft.rfftfreq(2)"),
        ]
    ),
}

EXAMPLES = {
    "fft": sample("torch.fft.fft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "ifft": sample("torch.fft.ifft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "rfft": sample("torch.fft.rfft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "irfft": sample("torch.fft.irfft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "hfft": sample("torch.fft.hfft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "ihfft": sample("torch.fft.ihfft(x).abs()", x="tensor([1.0, 2.0, 4.0])"),
    "fft2": sample("torch.fft.fft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "ifft2": sample("torch.fft.ifft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "rfft2": sample("torch.fft.rfft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "irfft2": sample("torch.fft.irfft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "hfft2": sample("torch.fft.hfft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "ihfft2": sample("torch.fft.ihfft2(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "fftn": sample("torch.fft.fftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "ifftn": sample("torch.fft.ifftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "rfftn": sample("torch.fft.rfftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "irfftn": sample("torch.fft.irfftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "hfftn": sample("torch.fft.hfftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
    "ihfftn": sample("torch.fft.ihfftn(x).abs()", x="tensor([[1.0, 2.0], [4.0, 3.5]])"),
}
