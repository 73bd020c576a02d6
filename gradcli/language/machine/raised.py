"""What a run of the program that was started by the host has raised, by the kind it has there."""

from __future__ import annotations

from gradcli.errors import GradcliError


def is_kind(error: BaseException, kind: str) -> bool:
    """Tell whether an error is of one of Python's kinds."""
    if isinstance(error, GradcliError):
        return error.diagnostic.kind == kind
    return any(base.__name__ == kind for base in type(error).__mro__)
