"""The line of help below messages that are PyTorch's or Python's."""

from __future__ import annotations

import pytest

import gradcli

CALL = "a function is called with round brackets"
PRODUCT = "a product is written with `*`"
LIST = "a list does not compute; `torch.tensor(…)` makes a tensor of it"
TRUTHS = "`&` and `|` join tensors: `(a) & (b)`; `.any()` and `.all()` make one truth value"
TRUTH = "`.any()` or `.all()` makes one truth value; `torch.where` chooses element by element"
FLOATING = "make it floating: `1.` in the place of `1`, or `dtype=torch.float32`"


@pytest.mark.parametrize(
    ("source", "help"),
    [
        ("tensor[1, 2]", CALL),
        ("x.sum[0]", CALL),
        ("2(x + 1)", PRODUCT),
        ("x(x + 1)", PRODUCT),
        ("len = 3; len([1])", "the program has given the name `len` to something else"),
        ("(x + 1)(x - 1)", PRODUCT),
        ("x.shape()", "`shape` is no method: write it without brackets"),
        ("'abc'()", None),
        ("x.grad.zero_()", "`.grad` is None until `backward()` has reached the tensor"),
        ("x.grad_fn.name()", "`.grad_fn` of a leaf, and of what needs no gradient, is None"),
        ("None.name", None),
        ("x.mean.item()", "the brackets of a call are missing: `mean()`"),
        ("y = x.mean; y.backward()", "the brackets of a call are missing: `mean()`"),
        (
            "for p in nn.Linear(1, 1).parameters: p",
            "the brackets of a call are missing: `parameters()`",
        ),
        ("torch.func.grad(2)", None),
        ("torch.autograd.functional.jacobian(x, x)", None),
        ("x - 0.1 * x.grad", "`.grad` is None until `backward()` has reached the tensor"),
        ("torch.optim.SGD(nn.Linear(1, 1), lr=0.1)", "a layer's parameters are `.parameters()`"),
        ("torch.tensor([1.], dtype='float32')", "write it without quotes"),
        ("torch.tensor([1.], requires_grad='True')", "write it without quotes"),
        ("x.sort().sum()", "it is a pair: `.values`, or another of its parts, is the tensor"),
        (
            "class M(nn.Module):\n  def __init__(self): self.l = nn.Linear(1, 1)\nM()",
            "begin `__init__` with `super().__init__()`",
        ),
        (
            "class M:\n  def f(x): return x\nM().f(1)",
            "`self` counts: a method is given it first",
        ),
        ("with torch.no_grad: 1", "call it, as in `with torch.no_grad():`"),
        ("for i in 3: i", "count with `range`, as in `for i in range(3):`"),
        ("sum(1, 2)", None),
        ("[1, 2] * x", LIST),
        ("x * [1, 2]", LIST),
        ("[1, 2] ** 2", LIST),
        ("sqrt(4)", "`torch.tensor(…)` makes one; of numbers there is `math.sqrt`"),
        ("relu(4)", "`torch.tensor(…)` makes one"),
        ("torch.sum([1, 2])", "`torch.tensor(…)` makes one"),
        ("torch.sin('a')", None),
        ("if x: 1", TRUTH),
        ("x > 1 and x < 2", TRUTHS),
        ("torch.arange(3).softmax(0)", "convert it first, as in `.float()`"),
        ("tensor([1, 2], requires_grad=True)", FLOATING),
        ("tensor(1, 2)", "put the numbers into one list: `tensor([1, 2])`"),
        ("randn(3, requires_grd=True)", "did you mean `requires_grad=`?"),
        ("x.sum(axes=0)", "did you mean `dim=`?"),
        ("torch.softmax(x, dimm=0)", "did you mean `dim=`?"),
        ("torch.softmax(x, axis=4)", None),
        ("torch.optim.SGD([x], learning_rate=1)", "did you mean `lr=`?"),
        ("nn.ReLU(inplac=True)", "did you mean `inplace=`?"),
        ("F.relu(x, inplac=True)", "did you mean `inplace=`?"),
        ("nn.CrossEntropyLoss(label_smooth=1)", "did you mean `label_smoothing=`?"),
        ("x.backward(retain_grph=True)", "did you mean `retain_graph=`?"),
        ("print(1, ends='')", "did you mean `end=`?"),
        ("print(1, colour='')", None),
        ("def f(alpha): pass\nf(alpa=1)", "did you mean `alpha=`?"),
        ("class A:\n  def __init__(self, beta): pass\nA(beat=1)", "did you mean `beta=`?"),
        ("class A:\n  def f(self, beta): pass\nA().f(beat=1)", "did you mean `beta=`?"),
        ("{'rate': 1}.rate", "an entry is read by its key: `['rate']`"),
        ("{'rate': 1}['rtae']", "did you mean `'rate'`?"),
        ("{1: 2}['one']", None),
        # formulas and other libraries
        ("log(x, 2)", "to another base it is `log(x) / log(b)`; there are `log2` and `log10`"),
        ("x.log(2)", "to another base it is `log(x) / log(b)`; there are `log2` and `log10`"),
        ("sqrt(x, 3)", "another root is a power, as `x**(1 / 3)`"),
        (
            "diff(x**2, x)",
            "it subtracts neighbours; `gradcli diff` writes derivatives, "
            "`autograd.grad` computes them",
        ),
        ("cbrt(x)", "write `sign(x) * abs(x)**(1 / 3)`"),
        ("factorial(3)", "write `math.factorial(n)`"),
        ("pd.read_csv('a')", "there are torch and numpy"),
        ("a = 1\nA + 1", "did you mean `a`?"),
        ("[1].push(2)", "did you mean `append`?"),
        ("x.astype(int)", "did you mean `to`?"),
        ("torch.array([1])", "did you mean `tensor`?"),
        ("x.cuda()", "there is the CPU alone: leave it out, or say 'cpu'"),
        ("x.to('gpu')", "there is the CPU alone: 'cpu'"),
        ("x.to('float64')", "a type is written without quotes, as `torch.float64`"),
        ("x.item()", "make one number of it first, as by `.sum()`, or a list, by `.tolist()`"),
        ("x.mean + 1", "the brackets of a call are missing: `mean()`"),
        ("nn.Sequential(nn.ReLU)", "a layer is made by a call, as `nn.ReLU()`"),
        ("torch.optim.SGD(x)", "put it into a list: `[w]`"),
        ("torch.optim.SGD([x]).zero_gradient()", "did you mean `zero_grad`?"),
        (
            "class M(nn.Module):\n  def foward(self, x): return x\nM()(x)",
            "it has `foward`; the method is called `forward`",
        ),
        (
            "class M(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
            "    self.fc1 = nn.Linear(1, 1)\nM().fc",
            "did you mean `fc1`?",
        ),
        ("from torch import optimizer", "did you mean `optim`?"),
        ("'a' + 1", "`str(…)` makes a text of it"),
        ("1 + 'a'", "`float(…)` makes a number of a text, `str(…)` a text of a number"),
        ("(1, 5) + 1.0", "a comma makes a tuple; decimals stand behind a point"),
        (
            "class M:\n  def _init_(self): self.a = 1\n  def f(self): return self.a\nM().f()",
            "the constructor is called `__init__`, not `_init_`",
        ),
        (
            "def f(x): return x\nf.backward()",
            "it is a function; what it returns is written with brackets, as `f(x)`",
        ),
        (
            "def f(x): x * 2\nf(x).sum()",
            "the call returned None: a function gives back what stands behind `return`",
        ),
        (
            "y = torch.arange(3)\ny += 0.5",
            "it holds integers; `.float()` makes a tensor that takes fractions",
        ),
        ("x[::-1]", "`torch.flip(x, (0,))` turns the order around"),
        ("torch.full(2, 3)", "sizes are a tuple, as `(3,)`"),
        ("x > [1, 2]", LIST),
        ("true", "write `True`"),
        ("null", "write `None`"),
        ("x * π", "write `pi`, or give --math"),
        ("self.x", "`self` is the first parameter of a method, and known there alone"),
    ],
)
def test_advice(source: str, help: str | None) -> None:
    """What a message does not say is said below it, where it is known."""
    x = gradcli.tensor([1.0, 2.0], requires_grad=True)
    program = source if source == "[1, 2] + [3]" else f"{source}\n"
    if source == "[1, 2] + [3]":
        assert gradcli.run(program).value == [1, 2, 3]
        return
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(source, {"x": x})
    assert caught.value.diagnostic.help == help


def test_names_of_return_types() -> None:
    """Messages have PyTorch's name for the type of several results."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run("torch.ones(2, 2).max(1).sum()")
    assert caught.value.message == "'torch.return_types.max' object has no attribute 'sum'"
