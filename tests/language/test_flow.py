"""Generators, exceptions, ``match`` and whose names are: the same as in Python, and no way out.

``flow.txt`` and ``library.txt``, of Python's library, hold short programs that Python itself runs
beside; what they print and the error that they end in are compared.
"""

from __future__ import annotations

import contextlib
import gc
import io
import re
import sys
import weakref
from pathlib import Path

import pytest

from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.machine.generators import GeneratorFrame
from gradcli.language.run import run

SNIPPETS = [
    text
    for name in ("flow.txt", "library.txt")
    for text in (Path(__file__).parent / name).read_text("utf-8").split("####\n")
]
Outcome = tuple[str, tuple[str, str] | None]


def in_python(text: str) -> Outcome:
    """Return what Python prints, and the class and first line of the error that ends it."""
    printed, error = io.StringIO(), None
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(compile(text, "<program>", "exec", dont_inherit=True), {"__name__": "__main__"})
        except BaseException as raised:
            message = raised.msg if isinstance(raised, SyntaxError) else str(raised)
            error = (type(raised).__name__, str(message).partition("\n")[0])
    return re.sub(r" at 0x[0-9a-f]+", "", printed.getvalue()), error


def in_gradcli(text: str) -> Outcome:
    """Return what a program prints, and the class and first line of the error that ends it."""
    printed: list[str] = []
    try:
        run(text, write=printed.append)
    except GradcliError as raised:
        return "".join(printed), (raised.kind, raised.message.partition("\n")[0])
    return "".join(printed), None


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the words are those of Python 3.11")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", SNIPPETS)
def test_as_in_python(text: str) -> None:
    """Prints the same and ends in the same error."""
    assert in_gradcli(text) == in_python(text)


def test_there_are_many() -> None:
    """The comparison covers the language widely."""
    assert len(SNIPPETS) >= 200


# What no program handles

ENDLESS = [
    "while True:\n try:\n  while True: pass\n except: pass",
    "try:\n while True: pass\nfinally:\n while True: pass",
    "def f():\n try:\n  while True: pass\n finally: return 1\nf()",
    "def f():\n while True:\n  try:\n   while True: pass\n  finally: continue\nf()",
    "while True:\n try: print('x' * 1000)\n except BaseException: pass",
    "class M:\n def __enter__(self): pass\n def __exit__(self, *a): return True\n"
    "while True:\n with M():\n  while True: pass",
    "from contextlib import suppress\nwhile True:\n with suppress(BaseException):\n"
    "  while True: pass",
    "def g():\n while True: yield 1\nlist(g())",
    "def g():\n while True: yield 1\nsum(g())",
    "def g():\n while True: yield 1\nfor x in g(): pass",
    "def g():\n while True: yield 1\ndef h(): yield from g()\nfor x in h(): pass",
    "def g():\n try: yield 1\n finally:\n  while True: pass\nfor x in g(): break\nwhile True: pass",
    "def g():\n try: yield 1\n except GeneratorExit:\n  while True: pass\n"
    "it = g()\nnext(it)\nit.close()",
    "try: sorted([1, 2], key=lambda v: [0 for _ in iter(int, 1)])\nexcept: pass\nwhile True: pass",
    "try: 10 ** 10 ** 10\nexcept: pass",
    "try: [0] * 10 ** 12\nexcept MemoryError: pass",
    "match 1:\n case _:\n  try:\n   while True: pass\n  except: pass",
]


@pytest.mark.parametrize("text", ENDLESS)
def test_limits_are_handled_by_nobody(text: str) -> None:
    """A limit ends a program whatever is around the place."""
    with pytest.raises(GradcliError) as caught:
        run(text, write=lambda text: None, limits=Limits(max_steps=20_000, max_output=5_000))
    assert caught.value.diagnostic.code in ("limit", "type", "undefined-name")


@pytest.mark.parametrize("around", ["except:", "except BaseException:", "finally:"])
def test_interrupts_are_handled_by_nobody(around: str) -> None:
    """What the host raises to stop a program stops it."""

    def stop(text: str) -> None:
        raise KeyboardInterrupt

    handled: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        run(f"try: print(1)\n{around} handled = 1", write=stop)
    assert not handled


def test_defects_are_handled_by_nobody() -> None:
    """A defect of gradcli is no exception of the program."""

    def fail(text: str) -> None:
        raise OSError("a defect")

    with pytest.raises(OSError, match="a defect"):
        run("try: print(1)\nexcept: pass", write=fail)


