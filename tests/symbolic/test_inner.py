"""What no program can name is written by functions that it can; changes in place are followed."""

import pytest

from gradcli.answers.formula import derive

TEXTS = [
    ("sum(F.conv1d(x, w)**2)", "x=1,2,5 w=3,2,2", "2 * F.conv_transpose1d(F.conv1d(x, w), w)"),
    (
        "sum(F.conv2d(x, w, stride=2, padding=1)**2)",
        "w=1,1,2,2 x=1,1,5,5",
        None,
    ),
    (
        "sum(F.avg_pool1d(x, 2) * y)",
        "x=1,6 y=1,3",
        "y @ kron(eye(3), ones(2, 1)).T / 2",
    ),
    ("sum(F.max_pool2d(x, 2)**2)", "x=1,4,4", None),
    ("sum(F.pad(x, (1, 1), 'replicate')**2)", "x=1,3", None),
    (
        "sum(F.embedding(tensor([0, 2, 2]), w)**2)",
        "w=3,2",
        "2 * index_add(zeros_like(w), 0, tensor([0, 2, 2]), F.embedding(tensor([0, 2, 2]), w))",
    ),
    (
        "sum(x.gather(0, tensor([2, 0, 2]))**2)",
        "x=3",
        "2 * scatter_add(zeros_like(x), 0, tensor([2, 0, 2]), gather(x, 0, tensor([2, 0, 2])))",
    ),
    ("sum(x.unfold(0, 3, 1)**2)", "x=7", None),
    ("sum(x.masked_select(tensor([True, False, True]))**2)", "x=3", None),
    ("sum(cumprod(x, 0) * y)", "x=3 y=3", "(y * cumprod(x, 0)).flip(0).cumsum(0).flip(0) / x"),
    (
        "sum(logcumsumexp(x, 0) * y)",
        "x=3 y=3",
        "u = logcumsumexp(x, 0)\nexp(x - u) * (triu(exp(u[:, None] - u)) @ y)",
    ),
    ("sum(prod(x, 1))", "x=5,8", "prod(x, 1)[:, None] / x"),
    (
        "sum(abs(torch.fft.rfft(x)))",
        "x=4",
        "real(torch.fft.fft(F.pad(conj(sgn(torch.fft.rfft(x))), (0, 1))))",
    ),
    ("angle(x + 2j)", "x=", None),
    ("sum(torch.linalg.cross(x, y) * z)", "x=3 y=3 z=3", "torch.linalg.cross(y, z)"),
    ("torch.linalg.lu(A).U.trace()", "A=3,3", None),
    ("stack([p.sum()**2 for p in x.split(2)]).sum()", "x=5", None),
    ("sum(einsum('bhqd,bhkd->bhqk', Q, K)**2)", "Q=2,2,3,2 K=2,2,3,2", "2 * (Q @ K.mT @ K)"),
    ("sum(einsum('ij,jk->ik', A, B))", "A=3,2 B=2,4", "sum(B, 1).expand(3, 2)"),
    ("einsum('ij,jk,kl->il', B, A, C).sum()", "A=3,4 B=2,3 C=4,2", "outer(sum(B, 0), sum(C, 1))"),
    ("y = x * 1\ny += 1\nsum(y**2)", "x=3", "2 * (x + 1)"),
    ("y = x * 1\ny.exp_()\nsum(y * x)", "x=3", "exp(x) * (x + 1)"),
]


@pytest.mark.parametrize(("source", "given", "text"), TEXTS)
def test_texts(source: str, given: str, text: str | None) -> None:
    """Derivatives by the first input have a text, which was checked, or this one."""
    pairs = (part.split("=") for part in given.split())
    shapes = {name: tuple(map(int, filter(None, sizes.split(",")))) for name, sizes in pairs}
    found = derive(source, {}, shapes, {}, (next(iter(shapes)),)).text
    assert text is None or found == text
