"""Logs and the two streams: what a program writes where."""

from __future__ import annotations

import pytest

from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.run import Session

HEAD = "import logging, sys\n"
PLAIN = (
    HEAD + "logging.basicConfig(level='INFO', stream=sys.stdout, format='%(levelname)s %(name)s: "
)
PLAIN += "%(message)s')\n"
OWN = HEAD + "h = logging.StreamHandler(sys.stdout)\nlog = logging.getLogger('a.b')\n"
OWN += "log.addHandler(h)\nlog.propagate = False\n"

WRITTEN = (
    # program, standard output, standard error
    ("import sys\nprint(1, 2, sep='-', end='!', file=sys.stderr)", "", "1-2!"),
    ("import sys\nprint(sys.stdout.write('ab'), sys.stderr.isatty())", "ab2 False\n", ""),
    ("import sys\nsys.stderr.writelines(['a', 'b'])\nsys.stdout.flush()", "", "ab"),
    (
        "class W:\n  def write(self, t): print(repr(t))\nprint(1, 2, file=W())",
        "'1'\n' '\n'2'\n'\\n'\n",
        "",
    ),
    (
        HEAD + "logging.warning('%s and %d', 'a', 2)\nlogging.info('no')",
        "",
        "WARNING:root:a and 2\n",
    ),
    (HEAD + "logging.getLogger('x').error('e')\nlogging.getLogger('x').info('no')", "", "e\n"),
    (PLAIN + "logging.getLogger('m').info('%(k).1f', {'k': 2})", "INFO m: 2.0\n", ""),
    (PLAIN + "logging.info('100%'); logging.debug('no')", "INFO root: 100%\n", ""),
    (PLAIN + "logging.disable(20)\nlogging.info(1); logging.error(2)", "ERROR root: 2\n", ""),
    (PLAIN + "logging.basicConfig(force=True)\nlogging.warn('x')", "", "WARNING:root:x\n"),
    (PLAIN + "logging.log(25, tensor(1.))", "Level 25 root: tensor(1.)\n", ""),
    (OWN + "log.setLevel(10)\nlog.debug([1])\nlog.getChild('c').info('d')", "[1]\nd\n", ""),
    (OWN + "h.setLevel('ERROR')\nlog.warning('no')\nlog.critical('c')", "c\n", ""),
    (
        OWN + "h.setFormatter(logging.Formatter('[{levelname:>8}] {message}', style='{'))\n"
        "log.fatal('x')",
        "[CRITICAL] x\n",
        "",
    ),
    (
        OWN + "print(log, h, log.handlers == [h], logging.getLogger('a').hasHandlers())",
        "<Logger a.b (WARNING)> <StreamHandler <stdout> (NOTSET)> True False\n",
        "",
    ),
    (
        OWN + "print(logging.getLevelName(20), logging.DEBUG, log.isEnabledFor(30), log.name)",
        "INFO 10 True a.b\n",
        "",
    ),
    (
        HEAD + "logging.basicConfig(filename='a', format='%(message)s')\nlogging.error('kept')\n"
        "print(open('a').read(), end='')",
        "kept\n",
        "",
    ),
    (
        OWN + "log.error('%d', 'a')\nlog.error('after')",
        "after\n",
        "--- Logging error ---\nTypeError: %d format: a real number is required, not str\n",
    ),
)

REFUSED = (
    (HEAD + "logging.basicConfig(foo=1)", "Unrecognised argument(s): foo"),
    (HEAD + "logging.getLogger('a').setLevel('LOUD')", "Unknown level: 'LOUD'"),
    (HEAD + "logging.getLogger(3)", "A logger name must be a string"),
    (HEAD + "logging.getLogger('.' * 200)", "a sequence of 200 items is beyond the limit"),
    (HEAD + "logging.error('%99999999999d', 1)", "Too many decimal digits in format string"),
    (HEAD + "logging.getLogger('a').handlers.append(1)\nlogging.getLogger('a').error(1)", "'int'"),
    (HEAD + "logging.getLogger('a').manager", "'Logger' object has no attribute 'manager'"),
    ("import sys\nsys.byteorder = 1", "attribute"),
    ("import sys\nsys.stdout.buffer", "'TextIOWrapper' object has no attribute 'buffer'"),
    ("import sys\nsys.stdout.write(1)", "write() argument must be str, not int"),
    ("print(1, file=3)", "'int' object has no attribute 'write'"),
    (
        "import sys\nfor i in range(99): print('a' * 9, file=sys.stderr)",
        "the program printed more than 500 characters",
    ),
)


def _run(program: str) -> tuple[str, str]:
    printed: list[str] = []
    aside: list[str] = []
    limits = Limits(max_output=500)
    with Session(write=printed.append, aside=aside.append, limits=limits) as session:
        session.evaluate(program)
    return "".join(printed), "".join(aside)


@pytest.mark.parametrize(("program", "printed", "aside"), WRITTEN)
def test_is_written(program: str, printed: str, aside: str) -> None:
    """A program writes what it writes in Python, and its loggers are forgotten with it."""
    assert _run(program) == (printed, aside)
    assert _run(HEAD + "print(logging.getLogger().handlers)") == ("[]\n", "")


PLACES = """import logging
logging.basicConfig(format="%(filename)s %(module)s %(lineno)d %(funcName)s")
def f():
    def g():
        logging.error("")
    g()
    logging.error(
        "")
for i in range(2):
    f()
(lambda: logging.error(""))()
class C:
    def m(self):
        logging.getLogger("a").error("")
C().m()
"""


def test_places_are_known() -> None:
    """A record knows its file, line and function, as Python's."""
    aside: list[str] = []
    with Session(aside=aside.append) as session:
        session.evaluate(PLACES, "dir/log.py")
        session.evaluate("logging.error('')", "dir/other.py")
    twice = ["5 g", "7 f"] * 2
    expected = [f"log.py log {place}" for place in (*twice, "11 <lambda>", "14 m")]
    assert "".join(aside).splitlines() == [*expected, "other.py other 1 <module>"]


@pytest.mark.parametrize(("program", "message"), REFUSED)
def test_is_refused(program: str, message: str) -> None:
    """What reaches outside, is wrong or is beyond a limit ends in a diagnostic."""
    with pytest.raises(GradcliError) as caught:
        _run(program)
    assert message in caught.value.diagnostic.message