@pytest.mark.parametrize(
    "text",
    [
        "def g(): yield from g()\nfor x in g(): pass",
        "def g(): yield from g()\nlist(g())",
        "def g(it, n): return g((x for x in it), n - 1) if n else it\nlist(g([1], 3000))",
        "def f():\n try: f()\n finally: f()\nf()",
        "class E(Exception):\n def __str__(self): return str(self)\nraise E",
        "class E(Exception):\n def __init__(self): raise E()\nraise E",
        "class E(Exception):\n def __repr__(self): return repr(self)\nprint(repr(E()))",
    ],
)
def test_depth_ends_in_a_diagnostic(text: str) -> None:
    """What calls itself without an end is an error of the program."""
    with pytest.raises(GradcliError) as caught:
        run(text, limits=Limits(max_steps=50_000))
    assert caught.value.kind in ("RecursionError", "E", "RuntimeError")


def test_a_handler_of_depth_goes_on() -> None:
    """Too deep a call can be handled, as in Python."""
    text = "def f(n):\n try: return f(n + 1)\n except RecursionError: return n\nprint(f(0) > 500)"
    assert in_gradcli(text) == ("True\n", None)


CLOSED = [
    "e.__traceback__.tb_frame", "e.tb_frame", "e.__class__.__mro__", "e.__class__.__bases__",
    "e.__class__.__subclasses__()", "e.__class__.mro()", "e.__init__.__globals__", "e.__dict__",
    "e.__reduce__()", "e.__reduce_ex__(2)", "e.__setstate__({})", "e.gradcli_trace",
    "e.with_traceback(1)", "e.with_traceback.__self__", "e.__class__.__init__.__wrapped__",
    "vars(e)", "type(e).__dict__", "type(e)('x').__traceback__.tb_next", "e.__new__(object)",
    "f'{e.__traceback__.tb_frame}'", "'{0.__class__}'.format(e)", "e.__getattribute__('args')",
    "setattr(e, '__class__', int)", "setattr(e, '__dict__', {})", "e.__traceback__ = 1",
    "e.__cause__ = 1", "e.__context__ = torch", "delattr(e, 'args')", "raise torch",
    "raise torch.Tensor", "raise type", "raise object()", "raise print", "raise e from torch",
    "g().gi_frame", "g().gi_code", "g().gi_yieldfrom",
    "g().gi_suspended", "g().frame", "g().__next__.__self__", "g().send.__self__",
    "g().throw(torch)", "g().throw(ValueError, 'a', 1)", "g().throw.__func__", "g.__code__",
    "type(g())(1)", "g().run(1)", "g().raise_inside(e)", "g().__del__()",
    "g().__reduce__()", "(x for x in [1]).gi_frame.f_globals", "SystemExit.code.__get__",
    "import traceback\ntraceback.extract_stack()", "import traceback\ntraceback.walk_tb",
    "import traceback\ntraceback.sys", "import warnings\nwarnings.sys",
    "import types\ntypes.CodeType",
    "import warnings\nwarnings.warn('a', int)", "import contextlib\ncontextlib.sys",
    "import contextlib\ncontextlib.AsyncExitStack", "import sys\nsys.exc_info()[2].tb_frame",
    "import warnings\nwarnings.showwarning = print", "import copy\ncopy.copy(g())",
    "import copy\ncopy.deepcopy(g())",
]  # fmt: skip


@pytest.mark.parametrize("source", CLOSED)
@pytest.mark.parametrize("kind", ["ValueError", "Own"])
def test_no_way_out(source: str, kind: str) -> None:
    """Exceptions and generators show nothing of the host, caught or not."""
    body = source.replace("\n", "\n    ")
    text = (
        "class Own(ValueError): pass\ndef g(): yield 1\n"
        f"try: raise {kind}('a')\nexcept ValueError as e:\n    {body}"
    )
    if kind == "Own" and source in OPEN_TO_OWN:
        run(text)
        return
    with pytest.raises(GradcliError) as caught:
        run(text)
    assert caught.value.diagnostic.code != "internal"
    assert caught.value.diagnostic.span is not None


OPEN_TO_OWN = {
    "e.__class__.__mro__", "e.__class__.__bases__", "e.__class__.mro()", "e.__dict__", "vars(e)",
    "type(e).__dict__", "setattr(e, '__dict__', {})",
}  # fmt: skip
"""What classes of the program show of themselves, which is nothing of the host's."""


def test_own_names_stay_apart_from_the_hosts() -> None:
    """Attributes of an exception are in a dictionary of ours, whatever they are called."""
    text = (
        "class E(Exception): pass\ne = E('a')\n"
        "e.cls, e.attributes, e.gradcli_trace, e.with_note = 1, 2, 3, 4\n"
        "print(type(e).__name__, e.cls, e.attributes, e.gradcli_trace, e.with_note)\n"
        "v = ValueError('b')\nv.gradcli_trace = 5\nprint(v.gradcli_trace, v.args)\n"
        "try: raise e\nexcept E as again: print(again is e, again.args)"
    )
    assert in_gradcli(text) == ("E 1 2 3 4\n5 ('b',)\nTrue ('a',)\n", None)


