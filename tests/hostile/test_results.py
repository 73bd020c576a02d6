"""Values of a program's classes, which say of themselves what they are not, in every report."""

from __future__ import annotations

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("processes are split as on Linux", allow_module_level=True)

from tests.hostile import in_one
from tests.hostile.test_corpus import SECONDS, judge

LIES = (
    "__len__ = lambda s: -1",
    "__len__ = lambda s: 'a'",
    "__len__ = lambda s: 10**30",
    "__iter__ = keys = items = values = lambda s: 5",
    "__lt__ = __gt__ = __eq__ = __index__ = __float__ = __hash__ = lambda s, *o: 1 / 0",
    "__getattribute__ = __getitem__ = __repr__ = lambda s, *o: 1 / 0",
)
MADE = {
    "list": "E([1., x])",
    "tuple": "E((1., 2.))",
    "dict": "E({'a': 1., S(): x})",
    "int": "E(3)",
    "float": "E(1.5)",
    "str": "E('ab')",
}
ASKED = (
    ["eval", "--format", "json"],
    ["eval", "--format", "jsonl"],
    ["eval", "--format", "csv"],
    ["eval", "--get", "result", "--raw"],
    ["eval", "--wrt", "v"],
    ["eval", "-o", "/dev/null"],
    ["graph"],
    ["explain"],
    ["each", "--format", "jsonl"],
)
PROGRAM = """class S(str): __repr__ = lambda s: 1 / 0
class E({}): {}
v = {}
[v, {{'a': v}}]"""
CASES = [
    [*asked, PROGRAM.format(base, lie, made), "-D", "x=1:2" if asked[0] == "each" else "x=[1.]"]
    for number, (base, made) in enumerate(MADE.items())
    for lies, lie in enumerate(LIES)
    for asked in (ASKED[(number + 2 * lies) % len(ASKED)], ASKED[(2 * number + lies) % len(ASKED)])
]


def test_reports_ask_no_class_of_a_program_what_its_values_hold() -> None:
    """Each command ends with a status that is documented."""
    found = in_one.run_all(
        lambda number: lambda folder: in_one.command(CASES[number]),
        range(len(CASES)),
        lambda number, ended: judge(ended),
        SECONDS,
    )
    assert {str(CASES[number]): why for number, why in found if why is not None} == {}
