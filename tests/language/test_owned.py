"""Attributes that programs give to tensors."""

import pytest

import gradcli

PRINTED = [
    ("x.tag = 3; x._mark = 'a'; print(x.tag, x._mark, hasattr(x, 'other'))", "3 a False"),
    ("x.tag = [1]; y = x; y.tag.append(2); x += 1; print(x.tag)", "[1, 2]"),
    ("x.tag = 1; print(hasattr(x.detach(), 'tag'), hasattr(x * 2, 'tag'))", "False False"),
    ("setattr(x, 'me', x); print(x.me is x); del x.me; print(hasattr(x, 'me'))", "True\nFalse"),
    ("p = torch.nn.Parameter(x); p.decay = False; print(p.decay)", "False"),
    ("x.array = 3; x.node = 4; x.version = 5; print(x.array, x.node, (x * 2).sum())",
     "3 4 tensor(4.)"),
]  # fmt: skip
REFUSED = [
    ("x.shape = 3", "attribute 'shape' of 'torch._C.TensorBase' objects is not writable"),
    ("x.sin = 3", "attribute 'sin' of 'torch._C.TensorBase' objects is not writable"),
    ("x.backward = 3", "attribute 'backward' of 'torch._C.TensorBase' objects is not writable"),
    ("x.__class__ = 3", "'Tensor' object has no attribute '__class__'"),
    ("del x.tag", "'Tensor' object has no attribute 'tag'"),
    ("x.tag = 1; del x.tag; x.tag", "'Tensor' object has no attribute 'tag'"),
]


@pytest.mark.parametrize(("program", "printed"), PRINTED)
def test_an_attribute_of_a_program(program: str, printed: str) -> None:
    """It belongs to the one tensor, and to nothing of the host's."""
    run = gradcli.run(f"import torch; x = torch.ones(2); {program}")
    assert run.stdout.strip() == printed


@pytest.mark.parametrize(("program", "message"), REFUSED)
def test_names_that_tensors_have(program: str, message: str) -> None:
    """No attribute or method of tensors is covered, and none that is not there is deleted."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(f"import torch; x = torch.ones(2); {program}")
    assert caught.value.kind == "AttributeError" and caught.value.message == message


def test_names_of_modules_end_with_the_program() -> None:
    """What a program writes under a module's name is seen by no other, and by no layer."""
    changed = "torch.unheard = 1\ntorch.relu = lambda x: x * 0\n"
    ask = "print(hasattr(torch, 'unheard'), torch.relu(ones(1)), torch.nn.ReLU()(ones(1)))"
    assert gradcli.run(changed + ask).stdout == "True tensor([0.]) tensor([1.])\n"
    assert gradcli.run(ask).stdout == "False tensor([1.]) tensor([1.])\n"


def test_names_that_a_loop_reads_are_written_no_more() -> None:
    """A value that is part of what runs cannot become another one behind its back."""
    loop = "def f(n):\n    x = 0\n    for i in range(n): x += torch.e\n    return x\nf(2000)\n"
    with pytest.raises(gradcli.GradcliError, match="read-only"):
        gradcli.run(loop + "torch.e = 3\nprint(f(2))")