# What is left of them


def test_a_frame_left_suspended_is_freed() -> None:
    """A generator that nobody holds goes with its frame."""
    made = run("def g():\n    yield 1\n    yield 2\nit = g()\nnext(it)")
    frame = made.variables["it"].frame
    assert isinstance(frame, GeneratorFrame)
    seen = weakref.ref(made.variables["it"].frame.owner.globals["g"])
    del made, frame
    gc.collect()
    assert seen() is None


def test_modes_are_put_back() -> None:
    """A context is left by what is raised in it, and by what ends the program."""
    text = "with no_grad():\n    while True: pass"
    for ending in (text, f"try:\n    with no_grad(): 1/0\nfinally:\n    {text[16:].strip()}"):
        with pytest.raises(GradcliError):
            run(ending, limits=Limits(max_steps=100))
        assert in_gradcli("print(torch.is_grad_enabled())") == ("True\n", None)


# What is said


def failure(text: str) -> GradcliError:
    """Return the error that a program ends in."""
    with pytest.raises(GradcliError) as caught:
        run(text)
    return caught.value


def test_an_uncaught_exception_is_labelled() -> None:
    """The diagnostic points at where it was raised, and shows the calls that led there."""
    text = "class E(Exception): pass\ndef f(x):\n    raise E('no', x)\ndef g(): f(1)\ng()"
    error = failure(text)
    diagnostic = error.diagnostic
    assert (error.kind, error.message) == ("E", "('no', 1)")
    assert text[diagnostic.span.start : diagnostic.span.end] == "raise E('no', x)"
    assert [text[call.start : call.end] for call in diagnostic.calls] == ["g", "f"]


def test_what_was_handled_keeps_its_place() -> None:
    """An exception that is raised again points at its first place, with the values of then."""
    text = (
        "a = ones(4, 2)\nb = ones(1, 2)\ntry:\n    a @ b\nexcept RuntimeError as error:\n"
        "    a = b = None\n    kept = [1, 2, 3]\n    raise"
    )
    diagnostic = failure(text).diagnostic
    assert text[diagnostic.span.start : diagnostic.span.end] == "@"
    assert [label.text for label in diagnostic.labels[1:]] == ["shape (4, 2)", "shape (1, 2)"]


@pytest.mark.parametrize(
    ("last", "help"),
    [
        ("raise ValueError('b') from error", "raised from KeyError: 'k' (line 2)"),
        ("raise ValueError('b')", "raised while handling KeyError: 'k' (line 2)"),
        ("raise ValueError('b') from None", None),
    ],
)
def test_a_chain_names_its_cause(last: str, help: str | None) -> None:
    """One line says what an exception came from."""
    assert (
        failure(f"try:\n    {{}}['k']\nexcept KeyError as error:\n    {last}").diagnostic.help
        == help
    )


def test_chains_without_an_end() -> None:
    """Exceptions that are one another's cause are named once."""
    text = "a, b = ValueError('a'), ValueError('b')\na.__cause__, b.__cause__ = b, a\nraise a"
    assert failure(text).diagnostic.help == "raised from ValueError: b"


@pytest.mark.parametrize(
    "last", ["exit()", "exit(0)", "raise SystemExit", "import sys; sys.exit()"]
)
def test_a_program_may_end_itself(last: str) -> None:
    """What a program has done until then counts, and nothing after."""
    assert in_gradcli(f"print(1)\ndef f():\n    {last}\nf()\nprint(2)") == ("1\n", None)


@pytest.mark.parametrize("status", ["1", "'message'"])
def test_a_program_may_end_with_an_error(status: str) -> None:
    """A status that is not 0 is an error."""
    error = failure(f"exit({status})")
    assert (error.kind, error.message) == ("SystemExit", status.strip("'"))


def test_warnings_of_programs() -> None:
    """They go where the program's others go, and filters hold for all of them."""
    text = (
        "import warnings\nwarnings.warn('seen')\nwarnings.warn('old', DeprecationWarning)\n"
        "warnings.filterwarnings('ignore', message='no.*here')\nwarnings.warn('not seen here')\n"
        "with warnings.catch_warnings(record=True) as kept:\n    warnings.warn('kept')\n"
        "    ones(2, 3, 4).T\nprint(len(kept), kept[0].message, kept[0].category.__name__)\n"
        "warnings.warn('last')"
    )
    made = run(text)
    said = [(warning.kind, warning.message) for warning in made.warnings]
    assert said == [
        ("UserWarning", "seen"),
        ("DeprecationWarning", "old"),
        ("UserWarning", "last"),
    ]
    assert made.stdout == "2 kept UserWarning\n"
