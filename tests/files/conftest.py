"""Files are tested through the command, as its users meet them."""

from tests.commands.conftest import invoke

__all__ = ["invoke"]
