"""Names of failures that stay the same while the lines around them move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from gradcli.answers.check_results import Failure, Summary
from gradcli.report.checks.text import remarks

_NUMBER = re.compile(r"\d+(\.\d*)?(e[+-]?\d+)?")


class Finding(NamedTuple):
    """A failure, or a note that fails nothing, with its path and its name among all others."""

    path: str
    failure: Failure
    fails: bool
    fingerprint: str


def findings(summary: Summary) -> Iterator[Finding]:
    """Yield failures and notes; no two fingerprints are the same.

    What goes in is the path, the kind and the message without its numbers, and how many such
    failures came before in the file.
    """
    for result in summary.results:
        seen: Counter[str] = Counter()
        found = [(failure, True) for failure in result.failures]
        found += [(note, False) for note in remarks(result)]
        for failure, fails in found:
            words = "\0".join((result.path, failure.kind, _NUMBER.sub("#", failure.message)))
            seen[words] += 1
            data = f"{words}\0{seen[words]}".encode(errors="surrogatepass")
            yield Finding(result.path, failure, fails, sha256(data).hexdigest())
