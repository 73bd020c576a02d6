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
from collections.abc import Generator, Iterator
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
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _sessions_end() -> Iterator[None]:
    """Fail the test that leaves a session open, instead of those that come after it."""
    yield
    left, STATE.listener = STATE.listener, None
    assert left is None, "a session was entered and not left"


@pytest.fixture(autouse=True)
def _fused_or_not(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs of every other test be fused at once; those of the others hardly ever are."""
    if crc32(request.node.nodeid.encode()) % 2:
        monkeypatch.setattr(ends, "OFTEN", 1)
        monkeypatch.setattr(ends, "LONGER", 0)


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
