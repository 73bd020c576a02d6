"""What a run of ``gradcli check`` was asked for, as plain data that travels to workers.

This module knows the choices and their defaults. It does not know where they come from.
"""

from __future__ import annotations

from typing import Any, NamedTuple

SEED = 0
"""The seed of every file's random numbers, so that a run is as good as the next."""

TIMEOUT = 60.0
"""The seconds that a file may take."""

MOST_BYTES = 16 * 1024 * 1024
"""The size that a file may have."""

MOST_PRINTED = 10_000_000
"""The characters that the program of a file may print."""


class Options(NamedTuple):
    """How files are to be checked.

    ``gradients`` asks for a numerical verification of every gradient that a program takes.
    ``update`` writes what was found into expectations that do not hold. ``fail_fast`` ends the run
    at the first file that fails. ``lenient`` is set for files that were found in a directory: a
    file of Python that is outside the language is then nothing to check, instead of wrong.
    ``dtype`` is the default element type, where it is not PyTorch's. ``share`` is how many
    processes share the memory of the machine. ``untrusted`` is set for files that are not of the
    project: they may use what a program may that nobody vouches for. ``inputs`` are defined before
    each file, as kind, name and text. ``engine`` computes new tensors, cut into ``chunks``.
    """

    seed: int = SEED
    timeout: float = TIMEOUT
    gradients: bool = False
    update: bool = False
    fail_fast: bool = False
    lenient: bool = False
    dtype: str | None = None
    share: int = 1
    max_output: int = MOST_PRINTED
    untrusted: bool = False
    inputs: tuple[tuple[str, str, str], ...] = ()
    engine: str | None = None
    chunks: tuple[int, ...] | None = None


def to_data(options: Options) -> dict[str, Any]:
    """Return options as JSON data."""
    return options._asdict()


def from_data(data: dict[str, Any]) -> Options:
    """Return options from their JSON data."""
    inputs, chunks = data.get("inputs", ()), data.get("chunks")
    made = {"inputs": tuple(map(tuple, inputs)), "chunks": chunks and tuple(chunks)}
    return Options(**{**data, **made})
