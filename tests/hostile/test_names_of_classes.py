"""Messages name the classes of a program, and never what carries their values in the host."""

from __future__ import annotations

import re

import pytest

from gradcli.errors import GradcliError
from gradcli.language.run import run

CALLS = [
    *("torch.tensor({})", "torch.tensor([{}])", "ones({})", "ones(2)[{}]", "torch.cat([{}])"),
    *("F.relu({})", "ones(2).view({})", "ones(2, dtype={})", "torch.where({}, 1, 2)"),
    *("'a'.join([{}])", "'%d' % {}", "ord({})", "print(end={})", "getattr(1, {})"),
    *("json.dumps([{}])", "re.match('a', {})", "time.sleep({})", "statistics.mean([{}])"),
    *("datetime.timedelta({})", "json.loads({})", "torch.nn.Linear({}, 2)", "ones(2).sum({})"),
    *("ones(2).__setitem__(0, {})", "ones(2).__setitem__({}, 1)", "json.dumps({{{}: 1}})"),
    *("torch.optim.SGD([{}], lr=1)", "setattr(torch.nn.Linear(1, 1), 'weight', {})"),
    *("setattr(ones(1, requires_grad=True), 'grad', {})", "[1].__setitem__({}, 1)"),
]
KINDS = ["object", "list", "dict", "str", "tuple", "set"]
HOSTS = re.compile(r"Instance|Guarded|Carried|gradcli\.")
BEGIN = "import json, re, time, statistics, datetime\nclass Own({}): pass\nx = Own()\n"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("call", CALLS)
def test_no_class_of_the_host_is_named(kind: str, call: str) -> None:
    """Neither where nobody handles the error, nor where a program does, in what runs often too."""
    source = BEGIN.format(kind) + call.format("x")
    told = ""
    try:
        run(source)
    except GradcliError as error:
        told = error.message
    assert not HOSTS.search(told)
    handled = f"def f(x): return {call.format('x')}\nfor i in range(400):\n    try: f(x)\n"
    printed: list[str] = []
    run(
        BEGIN.format(kind) + handled + "    except Exception as e: text = str(e)\n"
        "    else: break\nelse: print(text)",
        write=printed.append,
    )
    assert "".join(printed).strip() == told.strip()


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise ValueError('Instance of x')", "Instance of x"),
        ("class A: pass\nA().Instance", "'A' object has no attribute 'Instance'"),
        ("Instance", "name 'Instance' is not defined"),
        ("class A: pass\nassert A() is None, 'no Instance'", "no Instance"),
        (
            "class A: pass\nclass B: pass\ntorch.where(A(), 1, B())",
            "where() received an invalid combination of arguments - got (A, int, B)",
        ),
    ],
)
def test_words_of_the_program_stay(source: str, told: str) -> None:
    """A text that happens to hold such a word is nobody's but the program's."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    assert caught.value.message.startswith(told)
