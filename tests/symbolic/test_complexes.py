"""Texts of complex numbers, of contractions, and of parts of tensors.

Every text is compared with the program's derivative before it is returned.
"""

import pytest

from gradcli.answers.formula import derive

COMPLEX = [
    ("abs(x + 1j*y)", "x= y=", "x / sqrt(x**2 + y**2)"),
    ("abs(exp(1j*t) + exp(2j*t))**2", "t=", "-2 * sin(t)"),
    ("abs(a*exp(1j*t) + b)**2", "t= a= b=", "-2 * a * b * sin(t)"),
    ("abs((x + 1j*y)**3)", "x= y=", "3 * x * sqrt(x**2 + y**2)"),
    ("abs(exp(1j*k) + exp(-1j*k))**2", "k=", "-4 * sin(2 * k)"),
    ("abs(sin(x + 1j*y))**2", "x= y=", "sin(2 * x)"),
    ("abs(1/(x + 1j))**2", "x=", "-2 * x / (x**2 + 1)**2"),
    ("angle(exp(1j*t))", "t=", "1"),
    ("angle(1/(1 + 1j*w*t))", "w= t=", "-t / (w**2 * t**2 + 1)"),
    ("real((x + 1j)/(x - 1j))", "x=", "4 * x / (x**2 + 1)**2"),
    ("real(log(x + 1j*y))", "x= y=", "x / (x**2 + y**2)"),
    ("real(torch.complex(x, y)*torch.complex(a, b).conj())", "x= y= a= b=", "a"),
    ("torch.view_as_complex(stack([x, y])).abs()", "x= y=", "x / sqrt(x**2 + y**2)"),
    ("torch.view_as_real(exp(1j*x)).sum()", "x=3", "cos(x) - sin(x)"),
    ("sum(abs(torch.fft.fft(x) - torch.fft.fft(y))**2)", "x=4 y=4", "8 * (x - y)"),
    ("sum(torch.fft.ifft(torch.fft.fft(x)).real*y)", "x=4 y=4", "y"),
    (
        "abs(sum(x*exp(1j*p)))**2",
        "x=3 p=3",
        "2 * (cos(p) * (x @ cos(p)) + sin(p) * (x @ sin(p)))",
    ),
]
STACKS = [
    ("einsum('bi,ij,bj->b', X, W, X).sum()", "X=5,3 W=3,3", "X @ (W + W.T)"),
    ("einsum('bi,ij,bj->b', X, W, Y).sum()", "W=3,4 X=5,3 Y=5,4", "X.T @ Y"),
    ("(einsum('bqd,bkd->bqk', Q, K)*G).sum()", "K=2,5,4 Q=2,3,4 G=2,3,5", "G.mT @ Q"),
    ("einsum('ij,ij->i', A, B).pow(2).sum()", "A=3,4 B=3,4", "2 * B * sum(A * B, 1, True)"),
    ("torch.tensordot(X, Y, 1).pow(2).sum()", "X=2,3,4 Y=4,3", "2 * (X @ Y @ Y.T)"),
    ("torch.baddbmm(Z, X, Y).pow(2).sum()", "X=2,3,4 Y=2,4,5 Z=2,3,5", None),
    ("sum(X[:, :, None]*X[:, None, :])", "X=4,3", "2 * sum(X, 1, True).expand(4, 3)"),
    (
        "sum(F.conv1d(x[None, None], w[None, None])[0, 0]*g)",
        "x=6 w=3 g=4",
        "F.conv_transpose1d(g[None, None], w[None, None])[0, 0]",
    ),
    ("torch.cov(X).trace()", "X=3,5", "(X - mean(X, 1, True)) / 2"),
    (
        "sum(F.layer_norm(x, (4,))*g)",
        "x=3,4 g=3,4",
        "U = x - mean(x, 1, True)\nV = mean(U**2, 1, True) + 1e-05\n"
        "(g - mean(g, 1, True) - mean(g * U, 1, True) * U / V) / sqrt(V)",
    ),
]
PARTS = [
    ("sum(F.pad(X, (1, 1, 2, 0))**2)", "X=3,4", "2 * X"),
    ("sum(F.pad(x, (1, 1))[2:]*y)", "x=4 y=4", "F.pad(y[:3], (1, 0))"),
    ("sum(X[1:3, 1:3]**2)", "X=4,5", "2 * F.pad(X[1:3, 1:3], (1, 2, 1, 1))"),
    ("sum(F.conv2d(x, w, groups=2)*g)", "w=2,2,3,3 x=2,4,5,5 g=2,2,3,3", None),
    ("sum(F.conv1d(x, w, groups=3, stride=2)*g)", "w=6,1,3 x=1,3,8 g=1,6,3", None),
    ("sum(X[:, tensor([0, 2]), tensor([1, 1])]**2)", "X=2,3,3", None),
    ("sum(X[tensor([0, 0]), :, tensor([1, 1])]**2)", "X=2,4,3", None),
    ("sum(X[:, tensor([[0], [2]]), :, tensor([1, 1])]**2)", "X=2,3,2,3", None),
    ("sum(F.max_pool2d(x, 3, stride=2, ceil_mode=True)**2)", "x=2,2,6,6", None),
    ("sum(F.max_pool2d(x, 2, stride=3, dilation=2, ceil_mode=True)**2)", "x=1,1,7,8", None),
    ("sum(x.unfold(1, 2, 1)**2)", "x=3,5", None),
    ("sum(F.unfold(x, (2, 3), 2, 1, 2)**2)", "x=2,3,5,6", None),
    ("sum(F.fold(x, (3, 3), 2)**2)", "x=1,4,4", None),
    ("sum(torch.linalg.lu(A)[2]**2)", "A=3,3", None),
    ("sum(torch.linalg.qr(A)[1]**2)", "A=3,3", None),
    ("sum(torch.linalg.cholesky(A @ A.T + eye(3)))", "A=3,3", None),
]


@pytest.mark.parametrize(("source", "given", "text"), [*COMPLEX, *STACKS, *PARTS])
def test_texts(source: str, given: str, text: str | None) -> None:
    """Derivatives by the first input have a text, this one where it is said, and NumPy code."""
    pairs = (part.split("=") for part in given.split())
    shapes = {name: tuple(map(int, filter(None, sizes.split(",")))) for name, sizes in pairs}
    found = derive(source, {}, shapes, {}, (next(iter(shapes)),))
    assert text is None or found.text == text
    assert "def derivative(" in found.python
