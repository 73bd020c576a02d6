"""Names of failures that stay the same while the lines around them move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from gradcli.report.checks.model import Failure, Summary
from gradcli.report.checks.text import remarks

_NUMBER = re.compile(r"\d+(\.\d*)?(e[+-]?\d+)?")


def fingerprints(summary: Summary) -> Iterator[tuple[str, Failure, str]]:
    """Yield path, failure and fingerprint, notes included; no two fingerprints are the same.

    What goes in is the path, the kind and the message without its numbers, and how many such
    failures came before in the file.
    """
    for result in summary.results:
        seen: Counter[str] = Counter()
        for failure in (*result.failures, *remarks(result)):
            words = "\0".join((result.path, failure.kind, _NUMBER.sub("#", failure.message)))
            seen[words] += 1
            digest = sha256(f"{words}\0{seen[words]}".encode(errors="surrogateescape"))
            yield result.path, failure, digest.hexdigest()
