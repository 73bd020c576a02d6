"""No program learns where in memory something lies: not by printing it, nor by arithmetic."""

import re
from importlib import import_module

import pytest

from gradcli.language.names.natives import _ROOTS
from gradcli.language.run import run

KINDS = [(module, name) for module, names in _ROOTS.items() for name in names.split()]


@pytest.mark.parametrize(("module", "name"), KINDS)
def test_classes_print_without_addresses(module: str, name: str) -> None:
    """A value may be printed before its class was ever named, so the class itself sees to it."""
    kind = vars(import_module(module))[name]
    assert kind.__repr__ is not object.__repr__


HELD = [
    "torch.utils.data.random_split([1, 2], [1, 1])",
    "[torch.cuda.amp.autocast()]",
    "{1: iter(torch.utils.data.DataLoader([1]))}",
    "(torch.amp.GradScaler(), torch.no_grad(), iter([1]), zip(), print, len, [].append)",
    "Exception(torch.utils.data.TensorDataset(ones(1)))",
    "type('', (), {}) if 0 else [torch.Generator(), ones(1).storage(), object()]",
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("held", HELD)
def test_what_is_held_prints_without_an_address(held: str) -> None:
    """Python's own containers print what they hold in their way."""
    assert not re.search(r"0x[0-9a-f]+", run(f"print({held}, repr({held}), f'{{{held}}}')").stdout)


SUPER = "    def __hash__(self): return super().__hash__()\n"
HASHED = [
    f"class C:\n{SUPER}v = C()",
    f"class C(Exception):\n{SUPER}v = C()",
    f"class C(torch.nn.Module):\n{SUPER}v = C()",
    f"class C(torch.utils.data.Dataset):\n{SUPER}v = C()",
    f"class C(tuple):\n{SUPER}v = C((len, C))",
    f"class C(float):\n{SUPER}v = C('nan')",
    "class C: pass\nv = C()",
    "class C(tuple): pass\nv = C((len, C))",
    "import typing\nclass C(typing.NamedTuple):\n    x: object\nv = C(len)",
    "import dataclasses as d\n@d.dataclass(frozen=True)\nclass C:\n    x: object\nv = C(len)",
    "v = float('nan')",
    "v = complex('nan')",
    "v = (len, float('nan'))",
    "v = frozenset([len])",
    "v = tuple[int, str]",
]


@pytest.mark.parametrize("source", HASHED)
def test_hashes_tell_no_address(source: str) -> None:
    """Neither the function nor the method gives what the host's would, which is of addresses."""
    asked = f"{source}\nv, hash(v), v.__hash__() if hasattr(v, '__hash__') else 0"
    value, *found = run(asked).value
    fields = [part for part in getattr(value, "attributes", {}).values() if callable(part)]
    host = {object.__hash__(value), *map(hash, fields), hash(tuple(fields))}
    for kind in (tuple, frozenset, float, complex):
        host |= {kind.__hash__(value)} if isinstance(value, kind) else set()
    assert host.isdisjoint(found)


NOSY = """
class Nosy(int):
    def __add__(self, other): print(other); return self
    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __gt__ = __le__ = __ge__ = __add__
x = torch.arange(10.0)
"""


@pytest.mark.parametrize(
    "call",
    [
        "x.set_(x.storage(), Nosy(0), (Nosy(2),), (Nosy(1),))",
        "x.set_(x, Nosy(0), Nosy(2), (Nosy(1),))",
        "x.set_(x.untyped_storage(), Nosy(1))",
    ],
)
def test_integers_of_a_programs_own_see_no_address(call: str) -> None:
    """Arithmetic with addresses, and checks of bounds, are of plain integers."""
    assert run(NOSY + call).stdout == ""
    with pytest.raises(Exception, match="out of bounds"):
        run(NOSY + "x.set_(x.storage(), Nosy(10**6), (10**6,), (1,))")
