"""What the tests of answers share: a report of a program."""

from collections.abc import Callable

import pytest

from gradcli.answers.report import Report
from tests.answers.asking import reported


@pytest.fixture
def report() -> Callable[..., Report]:
    """Return a function that runs and reports a program."""
    return reported
