"""NumPy code of derivatives: computed as Python computes it, before anybody sees it."""

from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.answers import formula as formulas
from gradcli.errors import GradcliError
from gradcli.symbolic.numpy_value import Incomputable, computed
from tests.symbolic.points import inputs, value

SOURCES = [
    "log(sum(var(X, 0, False)))",
    "log(sum(std(X, 0)))",
    "sum(sqrt(var(X, 1, True)))",
    "sum(logsumexp(X, 0) * sum(sigmoid(X), 0))",
    "linalg.norm(X, 2)",
    "linalg.norm(X, 'nuc')",
    "X @ ones(3)",
    "sum(roll(X, 1) * X) * sum(log_softmax(X, 0) * X)",
    "sum(X**2) if X[0, 0] > 1 else sum(X)",
    "sum(X.cumsum(0)**2)",
    "median(X)",
    "sum(median(X, 0)[0]**2) + sum(mode(X, 1)[0]**3) + nanmedian(X) * aminmax(X).max",
    "sum(X * F.gelu(X)) + sum(F.silu(X)**2) + sum(F.mish(X)**2) + sum(F.hardsigmoid(X)**2)",
    "sum(F.selu(X)**2) + sum(F.celu(X, 2.0)**2) + sum(F.hardswish(X)**2) + amax(X)",
    "sum(F.hardshrink(X)**2) + sum(F.softshrink(X, 0.3)**2) + sum(F.glu(X[:, :2], 0)**2)",
    "sum(topk(X, 2, 0)[0]**2)",
    "sum(sort(X, 1)[0][:, 0]**2)",
    "sum(X[::2]**2) + sum(X[1]**3)",
    "sum(X[:, 1:]**2 * X[:, :-1]) + sum(X[1:]**3)",
    "sum(torch.cdist(X, ones(2, 3))**3)",
    "sum(F.conv1d(X[None], ones(2, 4, 2))**2)",
    "sum(F.conv2d(X[None, None], ones(1, 1, 2, 2))**2)",
    "sum(F.conv1d(X[None], ones(2, 4, 2), ones(2), stride=2, padding=1)**2)",
    "sum(tanh(F.conv1d(X.T[None], ones(6, 1, 2), groups=3, dilation=2)))",
    "sum(F.conv2d(X.reshape(1, 2, 3, 2), ones(4, 1, 2, 2), None, (2, 1), 1, 1, 2)**2)",
    "sum(F.conv_transpose1d(X[None], ones(4, 1, 2), None, 2, 1, 1, 2)**2)",
    "sum(F.conv_transpose2d(X[None, None], ones(1, 2, 2, 2), stride=(2, 1))**2)",
    "sum(F.max_pool2d(X[None], 2, 1, 1)**2)",
    "sum(X[tensor([0, 2, 2]), tensor([1, 1, -1])]**3)",
    "sum(X[:, tensor([0, 2, 2])]**3)",
    "sum(abs(torch.fft.fft(X))**3)",
    "sum(F.normalize(X, dim=1)**3)",
    "sum(X.gather(0, tensor([[1, 2, 0]]))**2)",
    "sum(F.embedding(tensor([0, 2, 2]), X)**2)",
    "sum(F.elu(X)**2) + sum(F.leaky_relu(X)**2)",
    "sum(F.relu6(X)**2) + sum(F.threshold(X, 0.5, 2.0)**2) + sum(X.fmod(2.0)**2)",
    "sum(F.pixel_unshuffle(X.reshape(1, 2, 6), 2)**3) + sum(torch.special.xlog1py(X, 2.0))",
    "sum(F.pixel_shuffle(X[:, :, None], 2)**3)",
    "sum(torch.frac(X)**2) + sum(X.clamp_min(0.5)**2)",
]


@pytest.mark.parametrize("source", SOURCES)
def test_code_is_what_python_runs(source: str) -> None:
    """What is tried is what Python makes of the text, and it is the derivative."""
    arrays = inputs("X=4,3")
    code = gradcli.diff(source, "X", {"X": (4, 3)}, format="python")
    scope: dict[str, Any] = {}
    exec(code, scope)
    found = scope["derivative"](**arrays)
    np.testing.assert_array_equal(computed(code, arrays), found)
    text = gradcli.diff(source, "X", {"X": (4, 3)})
    np.testing.assert_allclose(found, value(text, arrays), rtol=1e-9, atol=1e-12)


def test_wrong_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that computes something else never reaches anybody."""

    def doubled(*args: Any) -> str:
        return "import numpy as np\n\n\ndef derivative(x):\n    return 4 * x"

    monkeypatch.setattr(formulas, "function", doubled)
    with pytest.raises(GradcliError, match="no NumPy code"):
        gradcli.diff("sum(x**2)", "x", {"x": 3}, format="python")


@pytest.mark.parametrize(
    "body",
    [
        "x.__class__",
        "np._core",
        "np.load.__globals__",
        "open(x)",
        "x.tofile(x)",
        "f(x, 1)",
        "f(y=1)",
        "len(1)",
        "np.linalg.inv(x)",
    ],
)
def test_what_cannot_be_computed(body: str) -> None:
    """The walk knows no more than such code needs."""
    code = f"def f(x):\n    return x\n\n\ndef derivative(x):\n    return {body}"
    with pytest.raises(Incomputable):
        computed(code, {"x": np.ones(3)})


def test_helpers_take_keywords_and_defaults() -> None:
    """Functions of the code are called as Python calls them."""
    code = (
        "def var(x, axis=None, correction=1):\n    return np.var(x, axis=axis, ddof=correction)\n"
        "def derivative(x):\n    y = var(x, correction=0)\n"
        "    return y, var(x), x[1:][None] if y > 1 else -x"
    )
    x = np.arange(4.0)
    first, second, third = computed(code, {"x": x})
    assert (first, second) == (np.var(x), np.var(x, ddof=1))
    np.testing.assert_array_equal(third, [[1.0, 2.0, 3.0]])
