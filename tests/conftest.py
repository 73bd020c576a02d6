"""What all tests share: helpers are imported as ``tests.ops.reference``.

The checkout comes last on the path, so that an installed gradcli is the one that is tested.
"""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator
from ctypes import CDLL
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

sys.path.append(str(Path(__file__).parent.parent))

from gradcli.core import state
from gradcli.core.state import STATE
from gradcli.language.machine import ends

CYCLES = 10_000, 5, 5
"""How often cycles are looked for. A command, which ends at once, sets it to hardly ever."""

USUAL = ends.OFTEN, ends.LONGER

# Where nothing is to be written beside the sources, the many processes that tests start would each
# compile them; what one has compiled is kept for the others until all is over.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="gradcli-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# The same examples in every run: what fails in continuous integration fails at the desk as well.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let all arrays be large ones, which are computed block by block where that can be."""
    parser.addoption("--blocks", action="store_true", help="use the blocked engine for all sizes")


def pytest_configure(config: pytest.Config) -> None:
    """Do as the options say."""
    if config.getoption("--blocks"):
        state.LARGE = STATE.large = 0


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Share all tests among the cores; a part of them runs at once, in this process."""
    folder = Path(__file__).parent
    if not all(folder.is_relative_to(Path(argument).resolve()) for argument in config.args):
        return 0
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tidy() -> None:
    """Give back the memory that nothing uses, and let searches for cycles leave out what stays.

    Without it a process grows to gigabytes; every test that forks pays for each page.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # where little is left, little more makes the next search one of everything
    if sys.platform == "linux" and hasattr(libc := CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Look for no cycles among what is only growing: every worker reads all tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Spare the search for cycles, of which tests ask for many, the tests themselves."""
    tidy()


# What holds for every test is said by hooks: fixtures would cost as much as most tests do.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let programs of every other test be fused at once; those of the others hardly ever are."""
    gc.set_threshold(*CYCLES)
    ends.OFTEN, ends.LONGER = (1, 0) if crc32(item.nodeid.encode()) % 2 else USUAL


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, Any, Any]:
    """Fail the test that leaves a session open, instead of those that come after it."""
    try:
        return (yield)
    finally:
        left, STATE.listener = STATE.listener, None
        if nextitem and nextitem.path != item.path:
            tidy()
        assert left is None, "a session was entered and not left"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many checks of operators the tests of this run and of its workers were made of."""
    counts = Counter[str]()
    for report in chain(*terminalreporter.stats.values()):
        for name, value in getattr(report, "user_properties", ()):
            if name == "checks" and report.when == "call":
                counts.update(value)
    if counts:
        said = ", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items()))
        terminalreporter.write_line(f"checks of operators: {said}")
