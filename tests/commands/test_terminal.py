"""Whether a stream gets colour."""

import os

import pytest

from gradcli.commands.terminal import source_width, use_colour


class Stream:
    """A stream that is a terminal, or not."""

    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal

    def isatty(self) -> bool:
        """Tell whether it is a terminal."""
        return self.terminal


@pytest.mark.parametrize(
    ("choice", "env", "pipe", "terminal"),
    [
        ("auto", {}, False, True),
        ("always", {"NO_COLOR": "1"}, True, True),
        ("never", {"FORCE_COLOR": "1"}, False, False),
        ("auto", {"GRADCLI_COLOR": "always", "NO_COLOR": "1"}, True, True),
        ("auto", {"NO_COLOR": "1"}, False, False),
        ("auto", {"NO_COLOR": ""}, False, True),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ("auto", {"FORCE_COLOR": "1"}, True, True),
        ("auto", {"FORCE_COLOR": "0"}, False, True),
        ("auto", {"FORCE_COLOR": "false"}, False, True),
        ("auto", {"CLICOLOR_FORCE": "1"}, True, True),
        ("auto", {"CLICOLOR": "0"}, False, False),
        ("auto", {"TERM": "dumb"}, False, False),
        ("auto", {"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colour(choice: str, env: dict[str, str], pipe: bool, terminal: bool) -> None:
    """The option decides before the environment, and that before the terminal."""
    assert use_colour(Stream(False), choice, env) is pipe
    assert use_colour(Stream(True), choice, env) is terminal


def test_a_missing_stream_has_no_colour() -> None:
    """A process may be started without standard output."""
    assert use_colour(None, "auto", {}) is False


@pytest.mark.parametrize(("columns", "fitting"), [(20, 30), (80, 70), (200, 100)])
def test_source_fits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int, fitting: int
) -> None:
    """Lines of source are cut so that the terminal does not break them, within reason."""
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size((columns, 9)))
    with open(os.devnull) as stream:
        assert source_width(stream) == fitting


def test_source_beyond_a_terminal() -> None:
    """What is no terminal gets lines of the usual length."""
    with open(os.devnull) as stream:
        assert source_width(stream) == source_width(None) == 100
