"""The process that checks files for ``gradcli check`` and for pytest; it is started by its name."""

from gradcli.checks.worker import serve
from gradcli.report.checks.details import worded


def main() -> None:
    """Check files until there are no more tasks."""
    serve(worded)
